import { expect, test } from 'vitest';
import { splitTimeLeft } from '../../../renderer/lib/time-left.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  [-1, 'over', {}],
  [0, 'over', {}],
  [1, 'seconds', { seconds: 1 }],
  [59 * SECOND, 'seconds', { seconds: 59 }],
  [MINUTE, 'minutes', { minutes: 1, seconds: 0 }],
  [4 * MINUTE + 5 * SECOND, 'minutes', { minutes: 4, seconds: 5 }],
  [HOUR - 1, 'hours', { hours: 1, minutes: 0 }],
  [23 * HOUR + 59 * MINUTE, 'hours', { hours: 23, minutes: 59 }],
  [24 * HOUR, 'days', { count: 1, hours: 0 }],
  [30 * 24 * HOUR, 'days', { count: 30, hours: 0 }],
])('%i ms', (ms, unit, parts) => {
  expect(splitTimeLeft(ms)).toMatchObject({ unit, ...parts });
});
