import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf, endOfDay, startOfDay, weekdayOf } from '../../../renderer/lib/zone.ts';

const KYIV = 'Europe/Kyiv';
const zones = fc.constantFrom(
  KYIV,
  'UTC',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  // Clocks go forward at midnight: these days have no 00:00.
  'America/Havana',
  'Africa/Cairo',
);
const days = fc
  .integer({ min: Date.UTC(2019, 0, 1) / 86_400_000, max: Date.UTC(2031, 0, 1) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

describe('a day of the shop', () => {
  test.each([
    ['2026-11-21', '2026-11-20T22:00:00.000Z', '2026-11-21T21:59:59.999Z'],
    ['2026-07-01', '2026-06-30T21:00:00.000Z', '2026-07-01T20:59:59.999Z'],
    // 23 hours: clocks go forward.
    ['2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z'],
    // 25 hours: clocks go back.
    ['2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T21:59:59.999Z'],
  ])('%s in Kyiv is from %s to %s', (day, from, to) => {
    expect(new Date(startOfDay(day, KYIV)).toISOString()).toBe(from);
    expect(new Date(endOfDay(day, KYIV)).toISOString()).toBe(to);
  });

  test.each([
    // No midnight: from 00:00 to 01:00 at once.
    ['2027-03-14', 'America/Havana', '2027-03-14T05:00:00.000Z'],
    // Midnight twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s in %s begins at %s, whatever clocks do at midnight', (day, zone, from) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(from);
  });

  test('begins with its first moment and ends with its last, in every zone', () => {
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const start = startOfDay(day, zone);
        expect(dayOf(start, zone)).toBe(day);
        expect(dayOf(start - 1, zone)).toBe(addDays(day, -1));
        expect(dayOf(endOfDay(day, zone), zone)).toBe(day);
      }),
      { numRuns: 3000 },
    );
  });
});

test('days are counted over months, years and changes of clocks', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
  expect(weekdayOf('2026-11-21')).toBe(6);
  expect(weekdayOf('2026-11-22')).toBe(7);
});
