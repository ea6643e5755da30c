import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { filterParams } from '../../../../renderer/features/invoices/api-params.ts';
import { listOf, listOfPoint } from '../../../../renderer/features/reports/sales/links.ts';
import { daysBefore, isOneDay, salesRanges } from '../../../../renderer/features/reports/sales/ranges.ts';
import { salesSearch } from '../../../../renderer/features/reports/search.ts';
import { createDates } from '../../../../renderer/lib/dates.ts';
import { invoicesSearch } from '../../../../renderer/lib/invoice-search.ts';
import { addMonths, type Days, PERIODS } from '../../../../renderer/lib/periods.ts';
import { addDays, dayOf, endOfDay, startOfDay } from '../../../../renderer/lib/zone.ts';
import { SERIES_GROUPS } from '../../../../shared/api/series.ts';
import { daysBetween } from '../../../../shared/time.ts';

const KYIV = 'Europe/Kyiv';
const zone = fc.constantFrom(KYIV, 'America/New_York', 'Asia/Kathmandu', 'America/Santiago', 'UTC');
const day = fc
  .integer({ min: Date.UTC(2001, 0, 1) / 86_400_000, max: Date.UTC(2050, 0, 1) / 86_400_000 })
  .map((count) => new Date(count * 86_400_000).toISOString().slice(0, 10));
const days = fc.tuple(day, fc.nat(800)).map(([from, more]): Days => ({ from, to: addDays(from, more) }));
const search = fc.oneof(
  fc.constantFrom(...PERIODS).map((period) => ({ period })),
  days,
);
const moment = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2050, 0, 1) });
const iso = (at: number): string => new Date(at).toISOString();
const HOUR_MS = 3_600_000;

describe('daysBefore', () => {
  it.each([
    ['a day', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['a week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-04-01', '2026-06-30', '2026-01-01', '2026-03-31'],
    ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['days over the end of a month', '2026-02-27', '2026-03-05', '2026-02-20', '2026-02-26'],
    ['a month but for a day', '2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ])('of %s', (_, from, to, first, last) => {
    expect(daysBefore({ from, to })).toEqual({ from: first, to: last });
  });

  it('ends where these begin, and is as long: in days, or in whole months', () => {
    fc.assert(
      fc.property(days, ({ from, to }) => {
        const before = daysBefore({ from, to });
        expect(addDays(before.to, 1)).toBe(from);
        const isAsLong = daysBetween(before.from, before.to) === daysBetween(from, to);
        const isOfMonths = [from, before.from, addDays(to, 1)].every((each) => each.endsWith('-01'));
        expect(isAsLong || isOfMonths).toBe(true);
      }),
    );
  });

  it('of whole months is as many of them', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 24 }), (any, count) => {
        const from = addMonths(any, 0);
        const to = addDays(addMonths(from, count), -1);
        expect(daysBefore({ from, to }).from).toBe(addMonths(from, -count));
      }),
    );
  });
});

