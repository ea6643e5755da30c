import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsOf } from '../../../../renderer/features/reports/day/sections.ts';
import { salesRanges } from '../../../../renderer/features/reports/sales/ranges.ts';
import {
  rowsOf,
  shareOf,
  sorted,
  sortedBy,
  sortingOf,
} from '../../../../renderer/features/reports/sales/rows.ts';
import { SORTS } from '../../../../renderer/features/reports/search.ts';
import { addDays } from '../../../../renderer/lib/zone.ts';
import {
  SERIES_GROUPS,
  type Series,
  type SeriesGroup,
  type SeriesPoint,
} from '../../../../shared/api/series.ts';

const NOW = Date.parse('2026-12-15T13:10:00Z');
const sum = (points: readonly { gross: number }[]): number =>
  points.reduce((total, { gross }) => total + gross, 0);
const keyOf = (group: SeriesGroup, at: number): string | null => {
  if (group === 'day') return addDays('2026-01-01', at);
  return at === 0 && group !== 'hour' && group !== 'weekday' ? null : String(at);
};
const point = (key: string | null, gross: number): SeriesPoint => ({
  key,
  label: `№ ${key}`,
  quantity: null,
  gross,
  fee: 1,
  refunds: 0,
  net: gross - 1,
  refund_count: 0,
  count: gross === 0 ? 0 : 1,
});
const seriesOf = (group: SeriesGroup, results: SeriesPoint[]): Series => ({
  group_by: group,
  time_zone: 'Europe/Kyiv',
  from: null,
  to: null,
  results,
  other_currencies: [],
  totals: { gross: sum(results), fee: 0, refunds: 0, net: 0, count: 0, refund_count: 0 },
});
const points = (group: SeriesGroup, first: number, most: number) =>
  fc
    .array(fc.nat(9_999), { minLength: most, maxLength: most })
    .map((grosses) => grosses.map((gross, at) => point(keyOf(group, first + at), gross)));

describe('rowsOf', () => {
  it('has every point of both periods exactly once, so that columns add up to their totals', () => {
    // March against February: the 29th to the 31st have no like. February against January: the other way round.
    for (const [from, to] of [
      ['2026-03-01', '2026-03-31'],
      ['2026-02-01', '2026-02-28'],
    ] as const) {
      const ranges = salesRanges({ from, to }, 'Europe/Kyiv', NOW);
      const at = (date: string): number => (Date.parse(date) - Date.UTC(2026, 0, 1)) / 86_400_000;
      const [first, last] = [at(from), at(to)];
      const firstBefore = at(ranges.before.days.from);
      const both = fc.tuple(
        points('day', first, last - first + 1),
        points('day', firstBefore, first - firstBefore),
      );
      fc.assert(
        fc.property(both, ([now, then]) => {
          const rows = rowsOf(seriesOf('day', now), seriesOf('day', then), ranges, '2026-12-15');
          expect(rows.filter(({ isOver }) => !isOver).map(({ key }) => key)).toEqual(
            now.map(({ key }) => key),
          );
          expect(sum(rows.map(({ sums }) => sums))).toBe(sum(now));
          expect(sum(rows.flatMap(({ before }) => before ?? []))).toBe(sum(then));
          expect(rows[0]?.before?.key).toBe(ranges.before.days.from);
        }),
      );
    }
  });

  it('puts rows of the same name side by side, and rows of the previous period only below', () => {
    const ranges = salesRanges({ period: 'this_week' }, 'Europe/Kyiv', NOW);
    const now = seriesOf('employee', [point('1', 500), point(null, 300)]);
    const then = seriesOf('employee', [point('2', 900), point('1', 100)]);
    const rows = rowsOf(now, then, ranges, '2026-12-15');
    expect(rows.map(({ key, sums, before }) => [key, sums.gross, before?.gross])).toEqual([
      ['1', 500, 100],
      [null, 300, undefined],
      ['2', 0, 900],
    ]);
  });

  it('leaves out days that are still to come, unless something is there', () => {
    const ranges = salesRanges({ period: 'this_month' }, 'Europe/Kyiv', NOW);
    const now = ['2026-12-14', '2026-12-15', '2026-12-16', '2026-12-17'].map((key) => point(key, 0));
    const odd = [...now, point('2026-12-18', 100)];
    const rows = rowsOf(seriesOf('day', odd), undefined, ranges, '2026-12-15');
    expect(rows.map(({ key }) => key)).toEqual(['2026-12-14', '2026-12-15', '2026-12-18']);
  });
});

describe('sorting', () => {
  it('only changes the order', () => {
    const group = fc.constantFrom(...SERIES_GROUPS);
    fc.assert(
      fc.property(
        group.chain((each) => fc.tuple(fc.constant(each), points(each, 0, 7))),
        fc.constantFrom(...SORTS),
        fc.boolean(),
        ([by, list], name, isDescending) => {
          const ranges = salesRanges({ from: '2026-01-01', to: '2026-01-07' }, 'Europe/Kyiv', NOW);
          const rows = rowsOf(seriesOf(by, list), undefined, ranges, '2026-12-15');
          const ordered = sorted(rows, { name, isDescending }, by, ({ label }) => label);
          expect(new Set(ordered)).toEqual(new Set(rows));
          if (name !== 'gross') return;
          const grosses = ordered.map(({ sums }) => sums.gross);
          expect(grosses).toEqual(
            grosses.toSorted((one, other) => (isDescending ? other - one : one - other)),
          );
        },
      ),
    );
  });

  it('is by time, or the most first, unless it is said; and turns at the second press', () => {
    expect(sortingOf({}, 'weekday')).toEqual({ name: 'key', isDescending: false });
    expect(sortingOf({}, 'product')).toEqual({ name: 'gross', isDescending: true });
    expect(sortedBy({}, 'day', 'gross').sort).toBe('-gross');
    expect(sortedBy({ sort: '-gross' }, 'day', 'gross').sort).toBe('gross');
    expect(sortedBy({}, 'product', 'key').sort).toBe('key');
  });
});

describe('shareOf', () => {
  it('is in tenths of a percent, and of nothing nothing', () => {
    const whole = seriesOf('day', [point('2026-01-01', 3000)]).totals;
    expect(shareOf({ ...whole, gross: 1000 }, whole)).toBe(333);
    expect(shareOf(whole, { ...whole, gross: 0 })).toBe(0);
  });
});

it('a section of a day without groups is left out', () => {
  const day = {
    by_terminal: [point('1', 5)],
    by_cash_register: [point(null, 5)],
    by_employee: [point('1', 2), point(null, 3)],
    by_payment_system: [],
  } as unknown as Parameters<typeof sectionsOf>[0];
  expect(sectionsOf(day).map(({ name }) => name)).toEqual(['terminal', 'employee']);
});
