import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onWake } from '../../main/jobs/schedule.ts';

const SECOND = 1000;
const LOOK = 5 * SECOND;
const HOUR = 3600 * SECOND;

/**
 * The PC's clock: it follows the timers, plus the offset it was set by and the sleep during which timers stand still.
 */
let off = 0;
let woken: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  off = 0;
  woken = vi.fn<() => void>();
  stop = onWake(woken, () => Date.now() + off, LOOK);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('nothing out of the ordinary: no wake is reported', () => {
  vi.advanceTimersByTime(24 * HOUR);
  expect(woken).not.toHaveBeenCalled();
});

test.each([
  ['slept for a night', 8 * HOUR],
  ['its clock set a day ahead', 24 * HOUR],
  ['its clock set back by a day', -24 * HOUR],
  ['its clock set back by two minutes', -120 * SECOND],
])('%s: noticed at the next check, once', (_name, ms) => {
  vi.advanceTimersByTime(HOUR);
  off += ms;
  vi.advanceTimersByTime(LOOK);
  expect(woken).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(HOUR);
  expect(woken).toHaveBeenCalledTimes(1);
});

test.each([
  ['back and forth: noticed each time', [24 * HOUR, -24 * HOUR, 24 * HOUR, -24 * HOUR], 4],
  ['less than a minute, of a busy machine', [30 * SECOND, -30 * SECOND, 54 * SECOND, -54 * SECOND], 0],
  ['many small corrections do not add up', Array<number>(100).fill(5 * SECOND), 0],
])('%s', (_name, changes, times) => {
  for (const ms of changes) {
    off += ms;
    vi.advanceTimersByTime(LOOK);
  }
  expect(woken).toHaveBeenCalledTimes(times);
});

test('after the stop nothing is checked any more', () => {
  stop();
  off += 24 * HOUR;
  vi.advanceTimersByTime(HOUR);
  expect(woken).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('without a clock of its own it uses the PC’s', () => {
  const plain = vi.fn<() => void>();
  const end = onWake(plain);
  vi.advanceTimersByTime(LOOK);
  vi.setSystemTime(Date.now() + 24 * HOUR);
  vi.advanceTimersByTime(LOOK);
  end();
  expect(plain).toHaveBeenCalledTimes(1);
});
