import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { invoiceFilters, type ToInvoiceFilter } from '../../main/shop/invoice-filters.ts';
import { salesSeries } from '../../main/shop/reports/series.ts';
import { listInvoices } from '../../main/store/invoices/list/list.ts';
import { refundsOf as storedRefunds } from '../../main/store/invoices/refunds.ts';
import type { InvoiceQuery } from '../../shared/api/invoice-query.ts';
import type { SeriesGroup } from '../../shared/api/series.ts';
import { DAY_MS } from '../../shared/time.ts';
import { anySale, openSales, refundsOf, type Sale } from './reports/sales.ts';
import { anyMoment, anyZone, intlClock } from './reports/zones.ts';

// Every sum of a report opens the list that it sums.

const { db, write, close } = openSales();
afterAll(close);

const filters = new Map<string, ToInvoiceFilter>();
const listed = (zone: string, query: InvoiceQuery) => {
  // One for each zone, as in a service: it calls Intl for each day only once.
  const toFilter = filters.get(zone) ?? invoiceFilters(zone);
  filters.set(zone, toFilter);
  const found = listInvoices(db, toFilter(db, query), { limit: 1000, offset: 0 });
  expect(found.rows).toHaveLength(found.count);
  return found;
};

const anyShop = fc.record({
  sales: fc.array(anySale, { maxLength: 25 }),
  zone: anyZone(),
  from: fc.option(anyMoment(), { nil: undefined }),
  to: fc.option(anyMoment(), { nil: undefined }),
});

type Filters = [paid: InvoiceQuery, refunded: InvoiceQuery];

/** The filters of the link behind a point of a report. */
const FOLLOWED: Record<
  Exclude<SeriesGroup, 'day' | 'product' | 'tender'>,
  (key: string | null) => Filters
> = {
  hour: (key) => [{ paid_hour: Number(key) }, { refunded_hour: Number(key) }],
  weekday: (key) => [{ paid_weekday: Number(key) }, { refunded_weekday: Number(key) }],
  terminal: (key) => [{ terminal: Number(key) }, { terminal: Number(key) }],
  cash_register: (key) =>
    both(key === null ? { without: ['cash_register'] } : { cash_register: Number(key) }),
  employee: (key) => both(key === null ? { without: ['created_by'] } : { created_by: Number(key) }),
};
const both = (query: InvoiceQuery): Filters => [query, query];

