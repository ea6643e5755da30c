import fc from 'fast-check';
import { expect, test } from 'vitest';
import { iso, rangesAt } from '../../../../renderer/features/today/ranges.ts';
import { createDates } from '../../../../renderer/lib/dates.ts';
import { dayOf } from '../../../../renderer/lib/zone.ts';

const KYIV = 'Europe/Kyiv';
const at = (text: string) => rangesAt(Date.parse(text), KYIV);

test('a day of the shop, whatever day it is in UTC', () => {
  const ranges = at('2026-11-20T22:30:00Z');
  expect(ranges).toMatchObject({ day: '2026-11-21', weekday: 6 });
  expect([iso(ranges.start), iso(ranges.end)]).toEqual([
    '2026-11-20T22:00:00.000Z',
    '2026-11-21T21:59:59.999Z',
  ]);
  expect(ranges.before).toEqual({
    day: '2026-11-14',
    start: Date.parse('2026-11-13T22:00:00Z'),
    end: Date.parse('2026-11-14T21:59:59.999Z'),
    until: Date.parse('2026-11-13T22:30:00Z'),
  });
});

test('the same time by the clock on the wall, though the clocks were changed in between', () => {
  // Sunday 29 March 2026: three o’clock became four. A week before Kyiv was at UTC+2, now at UTC+3.
  expect(iso(at('2026-03-31T11:32:00Z').before.until)).toBe('2026-03-24T12:32:00.000Z');
  // Sunday 25 October 2026: four became three.
  expect(iso(at('2026-10-27T12:32:00Z').before.until)).toBe('2026-10-20T11:32:00.000Z');
  // The day of the change itself is an hour short.
  const short = at('2026-03-29T12:00:00Z');
  expect(short.end - short.start + 1).toBe(23 * 3_600_000);
  expect(iso(short.before.until)).toBe('2026-03-22T13:00:00.000Z');
});

test.each([KYIV, 'America/New_York', 'Asia/Kathmandu', 'UTC', 'Pacific/Chatham'])(
  'at any minute in %s the range holds it, and the week before stays in its day',
  (zone) => {
    const minutes = fc.integer({
      min: Date.parse('2024-01-01') / 60_000,
      max: Date.parse('2030-01-01') / 60_000,
    });
    fc.assert(
      fc.property(minutes, (minute) => {
        const now = minute * 60_000;
        const { day, start, end, before } = rangesAt(now, zone);
        expect(start).toBeLessThanOrEqual(now);
        expect(end).toBeGreaterThanOrEqual(now);
        expect([dayOf(start, zone), dayOf(end, zone)]).toEqual([day, day]);
        expect([dayOf(before.start, zone), dayOf(before.end, zone)]).toEqual([before.day, before.day]);
        // An hour that a change of clocks skipped may push it out by that hour at most.
        const missed = 3_600_000;
        expect(before.until).toBeGreaterThanOrEqual(before.start - missed);
        expect(before.until).toBeLessThanOrEqual(before.end + missed);
        const clock = (moment: number) => createDates('uk', zone).time(moment);
        if (before.end - before.start === 86_399_999) expect(clock(before.until)).toBe(clock(now));
      }),
    );
  },
);