describe('salesRanges', () => {
  it('compares a period in progress with the same part of the previous one, by the shop’s clock', () => {
    const now = Date.parse('2026-11-21T13:10:00Z');
    const { days: month, before, period, comparedEnd } = salesRanges({}, KYIV, now);
    expect(period).toBe('this_month');
    expect(month).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(before.days).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    // In October the clocks of Kyiv were still an hour ahead: ten past three was ten past three.
    expect([iso(before.start), iso(before.end)]).toEqual([
      '2026-09-30T21:00:00.000Z',
      '2026-10-21T12:10:00.000Z',
    ]);
    expect(before.isCut).toBe(true);
    // Its name ends today too: 1–21 November against 1–21 October.
    expect(iso(comparedEnd)).toBe('2026-11-21T21:59:59.999Z');
  });

  it('compares with the whole of a shorter month once that is over', () => {
    const { before } = salesRanges({ period: 'this_month' }, KYIV, Date.parse('2026-03-30T10:00:00Z'));
    expect(before.isCut).toBe(false);
    expect(iso(before.end)).toBe('2026-02-28T21:59:59.999Z');
  });

  it('handles days of 23 and of 25 hours', () => {
    for (const [date, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const { start, end } = salesRanges({ from: date, to: date }, KYIV, Date.parse('2026-12-01T10:00:00Z'));
      expect(end + 1 - start).toBe(hours * HOUR_MS);
      const after = salesRanges({ from: addDays(date, 1) }, KYIV, Date.parse('2026-12-01T10:00:00Z'));
      expect(after.before.end + 1 - after.before.start).toBe(hours * HOUR_MS);
      expect(after.before.end + 1).toBe(after.start);
    }
  });

  it('accepts days in the wrong order, or one of them, as they are meant', () => {
    const now = Date.parse('2026-12-01T10:00:00Z');
    expect(salesRanges({ from: '2026-11-05', to: '2026-11-01' }, KYIV, now).days).toEqual({
      from: '2026-11-01',
      to: '2026-11-05',
    });
    expect(isOneDay(salesRanges({ to: '2026-11-05' }, KYIV, now))).toBe(true);
  });

  it('measures a part by the same part, and leaves nothing out between the two', () => {
    fc.assert(
      fc.property(search, zone, moment, (asked, timeZone, now) => {
        const { days: chosen, start, end, before } = salesRanges(asked, timeZone, now);
        expect([start, end]).toEqual([startOfDay(chosen.from, timeZone), endOfDay(chosen.to, timeZone)]);
        expect(before.start).toBe(startOfDay(before.days.from, timeZone));
        expect(endOfDay(before.days.to, timeZone) + 1).toBe(start);
        if (!before.isCut) {
          expect(before.end).toBe(start - 1);
          return;
        }
        expect(start <= now && now <= end).toBe(true);
        expect(before.start <= before.end && before.end < start).toBe(true);
        const cutDay = dayOf(before.end, timeZone);
        expect(daysBetween(before.days.from, cutDay)).toBe(daysBetween(chosen.from, dayOf(now, timeZone)));
        // An hour that the clocks leave out has no like.
        const time = createDates('en', timeZone).time;
        const isOdd =
          before.end - startOfDay(cutDay, timeZone) !== now - startOfDay(dayOf(now, timeZone), timeZone);
        if (!isOdd) expect(time(before.end)).toBe(time(now));
      }),
    );
  });
});

describe('the address', () => {
  it('is never an error, and comes back as it went', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(salesSearch.entries)), fc.anything()),
        (address) => {
          const read = v.parse(salesSearch, address);
          expect(v.parse(salesSearch, read)).toEqual(read);
        },
      ),
    );
  });
});

describe('links', () => {
  const place = fc.record({
    terminal: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    cash_register: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  });
  const moved = fc.constantFrom('paid' as const, 'refunded' as const);

  it('lead to exactly the moments that the sum is of', () => {
    fc.assert(
      fc.property(search, zone, moment, place, moved, (asked, timeZone, now, where, what) => {
        const ranges = salesRanges(asked, timeZone, now);
        for (const range of [ranges, ranges.before]) {
          const link = listOf(what, range, where, timeZone);
          expect(v.parse(invoicesSearch, link)).toMatchObject(link);
          const { ordering: _ordering, ...params } = filterParams(link, timeZone, now);
          expect(params).toEqual(
            JSON.parse(
              JSON.stringify({
                [`${what}_from`]: iso(range.start),
                [`${what}_to`]: iso(range.end),
                ...where,
              }),
            ),
          );
        }
      }),
    );
  });

  it('of a point survive the address, and narrow the range down', () => {
    const key = { hour: '9', weekday: '7', day: '2026-11-21' };
    fc.assert(
      fc.property(
        fc.constantFrom(...SERIES_GROUPS.filter((group) => group !== 'tender')),
        fc.boolean(),
        moved,
        zone,
        place,
        (group, isNone, what, timeZone, where) => {
          const range = salesRanges({ period: 'this_month' }, timeZone, Date.parse('2026-11-21T13:00:00Z'));
          const isNamed = !(group in key) && group !== 'terminal';
          const point = { group, key: isNone && isNamed ? null : (key[group as keyof typeof key] ?? '10') };
          const link = listOfPoint(what, point, range, where, timeZone);
          expect(v.parse(invoicesSearch, link)).toMatchObject(link);
          expect(link).not.toEqual(listOf(what, range, where, timeZone));
        },
      ),
    );
  });

  it('of a day that is cut end where it is cut', () => {
    const { before } = salesRanges({}, KYIV, Date.parse('2026-11-21T13:10:00Z'));
    const link = listOfPoint('paid', { group: 'day', key: '2026-10-21' }, before, {}, KYIV);
    expect(link).toMatchObject({ paid_from: '2026-10-21', paid_to: '2026-10-21T12:10:00.000Z' });
  });
});