describe('a point of a report, in any time zone, over any range', () => {
  test.each(Object.entries(FOLLOWED))('by %s', (group, follow) => {
    fc.assert(
      fc.property(anyShop, ({ sales, zone, from, to }) => {
        write(sales);
        const { points } = salesSeries(db, zone, group as SeriesGroup, { from, to });
        for (const { key, sums } of points) {
          const [byPayment, byRefund] = follow(key);
          // "Whenever it was paid" is no range of time, and still excludes unpaid invoices.
          const always = group === 'hour' || group === 'weekday' ? undefined : 0;
          const paid = listed(zone, { paid_from: from ?? always, paid_to: to, ...byPayment });
          const fee = paid.rows.reduce((sum, row) => sum + row.fee, 0);
          expect([paid.totals.total_amount, paid.count, fee]).toEqual([sums.gross, sums.count, sums.fee]);

          const refunded = listed(zone, { refunded_from: from ?? always, refunded_to: to, ...byRefund });
          expect(refunded.count > 0).toBe(sums.refund_count > 0);
          if (from === undefined && to === undefined && always === 0) {
            const given = refunded.rows.flatMap(({ id }) => storedRefunds(db, id));
            expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(sums.refunds);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  test('of a product: the invoices in which it was sold; without one: those with other items', () => {
    fc.assert(
      fc.property(anyShop, ({ sales, zone, from = 0, to }) => {
        write(sales);
        const { points } = salesSeries(db, zone, 'product', { from, to });
        const lines = new Map(points.map(({ key, sums }) => [key, sums.count]));
        for (const key of ['1', '2', '3', null]) {
          const chosen: InvoiceQuery = key === null ? { without: ['product'] } : { product: Number(key) };
          const { rows } = listed(zone, { paid_from: from, paid_to: to, ...chosen });
          const sold = rows.flatMap(({ number }) => linesOf(sales[number - 1]));
          expect(rows.every(({ number }) => hasProduct(sales[number - 1], key))).toBe(true);
          expect(sold.filter((product) => product === key)).toHaveLength(lines.get(key) ?? 0);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Products of its lines; a payment without lines is one of no product. */
const linesOf = (sale: Sale | undefined): (string | null)[] => {
  const lines = sale?.lines ?? [];
  if (!lines.some(({ amount }) => amount > 0)) return [null];
  return lines.map(({ product }) => (product === null ? null : String(product)));
};
const hasProduct = (sale: Sale | undefined, key: string | null) => linesOf(sale).includes(key);

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const anyQuery: fc.Arbitrary<InvoiceQuery> = fc
  .record({
    paid_from: maybe(anyMoment()),
    paid_to: maybe(anyMoment()),
    paid_hour: maybe(fc.nat(23)),
    paid_weekday: maybe(fc.integer({ min: 1, max: 7 })),
    refunded_from: maybe(anyMoment()),
    refunded_to: maybe(anyMoment()),
    refunded_hour: maybe(fc.nat(23)),
    refunded_weekday: maybe(fc.integer({ min: 1, max: 7 })),
    created_by: maybe(fc.constantFrom(1, 2, 9)),
    product: maybe(fc.constantFrom(1, 2, 3, 9)),
    without: maybe(fc.subarray(['created_by', 'cash_register', 'product'] as const, { minLength: 1 })),
    terminal: maybe(fc.constantFrom(1, 2)),
  })
  .chain((all) => {
    // All at once leave nothing over: most are dropped.
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return fc.subarray(given, { maxLength: Math.min(3, given.length) });
  })
  .map((entries) => Object.fromEntries(entries) as InvoiceQuery);

/** Computed once more, independently of the program: when money moved, and what the clock showed then. */
const moved = (
  zone: string,
  at: number,
  [from = at, to = at, hour, weekday]: readonly (number | undefined)[],
): boolean => {
  const clock = intlClock(zone, at);
  return (
    at >= from &&
    at <= to &&
    (hour ?? clock.hour) === clock.hour &&
    (weekday ?? clock.weekday) === clock.weekday
  );
};

const isMeant = (sale: Sale, zone: string, query: InvoiceQuery): boolean => {
  const paid = [query.paid_from, query.paid_to, query.paid_hour, query.paid_weekday];
  const refunded = [query.refunded_from, query.refunded_to, query.refunded_hour, query.refunded_weekday];
  const isRequested = (values: readonly unknown[]) => values.some((value) => value !== undefined);
  const { without = [], created_by = sale.employee, terminal = sale.terminal, product } = query;
  return (
    (!isRequested(paid) || (sale.isPaid && moved(zone, sale.paidAt, paid))) &&
    (!isRequested(refunded) || refundsOf(sale).some(({ at }) => moved(zone, at, refunded))) &&
    sale.employee === created_by &&
    sale.terminal === terminal &&
    (product === undefined || hasProduct(sale, String(product))) &&
    (!without.includes('created_by') || sale.employee === null) &&
    (!without.includes('cash_register') || sale.register === null) &&
    (!without.includes('product') || hasProduct(sale, null))
  );
};

const PAID: Sale = {
  terminal: 1,
  register: null,
  employee: null,
  isPaid: true,
  fee: 0,
  lines: [],
  bare: 100,
  paidAt: 0,
  refunds: [],
};

test('a range includes both its ends, and finds an invoice once however often it was refunded', () => {
  const [paidAt, first, second] = [DAY_MS, 2 * DAY_MS, 3 * DAY_MS];
  const refunds = [first, second].map((at) => ({ amount: 10, at }));
  write([{ ...PAID, paidAt, refunds }]);
  const count = (query: InvoiceQuery) => listed('UTC', query).count;
  expect(count({ paid_from: paidAt, paid_to: paidAt })).toBe(1);
  expect(count({ refunded_from: first, refunded_to: second })).toBe(1);
  for (const at of [first, second]) expect(count({ refunded_from: at, refunded_to: at })).toBe(1);
  expect(count({ refunded_from: first + 1, refunded_to: second - 1 })).toBe(0);
});

test('the very moment at which the clocks are changed, and the one before it', () => {
  const sale = (time: string): Sale => ({ ...PAID, paidAt: Date.parse(time) });
  const spring = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z'];
  const autumn = ['2026-10-25T00:59:59.999Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'];
  write([...spring, ...autumn].map(sale));
  const numbers = (paid_hour: number) =>
    listed('Europe/Kyiv', { paid_hour })
      .rows.map(({ number }) => number)
      .toSorted();
  expect([2, 3, 4, 5].map(numbers)).toEqual([[1], [3, 4], [2, 5], []]);
});

test('some of the filters at once: the invoices that all of them mean', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(anySale, { maxLength: 40 }),
      anyZone(),
      fc.array(anyQuery, { minLength: 4, maxLength: 4 }),
      (sales, zone, queries) => {
        write(sales);
        for (const query of queries) {
          const numbers = listed(zone, query).rows.map(({ number }) => number);
          const meant = sales.flatMap((sale, at) => (isMeant(sale, zone, query) ? [at + 1] : []));
          expect(numbers.toSorted((one, other) => one - other)).toEqual(meant);
          found += meant.length;
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(found).toBeGreaterThan(200);
});
