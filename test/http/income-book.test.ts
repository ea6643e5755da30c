import { beforeAll, describe, expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type {
  IncomeBook,
  IncomeEntry,
  IncomeEntryPage,
  IncomeLimits,
  IncomeState,
  IncomeStates,
} from '../../shared/api/income-book.ts';
import type { Shift } from '../../shared/api/shifts.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { errorsOf } from '../helpers/errors.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { syncInvoices } from '../helpers/statement.ts';
import { readCsv, readXlsx } from '../helpers/table-files.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { exportedFrom } from './export/stage.ts';

/** Over a new year in Kyiv: cards at two terminals of one number and at one of another, cash of a shift, entries. */
const START = Date.parse('2025-12-31T20:00:00Z');
const clock = stoppedClock(START);
let other: { id: number; edrpou: string };

const later = async (hours: number) => {
  clock.forward(hours * 3600);
  await shop.signInAgain();
};
const sell = async (terminal: number, amount: number) => (await shop.paid({ terminal, amount })).id;
const read = <Body>(path: string): Promise<Body> => ok(shop.owner.get<Body>(path), 200);
const book = (query = '') => read<IncomeBook>(`income-book/${query}`);
const enter = (body: object): Promise<IncomeEntry> =>
  ok(
    shop.owner.post<IncomeEntry>('income-book/entries/', {
      tax_number: shop.merchant.edrpou,
      kind: 'cash',
      amount: 5000,
      source: 'Ярмарок',
      ...body,
    }),
    201,
  );

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  const [, merchant] = shop.bank.merchants;
  const second = await addTerminal(shop.console, { name: 'Друга каса', token: shop.merchant.token });
  other = await addTerminal(shop.console, { name: 'Книги', token: merchant?.token ?? '' });
  const evening = await sell(shop.terminal.id, 10_000);
  await later(3);
  // One in the morning of 1 January in Kyiv.
  await shop.owner.post(`invoices/${evening}/cancel/`, { amount: 4000 });
  await sell(second.id, 700);
  await sell(other.id, 9900);
  const { body: shift } = await shop.owner.post<Shift>('shifts/', { opening_cash: 0 });
  const cash = `shifts/${shift.id}/cash-sales/`;
  await shop.owner.post(cash, { amount: 3000 });
  await shop.owner.post(cash, { amount: 500, is_refund: true });
  const { body: mistake } = await shop.owner.post<{ id: number }>(cash, { amount: 99_999 });
  await shop.owner.post(`cash-sales/${mistake.id}/void/`, { reason: 'Зайвий нуль' });
  await later(33);
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 1200 });
  for (const terminal of [shop.terminal.id, second.id, other.id]) await syncInvoices(shop, terminal);
});

const NONE = { cash: 0, shift_cash: 0, transfers: 0, cash_refunds: 0, transfer_refunds: 0 };

describe('the book', () => {
  test('sums the terminals of a tax number together, refunds on their day, cash of shifts by itself', async () => {
    const found = await book('?year=2026');
    expect(found).toMatchObject({
      tax_number: shop.merchant.edrpou,
      year: 2026,
      income: 400,
      terminals: [{ name: 'Каса' }, { name: 'Друга каса' }],
      takes_shift_cash: true,
    });
    expect(found.days).toEqual([
      {
        period: '2026-01-01',
        ...NONE,
        card: 700,
        cash: 3000,
        shift_cash: 3000,
        card_refunds: 4000,
        cash_refunds: 500,
        refunds: 4500,
        total: -800,
        cumulative: -800,
      },
      {
        period: '2026-01-02',
        card: 1200,
        ...NONE,
        card_refunds: 0,
        refunds: 0,
        total: 1200,
        cumulative: 400,
      },
    ]);
    expect(found.months.map(({ period }) => period).slice(0, 2)).toEqual(['2026-01', '2026-02']);
    expect(found.quarters.map(({ total, cumulative }) => [total, cumulative])).toEqual([
      ...[[400, 400], ...Array(3).fill([0, 400])],
    ]);
    expect((await book('?year=2025')).days.map(({ period, total }) => [period, total])).toEqual([
      ['2025-12-31', 10_000],
    ]);
    const others = await book(`?tax_number=${other.edrpou}`);
    expect(others).toMatchObject({ income: 9900, takes_shift_cash: false, days: [{ card: 9900, cash: 0 }] });
  });

  test('of a deleted terminal stays', async () => {
    const { id, edrpou } = await addTerminal(shop.console, {
      name: 'Аптека',
      token: shop.bank.merchants[2]?.token ?? '',
    });
    await sell(id, 55_500);
    expect((await shop.owner.send('DELETE', `terminals/${id}/`)).status).toBe(204);
    expect(await book(`?tax_number=${edrpou}`)).toMatchObject({
      income: 55_500,
      terminals: [{ name: 'Аптека', is_deleted: true }],
    });
  });

  test('refuses a tax number that no terminal has', async () => {
    for (const path of ['', 'export/', 'entries/'])
      expect(
        Object.keys((await errorsOf(shop, 'GET', `income-book/${path}?tax_number=00000000`)) ?? {}),
      ).toEqual(['tax_number']);
  });
});

