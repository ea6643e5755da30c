import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookRow, type IncomeBook, incomeBook } from '../../../main/money/income/book.ts';
import { noIncome, refundsOf, totalOf } from '../../../main/money/income/days.ts';
import { closeDay, daysToClose } from '../../../main/shop/reports/day-close.ts';
import { wallClock } from '../../../main/shop/shop-time.ts';
import { build } from '../../../main/store/db/connection.ts';
import { dateOf } from '../../../shared/time.ts';
import {
  amountOf,
  anySale,
  openSales,
  refundsOf as refundsOfSale,
  type Sale,
} from '../../shop/reports/sales.ts';
import { anyZone, intlClock } from '../../shop/reports/zones.ts';

const NUMBERS = ['1234567890', '12345678'] as const;
let stage: ReturnType<typeof openSales>;
beforeAll(() => {
  stage = openSales();
  for (const [at, edrpou] of NUMBERS.entries())
    stage.db.run(
      build
        .updateTable('terminals')
        .set({ edrpou })
        .where('id', '=', at + 1),
    );
});
afterAll(() => stage.close());

const yearsOf = (sales: readonly Sale[], zone: string): number[] => {
  const moments = sales.flatMap((sale) => [sale.paidAt, ...refundsOfSale(sale).map(({ at }) => at)]);
  return [...new Set(moments.map((at) => Number(dateOf(wallClock(zone)(at).day).slice(0, 4))))];
};
const NOW = Date.parse('2027-01-15T10:00:00Z');

const booksOf = (sales: readonly Sale[], zone: string): IncomeBook[][] =>
  yearsOf(sales, zone).map((year) => NUMBERS.map((number) => incomeBook(stage.db, zone, number, year, NOW)));
const datesOf = (books: readonly IncomeBook[]) =>
  new Set(books.flatMap(({ days }) => days.map(({ period }) => period)));
const sumOf = (rows: readonly BookRow[]) => rows.reduce((sum, row) => sum + totalOf(row.income), 0);

const expectDaySummary = (books: readonly IncomeBook[], zone: string, date: string): void => {
  const { totals, byTerminal } = closeDay(stage.db, daysToClose(zone, () => NOW)(date));
  const rows = books.map(({ days }) => days.find(({ period }) => period === date)?.income ?? noIncome());
  const sum = (name: 'card' | 'card_refunds') => rows.reduce((all, row) => all + row[name], 0);
  expect([sum('card'), sum('card_refunds')]).toEqual([totals.gross, totals.refunds]);
  for (const { key, sums } of byTerminal)
    expect(rows[Number(key) - 1]).toMatchObject({ card: sums.gross, card_refunds: sums.refunds });
};

const expectSums = ({ days, months, quarters, total, income }: IncomeBook): void => {
  expect([days, months, quarters, [total]].map(sumOf)).toEqual(Array(4).fill(income));
  expect([months, quarters, [total]].map((rows) => rows.at(-1)?.cumulative)).toEqual(Array(3).fill(income));
  expect(days.at(-1)?.cumulative ?? 0).toBe(income);
  const dates = days.map(({ period }) => period);
  expect(dates).toEqual(dates.toSorted());
};

/** Income by date, by Intl's clock. */
const incomeByIntl = (sales: readonly Sale[], zone: string): Map<string, number> => {
  const days = new Map<string, number>();
  const add = (at: number, amount: number) => {
    const { date } = intlClock(zone, at);
    days.set(date, (days.get(date) ?? 0) + amount);
  };
  for (const sale of sales.filter(({ isPaid }) => isPaid)) {
    add(sale.paidAt, amountOf(sale));
    for (const { amount, at } of refundsOfSale(sale)) add(at, -amount);
  }
  return days;
};

const incomeByBooks = (books: readonly IncomeBook[]): Map<string, number> => {
  const days = new Map<string, number>();
  for (const { period, income } of books.flatMap((book) => book.days))
    days.set(period, (days.get(period) ?? 0) + totalOf(income));
  return days;
};

