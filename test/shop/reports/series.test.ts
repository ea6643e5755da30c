import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type SalesSeries, salesSeries } from '../../../main/shop/reports/series.ts';
import type { Sums } from '../../../main/shop/reports/series-sums.ts';
import { SERIES_GROUPS, type SeriesGroup, type SeriesQuery } from '../../../shared/api/series.ts';
import { inFile } from '../../helpers/contents.ts';
import { amountOf, anySale, type Line, openSales, refundsOf, type Sale } from './sales.ts';
import { anyMoment, anyZone, intlClock } from './zones.ts';

const { db, file, write, close } = openSales();
afterAll(close);

/** The sums, worked out once more, independently of the program. */
type Key = string | null;
const zero = (): Sums => ({ gross: 0, fee: 0, refunds: 0, count: 0, refund_count: 0, quantity: 0 });

const reference = (
  sales: readonly Sale[],
  keyOf: (sale: Sale, at: number) => Key,
  isIn: (at: number) => boolean,
): Map<Key, Sums> => {
  const sums = new Map<Key, Sums>();
  const at = (key: Key) => {
    const sum = sums.get(key) ?? zero();
    sums.set(key, sum);
    return sum;
  };
  for (const sale of sales) {
    if (sale.isPaid && isIn(sale.paidAt)) {
      const sum = at(keyOf(sale, sale.paidAt));
      sum.gross += amountOf(sale);
      sum.fee += sale.fee;
      sum.count += 1;
    }
    for (const refund of refundsOf(sale).filter((each) => isIn(each.at))) {
      const sum = at(keyOf(sale, refund.at));
      sum.refunds += refund.amount;
      sum.refund_count += 1;
    }
  }
  return sums;
};

const keys = (zone: string): Partial<Record<SeriesGroup, (sale: Sale, at: number) => Key>> => ({
  hour: (_, at) => String(intlClock(zone, at).hour),
  weekday: (_, at) => String(intlClock(zone, at).weekday),
  day: (_, at) => intlClock(zone, at).date,
  terminal: ({ terminal }) => String(terminal),
  cash_register: ({ register }) => (register === null ? null : String(register)),
  employee: ({ employee }) => (employee === null ? null : String(employee)),
});

const sumsBy = ({ points }: SalesSeries, isSomething = false): Map<Key, Sums> =>
  new Map(
    points
      .filter(({ sums }) => !isSomething || sums.count + sums.refund_count > 0)
      .map(({ key, sums }) => [key, sums]),
  );

const anyShop = fc.record({
  sales: fc.array(anySale, { maxLength: 25 }),
  zone: anyZone(),
  from: fc.option(anyMoment(), { nil: undefined }),
  to: fc.option(anyMoment(), { nil: undefined }),
});

describe('against plain sums, in any time zone, on days on which clocks change', () => {
  test.each(SERIES_GROUPS.filter((group) => group !== 'product' && group !== 'tender'))('by %s', (group) => {
    fc.assert(
      fc.property(anyShop, fc.option(fc.constantFrom(1, 2)), ({ sales, zone, from, to }, register) => {
        write(sales);
        const filter = { from, to, ...(register === null ? {} : { cash_register: register }) };
        const reported = salesSeries(db, zone, group, filter);
        const isIn = (at: number) => at >= (from ?? at) && at <= (to ?? at);
        const mine = sales.filter((sale) => register === null || sale.register === register);
        const keyOf = keys(zone)[group] ?? (() => null);
        expect(sumsBy(reported, true)).toEqual(reference(mine, keyOf, isIn));
        expect(reported.totals).toEqual(reference(mine, () => null, isIn).get(null) ?? zero());
      }),
      { numRuns: 60 },
    );
  });

  test('by day: in order, and no day between them is left out', () => {
    fc.assert(
      fc.property(anyShop, ({ sales, zone }) => {
        write(
          sales.filter(({ paidAt }) => paidAt > Date.UTC(2026, 0)).map((sale) => ({ ...sale, refunds: [] })),
        );
        const days = salesSeries(db, zone, 'day', {}).points.map(({ key }) => Date.parse(`${key}T00:00Z`));
        for (const [at, day] of days.entries())
          if (at > 0) expect(day - (days[at - 1] ?? 0)).toBe(86_400_000);
      }),
      { numRuns: 30 },
    );
  });
});