describe('income by hand', () => {
  test('counts on its date with who and when, until it is voided with why', async () => {
    const before = await book();
    const entry = await enter({ date: '2026-01-01', kind: 'transfer', remark: 'Накладна 17' });
    expect(entry).toMatchObject({
      date: '2026-01-01',
      kind: 'transfer',
      amount: 5000,
      is_refund: false,
      source: 'Ярмарок',
      remark: 'Накладна 17',
      made_by: 'owner',
      voided_by: null,
      void_reason: '',
    });
    const returned = await enter({ date: '2026-01-02', kind: 'transfer', amount: 800, is_refund: true });
    const during = await book();
    expect(during.income).toBe(before.income + 4200);
    expect(during.days[0]).toMatchObject({ transfers: 5000, total: -800 + 5000 });
    expect(during.days[1]).toMatchObject({ transfer_refunds: 800, refunds: 800, total: 400 });
    for (const { id } of [entry, returned]) {
      const { status, body } = await shop.owner.post<IncomeEntry>(`income-book/entries/${id}/void/`, {
        reason: 'Внесено двічі',
      });
      expect([status, body.voided_by, body.void_reason]).toEqual([200, 'owner', 'Внесено двічі']);
    }
    const { days, income } = await book();
    expect({ days, income }).toEqual({ days: before.days, income: before.income });
    const list = await read<IncomeEntryPage>('income-book/entries/');
    expect(list.results.map(({ id, voided_by }) => [id, voided_by])).toEqual([
      [returned.id, 'owner'],
      [entry.id, 'owner'],
    ]);
    expect((await read<IncomeEntryPage>('income-book/entries/?year=2025')).count).toBe(0);
    const again = { reason: 'Ще раз' };
    const errors = await errorsOf(shop, 'POST', `income-book/entries/${entry.id}/void/`, again);
    expect(errors?.non_field_errors?.[0]).toContain('This entry is voided already: owner');
  });

  test('is refused for a day that has not begun, for none, and for another tax number', async () => {
    const body = {
      tax_number: shop.merchant.edrpou,
      date: '2026-01-01',
      kind: 'cash',
      amount: 1,
      source: 'x',
    };
    for (const wrong of [{ date: '2026-01-03' }, { date: '2026-02-30' }, { tax_number: '00000000' }]) {
      const errors = await errorsOf(shop, 'POST', 'income-book/entries/', { ...body, ...wrong });
      expect(Object.keys(errors ?? {})).toEqual(Object.keys(wrong));
    }
  });
});