const anySales = fc.array(anySale, { minLength: 1, maxLength: 20 });

describe('by any sales, in any time zone', () => {
  test('each day of the books together is the day summary, and each sum is that of its days', () => {
    fc.assert(
      fc.property(anySales, anyZone(), (sales, zone) => {
        stage.write(sales);
        for (const books of booksOf(sales, zone)) {
          for (const date of datesOf(books)) expectDaySummary(books, zone, date);
          books.forEach(expectSums);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("each payment and each refund is on its own day by Intl's clock, and in one year alone", () => {
    fc.assert(
      fc.property(anySales, anyZone(), (sales, zone) => {
        stage.write(sales);
        const found = incomeByBooks(booksOf(sales, zone).flat());
        expect([...found].toSorted()).toEqual([...incomeByIntl(sales, zone)].toSorted());
      }),
      { numRuns: 60 },
    );
  });
});

describe('in Kyiv', () => {
  const sale = (paid: string, amount: number, refunds: Sale['refunds'] = []): Sale => ({
    terminal: 1,
    register: null,
    employee: null,
    isPaid: true,
    fee: 13,
    lines: [],
    bare: amount,
    paidAt: Date.parse(paid),
    refunds,
  });
  const bookOf = (year: number) => incomeBook(stage.db, 'Europe/Kyiv', NUMBERS[0], year, NOW);
  const daysOf = (year: number) => bookOf(year).days.map((row) => [row.period, totalOf(row.income)]);

  test.each([
    ['2026-03-28T21:59:59.999Z', '2026-03-28', 'the last moment before the night that is an hour shorter'],
    ['2026-03-28T22:00:00.000Z', '2026-03-29', 'its first moment'],
    ['2026-03-29T20:59:59.999Z', '2026-03-29', 'the last moment of 23 hours'],
    ['2026-03-29T21:00:00.000Z', '2026-03-30', 'the day after'],
    ['2026-10-24T20:59:59.999Z', '2026-10-24', 'the last moment before the night that is an hour longer'],
    ['2026-10-24T21:00:00.000Z', '2026-10-25', 'its first moment'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25', 'half past three for the first time'],
    ['2026-10-25T01:30:00.000Z', '2026-10-25', 'half past three for the second time'],
    ['2026-10-25T21:59:59.999Z', '2026-10-25', 'the last moment of 25 hours'],
    ['2026-10-25T22:00:00.000Z', '2026-10-26', 'the day after'],
  ])('%s is on %s: %s', (paid, date) => {
    stage.write([sale(paid, 100)]);
    expect(daysOf(2026)).toEqual([[date, 100]]);
  });

  test("the year ends at midnight in Kyiv, and a refund after it lowers the next year's income", () => {
    stage.write([
      sale('2025-12-31T21:59:59.999Z', 5000, [{ amount: 2000, at: Date.parse('2025-12-31T22:00:00Z') }]),
      sale('2025-12-31T22:00:00.000Z', 300),
    ]);
    expect([daysOf(2025), daysOf(2026)]).toEqual([[['2025-12-31', 5000]], [['2026-01-01', -1700]]]);
    expect(refundsOf(bookOf(2026).total.income)).toBe(2000);
    expect([bookOf(2025).income, bookOf(2026).income]).toEqual([5000, -1700]);
  });

  test('payments in another currency stand apart, in their year alone', () => {
    stage.write([
      sale('2026-05-01T09:00:00Z', 7000, [{ amount: 1000, at: Date.parse('2026-05-02T09:00:00Z') }]),
      sale('2026-05-01T09:00:00Z', 400),
    ]);
    stage.db.run(build.updateTable('invoices').set({ ccy: 840 }).where('amount', '=', 7000));
    expect(daysOf(2026)).toEqual([['2026-05-01', 400]]);
    expect(bookOf(2026).otherCurrencies).toEqual([{ ccy: 840, received: 7000, refunds: 1000 }]);
    expect(bookOf(2027)).toMatchObject({ otherCurrencies: [], income: 0, days: [] });
  });
});
