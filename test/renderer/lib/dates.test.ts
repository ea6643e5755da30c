import { expect, test } from 'vitest';
import { createDates } from '../../../renderer/lib/dates.ts';

test('a time of the shop’s today shows no date, until that day is over', () => {
  const { short } = createDates('uk', 'Europe/Kyiv');
  const first = Date.parse('2026-11-20T22:00:00Z');
  const last = Date.parse('2026-11-21T21:59:59Z');
  expect(short(first, last)).toBe('00:00');
  expect(short(last, first)).toBe('23:59');
  expect(short(first - 1, first)).toBe('20.11.2026, 23:59');
  expect(short(last + 1000, last)).toBe('22.11.2026, 00:00');
  // The day has changed under the same list, and back.
  expect(short(last, last + 1000)).toBe('21.11.2026, 23:59');
  expect(short(last, first)).toBe('23:59');
});

test('a brief moment leaves out the day of today and the year of this year, by the shop’s clock', () => {
  const { brief } = createDates('uk', 'Europe/Kyiv');
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(brief(now, now)).toBe('14:00');
  expect(brief(Date.parse('2026-11-20T21:59:00Z'), now)).toBe('20.11, 23:59');
  expect(brief(Date.parse('2025-12-31T22:00:00Z'), now)).toBe('01.01, 00:00');
  expect(brief(Date.parse('2025-12-31T21:59:00Z'), now)).toBe('31.12.2025, 23:59');
});