describe('limits', () => {
  const limits = async () =>
    (await read<IncomeLimits>('income-book/limits/')).results.map(({ year, tax_group, amount, source }) => [
      ...[year, tax_group, amount / 100, source],
    ]);

  test('of the law, of an earlier year where a year is not known, and of the owner', async () => {
    expect((await limits()).slice(0, 6)).toEqual([
      [2027, 1, 1_444_049, 'earlier_year'],
      [2027, 2, 7_211_598, 'earlier_year'],
      [2027, 3, 10_091_049, 'earlier_year'],
      [2026, 1, 1_444_049, 'law'],
      [2026, 2, 7_211_598, 'law'],
      [2026, 3, 10_091_049, 'law'],
    ]);
    await shop.owner.patch('income-book/limits/', { year: 2026, group_1: 100 });
    const [first, , , now, second] = await limits();
    expect([first, now, second]).toEqual([
      ...[
        [2027, 1, 1, 'earlier_year'],
        [2026, 1, 1, 'owner'],
        [2026, 2, 7_211_598, 'law'],
      ],
    ]);
    await shop.owner.patch('income-book/limits/', { year: 2026, group_1: null });
    expect((await limits())[3]).toEqual([2026, 1, 1_444_049, 'law']);
  });

  test('warn at 80, 90 and 100 percent of the group, from the year of the choice on', async () => {
    const tax_number = shop.merchant.edrpou;
    const { income } = await book();
    const choose = (body: object) => shop.owner.patch<IncomeState>('income-book/taxpayers/', body);
    expect((await choose({ tax_number, year: 2026, tax_group: 2 })).body).toMatchObject({
      tax_group: 2,
      limit: 721_159_800,
      limit_source: 'law',
      level: null,
      reached_on: null,
      forecast: { status: 'too_little_data', date: null, year_end: null },
    });
    expect(await book('?year=2025')).toMatchObject({ tax_group: null, limit: null, forecast: null });
    for (const [limit, level] of [
      [Math.floor(income / 0.8), 80],
      [Math.floor(income / 0.9), 90],
      [income, 100],
    ]) {
      await shop.owner.patch('income-book/limits/', { year: 2026, group_2: limit });
      const [state] = (await read<IncomeStates>('income-book/taxpayers/')).results;
      expect([state?.level, state?.reached_on]).toEqual([level, level === 100 ? '2026-01-02' : null]);
    }
    await shop.owner.patch('income-book/limits/', { year: 2026, group_2: null });
    await choose({ tax_number, year: 2026, tax_group: null });
    expect(await book()).toMatchObject({ tax_group: null, forecast: { status: 'no_limit' } });
  });

  test('the cash of shifts moves to another number from a year on, and is counted once', async () => {
    const [mine, others] = [await book(), await book(`?tax_number=${other.edrpou}`)];
    const move = (tax_number: string) =>
      shop.owner.patch('income-book/taxpayers/', { tax_number, year: 2026, takes_shift_cash: true });
    await move(other.edrpou);
    expect((await book()).income).toBe(mine.income - 2500);
    expect((await book(`?tax_number=${other.edrpou}`)).income).toBe(others.income + 2500);
    await move(shop.merchant.edrpou);
    expect((await book()).income).toBe(mine.income);
  });

  test('are forecast over four weeks of income', async () => {
    const group = { tax_number: shop.merchant.edrpou, year: 2026, tax_group: 1 };
    await shop.owner.patch('income-book/taxpayers/', group);
    const { income } = await book();
    await later(30 * 24);
    // Sunday, 1 February: 28 days from 4 to 31 January, of 1000 each.
    for (let day = 4; day <= 31; day += 1)
      await enter({ date: `2026-01-${String(day).padStart(2, '0')}`, amount: 1000 });
    // 29 000 are missing: 29 days from 2 February on.
    await shop.owner.patch('income-book/limits/', { year: 2026, group_1: income + 28_000 + 29_000 });
    const [state] = (await read<IncomeStates>('income-book/taxpayers/')).results;
    const year_end = income + 28_000 + 333 * 1000;
    expect(state?.forecast).toEqual({ status: 'expected', date: '2026-03-02', year_end });
  });
});

test('whoever sees only their own sales reads nothing of it', async () => {
  const rights = ['can_view_invoices', 'can_create_invoices'] as const;
  const own = await shop.employee('own', rights, { own_sales_only: 1 });
  for (const path of ['', 'taxpayers/', 'limits/', 'entries/', 'export/'])
    expect((await withoutTrace(shop, () => own.get<Refusal>(`income-book/${path}`))).status).toBe(403);
});

test('as a table: days, after each month and quarter its sums, at the end the year', async () => {
  const found = await book('?year=2026');
  const token = await shop.signIn('owner');
  const uk = { token, headers: { 'Accept-Language': 'uk' } };
  const { file, headers } = await exportedFrom(shop, 'income-book/export/?year=2026', uk);
  const name = `income-book-${shop.merchant.edrpou}-2026`;
  expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
  const [titles, ...rows] = readCsv(file);
  expect(titles?.join(';')).toBe(
    'Рядок;Дата;Готівка;Оплати через банк;Перекази;Повернення;Разом;Від початку року',
  );
  expect(rows[0]).toEqual(['День', '01.01.2026', '30,00', '7,00', '0,00', '45,00', '-8,00', '-8,00']);
  expect(rows.filter(([kind]) => kind === 'День')).toHaveLength(found.days.length);
  expect(rows.slice(-2).map(([kind, period]) => [kind, period])).toEqual([
    ['Квартал', '2026-Q4'],
    ['Рік', '2026'],
  ]);
  const total = (found.income / 100).toFixed(2).replace('.', ',');
  expect(rows.at(-1)?.slice(-2)).toEqual([total, total]);
  const workbook = await exportedFrom(shop, 'income-book/export/?year=2026&format=xlsx', uk);
  expect(readXlsx(workbook.file)).toMatchObject({ sheetName: 'Книга доходів', formulas: 0 });
});
