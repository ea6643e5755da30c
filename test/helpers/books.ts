import { expect } from 'vitest';
import type { ClosureSums, ShopDays } from '../../shared/api/closures.ts';
import type { IncomeBook } from '../../shared/api/income-book.ts';
import type { Series, SeriesSums } from '../../shared/api/series.ts';
import type { DayCash } from '../../shared/api/shifts.ts';
import { exportedFrom } from '../http/export/stage.ts';
import type { Shop } from './shop.ts';
import { readCsv } from './table-files.ts';

/** `-1 234,50` → minor units. */
const minor = (text: string | undefined): number => Number((text ?? '').replace(/[^\d-]/g, ''));

const sumOf = (rows: readonly SeriesSums[], name: keyof SeriesSums): number =>
  rows.reduce((sum, row) => sum + row[name], 0);

const GROUPS = ['hour', 'day', 'product', 'employee', 'terminal', 'tender'] as const;

/**
 * Compares to the minor unit what the income book, the reports, the till, the days and the exports say of a day of the
 * shop's calendar, and returns the sums of the day. No income is entered by hand, and no shift goes on over midnight.
 */
export const booksOf = async (shop: Shop, date: string): Promise<ClosureSums> => {
  const read = async <Body>(path: string): Promise<Body> => {
    const { status, body, text } = await shop.owner.get<Body>(path);
    expect(status, text).toBe(200);
    return body;
  };
  const token = await shop.signIn('owner');
  const table = async (path: string): Promise<string[][]> =>
    readCsv((await exportedFrom(shop, path, { token })).file);

  const [day] = (await read<ShopDays>(`stats/days/?date_from=${date}&date_to=${date}`)).days;
  if (!day) throw new Error(`There is no day ${date}.`);
  const { sums } = day;
  const { qr, qr_refunds, sales, refunds } = sums;
  expect(sums.takings).toBe(qr + sales);

  const year = `year=${date.slice(0, 4)}`;
  const book = (await read<IncomeBook>(`income-book/?${year}`)).days.find(({ period }) => period === date);
  expect({ card: book?.card ?? 0, cash: book?.cash ?? 0 }, 'income book').toEqual({ card: qr, cash: sales });
  expect([book?.card_refunds ?? 0, book?.cash_refunds ?? 0], 'income book').toEqual([qr_refunds, refunds]);
  const bookRow = (await table(`income-book/export/?${year}`)).find((row) => row[1] === dotted(date));
  expect([minor(bookRow?.[6]), bookRow === undefined], 'export of the book').toEqual([
    book?.total ?? 0,
    book === undefined,
  ]);

  const { from, to } = await read<{ from: string; to: string }>(`stats/day-close/?date=${date}`);
  const range = `from=${from}&to=${to}`;
  const whole = { gross: qr + sales, refunds: qr_refunds + refunds };
  for (const group of GROUPS) {
    const { results, totals } = await read<Series>(`stats/series/?group_by=${group}&tender=all&${range}`);
    expect([group, totals]).toMatchObject([group, whole]);
    expect(totals.count, group).toBe(sums.qr_count + sums.sale_count - sums.part_count);
    for (const name of ['gross', 'refunds', 'fee', 'net'] as const)
      expect([group, name, sumOf(results, name)]).toEqual([group, name, totals[name]]);
    const rows = await table(`stats/series/export/?group_by=${group}&tender=all&${range}`);
    const first = group === 'product' ? 2 : 1;
    const total = rows.find(([name]) => name === 'Total');
    expect([group, minor(total?.[first]), minor(total?.[first + 1])]).toEqual([
      ...[group, whole.gross, whole.refunds],
    ]);
  }
  const { results } = await read<Series>(`stats/series/?group_by=tender&${range}`);
  const byTender = (key: string) => {
    const { gross = 0, refunds: back = 0 } = results.find((point) => point.key === key) ?? {};
    return [gross, back];
  };
  expect([byTender('qr'), byTender('cash')]).toEqual([
    [qr, qr_refunds],
    [sales, refunds],
  ]);
  // Without the parameter the report is of QR alone, as it was.
  const { totals } = await read<Series>(`stats/series/?${range}`);
  expect([totals.gross, totals.refunds]).toEqual([qr, qr_refunds]);

  const cash = await read<DayCash>(`stats/day-cash/?date=${date}`);
  expect(cash).toMatchObject({ sales, refunds, rounding: sums.rounding, cash_in: sums.cash_in });
  const tills = await Promise.all(
    day.shifts.map(({ id }) => read<Record<string, number>>(`shifts/${id}/till/`)),
  );
  const inTills = (name: string) => tills.reduce((sum, till) => sum + (till[name] ?? 0), 0);
  for (const name of ['sales', 'refunds', 'rounding', 'cash_in', 'cash_out'] as const)
    expect([name, inTills(name)]).toEqual([name, sums[name]]);
  expect(inTills('expected_cash')).toBe(
    inTills('opening_cash') + sales - refunds + sums.cash_in - sums.cash_out,
  );
  return sums;
};

/** `2026-03-02` → `02.03.2026` */
const dotted = (date: string): string => date.split('-').toReversed().join('.');