describe('by product', () => {
  const byProduct = (filter: SeriesQuery = {}) => salesSeries(db, 'UTC', 'product', filter);

  test('lines as they were sold; fee and refunds add up to those of the payments', () => {
    fc.assert(
      fc.property(anyShop, ({ sales, from, to }) => {
        write(sales);
        const { points, totals } = byProduct({ from, to });
        const isIn = (at: number) => at >= (from ?? at) && at <= (to ?? at);
        expect(totals).toEqual(reference(sales, () => null, isIn).get(null) ?? zero());
        for (const name of ['gross', 'fee', 'refunds'] as const)
          expect(points.reduce((sum, { sums }) => sum + sums[name], 0)).toBe(totals[name]);
        const sold = sales.filter(({ isPaid, paidAt }) => isPaid && isIn(paidAt));
        for (const { key, sums } of points) {
          if (key === null) continue;
          const lines = sold
            .filter(({ lines: all }) => all.some(({ amount }) => amount > 0))
            .flatMap((sale) => sale.lines.filter(({ product }) => String(product) === key));
          expect(sums).toMatchObject({
            gross: lines.reduce((sum, { amount }) => sum + amount, 0),
            quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
            count: lines.length,
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  test('a full refund, in however many parts, leaves nothing of any product', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 4 });
    fc.assert(
      fc.property(anySale, parts, (sale, amounts) => {
        const whole = {
          ...sale,
          isPaid: true,
          refunds: [...amounts, 99_999].map((amount) => ({ amount, at: 5 })),
        };
        write([whole]);
        for (const { sums } of byProduct().points) expect(sums.refunds).toBe(sums.gross);
      }),
    );
  });

  const sale = (fields: Partial<Sale>): Sale => ({
    terminal: 1,
    register: null,
    employee: null,
    paidAt: 100,
    isPaid: true,
    fee: 0,
    lines: [],
    bare: 1000,
    refunds: [],
    ...fields,
  });
  const line = (product: number | null, amount: number, quantity = 1000): Line => ({
    product,
    amount,
    quantity,
  });
  const reported = (filter?: SeriesQuery) =>
    byProduct(filter).points.map(({ key, label, sums }) => ({ key, label, ...sums }));

  test('an example', () => {
    write([
      sale({
        fee: 10,
        lines: [line(1, 300, 1500), line(2, 600), line(null, 100)],
        refunds: [{ amount: 500, at: 200 }],
      }),
      sale({ fee: 3, bare: 50 }),
      sale({ isPaid: false, lines: [line(3, 700)] }),
    ]);
    const nothing = { refunds: 0, refund_count: 0 };
    expect(reported()).toEqual([
      { key: '2', label: 'Чай', gross: 600, fee: 6, refunds: 300, count: 1, refund_count: 1, quantity: 1000 },
      {
        key: '1',
        label: 'Кава',
        gross: 300,
        fee: 3,
        refunds: 150,
        count: 1,
        refund_count: 1,
        quantity: 1500,
      },
      { key: null, label: '', gross: 150, fee: 4, refunds: 50, count: 2, refund_count: 1, quantity: 1000 },
    ]);
    expect(reported({ to: 150 })).toMatchObject([nothing, nothing, nothing]);
    expect(reported({ from: 150 })).toMatchObject([
      { key: null, label: '', gross: 0, fee: 0, refunds: 50, count: 0, refund_count: 1 },
      { key: '1', label: 'Кава', gross: 0, refunds: 150 },
      { key: '2', label: 'Чай', gross: 0, refunds: 300 },
    ]);
  });

  test('a refund counts once for a product, in however many lines it was sold', () => {
    write([sale({ lines: [line(1, 300), line(1, 300)], refunds: [{ amount: 500, at: 200 }] })]);
    expect(reported()).toMatchObject([{ key: '1', count: 2, refunds: 500, refund_count: 1 }]);
  });
});

describe('the names of the groups', () => {
  test('a deleted terminal keeps its name, an employee has the full name, otherwise the username', () => {
    const common = { paidAt: 1, isPaid: true, fee: 0, lines: [], refunds: [] };
    write([
      { ...common, terminal: 2, register: 2, employee: 1, bare: 5 },
      { ...common, terminal: 1, register: 1, employee: 2, bare: 9 },
      { ...common, terminal: 1, register: null, employee: null, bare: 1 },
    ]);
    inFile(file, 'update terminals set deleted_at = 1 where id = 2');
    const called = (group: SeriesGroup) =>
      salesSeries(db, 'UTC', group, {}).points.map(({ key, label }) => `${key} ${label}`);
    expect(called('terminal')).toEqual(['1 Кафе', '2 Бакалія']);
    expect(called('cash_register')).toEqual(['1 Q1', '2 Q2', 'null ']);
    expect(called('employee')).toEqual(['2 Олена Коваль', '1 owner', 'null ']);
  });
});
