import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wallClock, zoneOffsets } from '../../main/shop/shop-time.ts';
import { dateOf } from '../../shared/time.ts';
import { anyMoment, anyZone, intlClock } from './reports/zones.ts';

const reported = (zone: string, at: number) => {
  const { day, hour, weekday } = wallClock(zone)(at);
  return { date: dateOf(day), hour, weekday };
};

describe('the wall clock of a shop', () => {
  test.each([
    ['Europe/Kyiv', '2026-11-21T21:59:59.999Z', { date: '2026-11-21', hour: 23, weekday: 6 }],
    ['Europe/Kyiv', '2026-11-21T22:00:00.000Z', { date: '2026-11-22', hour: 0, weekday: 7 }],
    // The hour from 3 to 4 is not there in spring, and twice in autumn.
    ['Europe/Kyiv', '2026-03-29T00:59:59.999Z', { date: '2026-03-29', hour: 2, weekday: 7 }],
    ['Europe/Kyiv', '2026-03-29T01:00:00.000Z', { date: '2026-03-29', hour: 4, weekday: 7 }],
    ['Europe/Kyiv', '2026-10-25T00:30:00.000Z', { date: '2026-10-25', hour: 3, weekday: 7 }],
    ['Europe/Kyiv', '2026-10-25T01:30:00.000Z', { date: '2026-10-25', hour: 3, weekday: 7 }],
    ['Asia/Kathmandu', '2026-01-01T18:15:00.000Z', { date: '2026-01-02', hour: 0, weekday: 5 }],
    ['America/St_Johns', '2026-01-01T03:29:00.000Z', { date: '2025-12-31', hour: 23, weekday: 3 }],
    ['UTC', '1969-12-31T23:00:00.000Z', { date: '1969-12-31', hour: 23, weekday: 3 }],
  ])('%s %s', (zone, at, expected) => {
    expect(reported(zone, Date.parse(at))).toEqual(expected);
  });

  test('in every zone, around every change of the clocks, as Intl has it for that very moment', () => {
    fc.assert(
      fc.property(anyZone(), fc.array(anyMoment(), { minLength: 1, maxLength: 20 }), (zone, moments) => {
        const clock = wallClock(zone);
        for (const at of moments) {
          const { day, hour, weekday } = clock(at);
          expect({ date: dateOf(day), hour, weekday }).toEqual(intlClock(zone, at));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the offsets of a time zone', () => {
  const between = (zone: string, from: string, to: string) =>
    zoneOffsets(zone)(Date.parse(from), Date.parse(to)).map(({ from: at, east }) => [
      new Date(at).toISOString(),
      east / 3_600_000,
    ]);

  test('each from the moment at which the clocks are changed', () => {
    expect(between('Europe/Kyiv', '2026-01-01T05:00Z', '2026-12-31T05:00Z')).toEqual([
      ['2026-01-01T00:00:00.000Z', 2],
      ['2026-03-29T01:00:00.000Z', 3],
      ['2026-10-25T01:00:00.000Z', 2],
    ]);
    expect(between('Pacific/Apia', '2011-12-30T10:00Z', '2011-12-30T10:00Z')).toEqual([
      ['2011-12-30T00:00:00.000Z', -10],
      ['2011-12-30T10:00:00.000Z', 14],
    ]);
  });

  test('an empty range, and one that is far too long', () => {
    expect(between('Europe/Kyiv', '2026-07-02', '2026-01-01')).toEqual([['2026-07-02T00:00:00.000Z', 3]]);
    const all = zoneOffsets('Europe/Kyiv')(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    expect([all[0]?.from, all.length < 400]).toEqual([0, true]);
  });
});
