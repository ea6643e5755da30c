import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incomeBook } from '../../main/money/income/book.ts';
import { refundsOf, totalOf } from '../../main/money/income/days.ts';
import { forecastOf } from '../../main/money/income/forecast.ts';
import { limitOf } from '../../main/money/income/limits.ts';
import { build } from '../../main/store/db/connection.ts';
import { insertIncomeEntry } from '../../main/store/income.ts';
import { insertRefund } from '../../main/store/invoices/refunds.ts';
import { insertCashSale, insertShift } from '../../main/store/shifts.ts';
import { dateOf, dayNumber } from '../../shared/time.ts';
import { permit } from '../helpers/permit.ts';
import { openSales } from '../shop/reports/sales.ts';

/** The worked examples of the guide are calculated, so that they cannot differ from what the program does. */

const NUMBER = '3141592653';
let stage: ReturnType<typeof openSales>;
beforeAll(() => {
  stage = openSales();
  stage.db.run(build.updateTable('terminals').set({ edrpou: NUMBER }));
});
afterAll(() => stage.close());

const read = (language: string): string =>
  readFileSync(new URL(`../../docs/income-book.${language}.md`, import.meta.url), 'utf8');
/** The tables, without their heads. */
const tablesOf = (text: string): string[][][] =>
  text.split(/\n(?!\|)/).flatMap((part) => {
    const lines = part.split('\n').filter((line) => line.startsWith('|'));
    return lines.length > 2
      ? [
          lines.slice(2).map((line) =>
            line
              .split('|')
              .slice(1, -1)
              .map((cell) => cell.trim()),
          ),
        ]
      : [];
  });
/** `1 500,00` → 150000; a sum without decimals is in hryvnias too. */
const minor = (text = ''): number => Math.round(Number(text.replaceAll(' ', '').replace(',', '.')) * 100);
/** `01.01.2026` → `2026-01-01` */
const isoDate = (text = ''): string => text.slice(0, 10).split('.').toReversed().join('-');
/** In winter Kyiv is two hours ahead. */
const instant = (text = ''): number => Date.parse(`${isoDate(text)}T${text.slice(11)}:00+02:00`);

const MOVEMENTS = ['payment', 'refund', 'payment', 'shift', 'cash', 'transfer', 'payment'] as const;

const enter = (movements: readonly string[][]): void => {
  const sold = (at: number, amount: number) => ({
    terminal: 1,
    register: null,
    employee: null,
    isPaid: true,
    fee: 0,
    lines: [],
    refunds: [],
    paidAt: at,
    bare: amount,
  });
  const of = (kind: string) =>
    movements.flatMap(([when, , sum], index) =>
      MOVEMENTS[index] === kind
        ? [{ at: instant(when), day: dayNumber(isoDate(when)), amount: minor(sum) }]
        : [],
    );
  stage.write(of('payment').map(({ at, amount }) => sold(at, amount)));
  for (const table of ['cash_sales', 'shifts', 'income_entries'] as const)
    stage.db.run(build.deleteFrom(table));
  const invoice = stage.db.get(build.selectFrom('invoices').select('id').orderBy('number'))?.id ?? 0;
  for (const { at, amount } of of('refund')) insertRefund(stage.db, invoice, { amount, refunded_at: at });
  const shift = insertShift(stage.db, { opened_by: 1, opened_at: 0, opening_cash: 0, opening_remark: '' });
  for (const { at, amount } of of('shift'))
    insertCashSale(
      stage.db,
      { shift_id: shift.id, amount, is_refund: 0, remark: '', made_by: 1, made_at: at },
      [],
      permit('sale'),
    );
  for (const kind of ['cash', 'transfer'] as const)
    for (const { day, amount } of of(kind))
      insertIncomeEntry(
        stage.db,
        {
          tax_number: NUMBER,
          day,
          kind,
          amount,
          is_refund: 0,
          source: 'x',
          remark: '',
          made_by: 1,
          made_at: 0,
        },
        permit('sale'),
      );
};

describe.each(['uk', 'en'])('the guide in %s', (language) => {
  const [limits = [], movements = [], book = [], weekdays = []] = tablesOf(read(language));

  test('lists the limits that the program has', () => {
    expect(limits).toHaveLength(3);
    for (const [year, , ...groups] of limits)
      expect([year, ...groups.map(minor)]).toEqual([
        year,
        ...([1, 2, 3] as const).map((group) => limitOf(stage.db, Number(year), group)?.amount),
      ]);
  });

  test('shows the days of the book as they are', () => {
    expect(movements).toHaveLength(MOVEMENTS.length);
    enter(movements);
    const { days } = incomeBook(stage.db, 'Europe/Kyiv', NUMBER, 2026, Date.parse('2026-01-03T10:00:00Z'));
    expect(
      days.map(({ period, income, cumulative }) => [
        ...[
          period,
          income.cash,
          income.card,
          income.transfers,
          refundsOf(income),
          totalOf(income),
          cumulative,
        ],
      ]),
    ).toEqual(book.map(([date, ...sums]) => [isoDate(date), ...sums.map(minor)]));
  });

  test('forecasts the day and the year that the program forecasts', () => {
    const today = dayNumber('2026-10-05');
    expect(weekdays).toHaveLength(7);
    for (const [, one, two, three, four, mean] of weekdays)
      expect([one, two, three, four].reduce((sum, each) => sum + minor(each), 0)).toBe(4 * minor(mean));
    const { day, yearEnd } = forecastOf({
      today,
      lastDay: dayNumber('2026-12-31'),
      income: 650_000_000,
      reachedOn: null,
      limit: limitOf(stage.db, 2026, 2)?.amount,
      incomeOn: (at) => minor(weekdays[(at - today + 28) % 7]?.[1 + Math.floor((at - today + 28) / 7)]),
    });
    const [reached, year] = [...read(language).matchAll(/\*\*([\d. ]+)\*\*/g)]
      .slice(-2)
      .map(([, text]) => text);
    expect([day && dateOf(day), yearEnd]).toEqual([isoDate(reached), minor(year)]);
  });
});
