import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DayClose } from '../../../shared/api/day-close.ts';
import type { Reconciliation } from '../../../shared/api/reconciliation.ts';
import type { Series } from '../../../shared/api/series.ts';
import { dateOf, dayNumber } from '../../../shared/time.ts';
import { errorsOf } from '../../helpers/errors.ts';
import { ok } from '../../helpers/ok.ts';
import type { Shop } from '../../helpers/shop.ts';
import { readXlsx } from '../../helpers/table-files.ts';
import {
  type Archive,
  fetchArchive,
  minorUnits,
  monthOf,
  openMonth,
  payInDollars,
  rowsOfCsv,
  sumOf,
} from './stage.ts';

let stage: Awaited<ReturnType<typeof openMonth>>;
let shop: Shop;
beforeAll(async () => {
  stage = await openMonth();
  shop = stage.shop;
});
afterAll(() => stage.close());

const get = <Body>(path: string): Promise<Body> => ok(shop.owner.get<Body>(path), 200);
const hryvnia = async (query?: string) => {
  const [currency] = (await monthOf(shop, query)).currencies;
  if (currency?.ccy !== 980) throw new Error('Hryvnia is first in every month.');
  return currency;
};
const SUMS = ['gross', 'fee', 'refunds', 'net', 'count', 'refund_count'] as const;

describe('the sums of a month', () => {
  test('payments by the date of payment, refunds by the date of refund, in Kyiv days', async () => {
    const { totals } = await hryvnia();
    expect(totals).toMatchObject({
      gross: 12_345 + 9300 + 3333 + 777 + 5050,
      refunds: 4001,
      count: 5,
      refund_count: 2,
    });
    expect(totals.fee).toBeGreaterThan(0);
    expect(totals.net).toBe(totals.gross - totals.refunds - totals.fee);
  });

  test('are those of the day summaries and of the report by day', async () => {
    const { totals } = await hryvnia();
    const { from, to } = await monthOf(shop);
    expect((await get<Series>(`stats/series/?from=${from}&to=${to}`)).totals).toEqual(totals);
    const sums = Object.fromEntries(SUMS.map((name) => [name, 0]));
    for (let day = dayNumber('2026-10-01'); day <= dayNumber('2026-10-31'); day += 1) {
      const close = await get<DayClose>(`stats/day-close/?date=${dateOf(day)}`);
      for (const name of SUMS) sums[name] = (sums[name] ?? 0) + close.totals[name];
    }
    expect(sums).toEqual(totals);
  });

  test('are those of the reconciliation, and of the bank’s statement', async () => {
    const { totals, refunded_of_payments } = await hryvnia();
    const { from, to } = await monthOf(shop);
    const { body, text, status } = await shop.owner.post<Reconciliation>(
      `reconciliation/?from=${from}&to=${to}`,
    );
    expect(status, text).toBe(200);
    const book = { count: totals.count, amount: totals.gross, refunded: refunded_of_payments };
    expect([body.here, body.bank, body.counts.differences]).toEqual([book, book, 0]);
    // Of October's payments one was refunded in November too.
    expect(refunded_of_payments).toBe(1 + 777);
  });

  test('of one seller: those of all add up to the whole', async () => {
    const { sellers } = await monthOf(shop);
    expect(sellers).toEqual([
      { tax_number: '3012345678', merchant_name: 'ФОП Коваль О. В.' },
      { tax_number: '12345678', merchant_name: 'ТОВ «Зерно»' },
    ]);
    const whole = await hryvnia();
    const parts = await Promise.all(
      sellers.map(({ tax_number }) => hryvnia(`?month=2026-10&tax_number=${tax_number}`)),
    );
    for (const name of SUMS)
      expect(parts.reduce((sum, { totals }) => sum + totals[name], 0)).toBe(whole.totals[name]);
    expect(parts[1]?.totals).toMatchObject({ gross: 3333, count: 1, refunds: 0 });
    expect((await hryvnia('?month=2026-10&tax_number=87654321')).totals.count).toBe(0);
  });

  test('the last full month by default; what is missing is said', async () => {
    const month = await monthOf(shop, '');
    expect(month).toMatchObject({ month: '2026-10', is_over: true, tax_number: null });
    expect([month.from, month.to]).toEqual(['2026-09-30T21:00:00.000Z', '2026-10-31T21:59:59.999Z']);
    expect(month.gaps).toEqual({ statements: [], attempts_in_doubt: 0, fiscal_receipts: 0 });
    const november = await monthOf(shop, '?month=2026-11');
    expect([november.is_over, november.currencies[0]?.totals.gross]).toEqual([false, 99_999]);
  });
});

describe('the archive', () => {
  let files: Archive;
  const table = (name: string) => rowsOfCsv(files[`csv/${name}.csv`]);
  beforeAll(async () => {
    const fetched = await fetchArchive(shop);
    files = fetched.files;
    expect(fetched.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="kramar-2026-10.zip"',
      'x-total-count': '5',
    });
  });

  test('has a workbook, the same tables as CSV, and a file for 1C and BAS', () => {
    const tables = 'totals days payouts payments refunds fees receipts products income'.split(' ');
    expect(Object.keys(files)).toEqual([
      'kramar-2026-10.xlsx',
      ...tables.map((name) => `csv/${name}.csv`),
      '1c-bas/acquiring.xml',
    ]);
    for (const name of tables)
      expect(files[`csv/${name}.csv`]?.subarray(0, 3).toString('hex')).toBe('efbbbf');
  });

  test('each table has the sums of the month', async () => {
    const { totals } = await hryvnia();
    for (const name of ['days', 'payouts', 'products']) {
      const rows = table(name);
      const sums = ['Виторг', 'Повернення', 'Комісія банку', 'До зарахування'].map((title) =>
        sumOf(rows, title),
      );
      expect([name, ...sums]).toEqual([name, totals.gross, totals.refunds, totals.fee, totals.net]);
    }
    const income = (title: string) =>
      table('income').reduce((sum, row) => sum + minorUnits(row[title] ?? ''), 0);
    expect([income('Оплати через банк'), income('Повернення'), income('Разом')]).toEqual([
      ...[totals.gross, totals.refunds, totals.gross - totals.refunds],
    ]);
    const payments = table('payments');
    expect(payments).toHaveLength(totals.count);
    expect(sumOf(payments, 'Сума')).toBe(totals.gross);
    expect(sumOf(payments, 'Комісія банку')).toBe(totals.fee);
    expect(sumOf(payments, 'До зарахування')).toBe(totals.gross - totals.fee);
    expect(table('refunds')).toHaveLength(totals.refund_count);
    expect(sumOf(table('refunds'), 'Сума повернення')).toBe(totals.refunds);
    expect([sumOf(table('fees'), 'Сума'), sumOf(table('fees'), 'Комісія банку')]).toEqual([
      totals.gross,
      totals.fee,
    ]);
    expect(
      table('totals')
        .filter((row) => row.Назва === 'Продавець')
        .map((row) => row.Примітка),
    ).toEqual(
      expect.arrayContaining(['ФОП Коваль О. В., РНОКПП 3012345678', 'ТОВ «Зерно», ЄДРПОУ 12345678']),
    );
    const total = table('totals').find((row) => row.Розділ === 'Разом' && row.Назва === '');
    expect(minorUnits(total?.['До зарахування'] ?? '')).toBe(totals.net);
  });

  test('rows: by the shop’s clock, and no formulas', () => {
    const payments = table('payments');
    expect(payments.map((row) => row.Оплачено)).toEqual([
      '01.10.2026 00:10:00',
      '10.10.2026 12:00:00',
      '10.10.2026 12:00:00',
      '31.10.2026 23:40:00',
      '31.10.2026 23:40:00',
    ]);
    expect(payments[0]?.['Номер замовлення']).toBe("'=1+1");
    expect(payments.filter((row) => row['Поза Kramar'] === 'так')).toMatchObject([{ Сума: '50,50' }]);
    expect(table('days')).toHaveLength(31);
    expect(table('products').map((row) => [row.Товар, row.Кількість, row.Виторг])).toEqual([
      ['Не з каталогу', '', '215,05'],
      ['Кава', '1,5', '93,00'],
    ]);
    expect(table('refunds').map((row) => [row['Дата повернення'], row['Сума оплати']])).toEqual([
      ['10.10.2026 12:00:00', '100,00'],
      // The second of the two hours that the night of the change has twice.
      ['25.10.2026 04:30:00', '93,00'],
    ]);
  });

  test('a fiscal receipt has its address at the tax office', () => {
    expect(table('receipts')).toMatchObject([
      {
        'Сума оплати': '33,33',
        Вид: 'продаж',
        Статус: 'зареєстровано',
        'ЄДРПОУ або РНОКПП': '12345678',
        Посилання: 'https://cabinet.tax.gov.ua/cashregs/check',
      },
    ]);
  });

  test('the workbook has the same rows, a sheet each', () => {
    const book = files['kramar-2026-10.xlsx'];
    if (!book) throw new Error('There is no workbook.');
    const names = Object.keys(files).flatMap((name) => /^csv\/(\w+)\.csv$/.exec(name)?.[1] ?? []);
    for (const [index, name] of names.entries()) {
      const sheet = readXlsx(book, index + 1);
      expect([name, sheet.rows.length - 1]).toEqual([name, table(name).length]);
      expect(sheet.formulas).toBe(0);
    }
    expect(readXlsx(book, 4).sheetName).toBe('Оплати');
  });

  test('the file for 1C and BAS: in less out is the net payout', async () => {
    const { totals } = await hryvnia();
    const documents = documentsOf(files['1c-bas/acquiring.xml']?.toString('utf8') ?? '');
    const account = (document: Record<string, string>, role: string) =>
      document[`${role}Счет`]?.startsWith('ACQ') ? minorUnits(document.Сумма ?? '') : 0;
    const sum = (role: string) => documents.reduce((all, document) => all + account(document, role), 0);
    expect([sum('Получатель'), sum('Плательщик')]).toEqual([totals.gross, totals.refunds + totals.fee]);
    const ids = documents.map((document) => document.ДокументИД);
    expect(new Set(ids).size).toBe(documents.length);
    expect(documents[0]).toMatchObject({ Дата: '01.10.2026', Сумма: '123.45', ПолучательОКПО: '3012345678' });
  });

  test('in English; of one seller', async () => {
    const { files: english, headers } = await fetchArchive(shop, '?month=2026-10&tax_number=12345678', 'en');
    expect(headers['content-disposition']).toContain('kramar-2026-10-12345678.zip');
    const [payment, ...others] = rowsOfCsv(english['csv/payments.csv']);
    expect([payment?.Amount, payment?.['Bank fee'] !== '', others.length]).toEqual(['33,33', true, 0]);
  });
});

const documentsOf = (xml: string): Record<string, string>[] => {
  const documents: Record<string, string>[] = [];
  let name = '';
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    name = tag.name;
    if (name === 'СекцияДокумент') documents.push({});
  });
  parser.on('text', (text) => {
    const last = documents.at(-1);
    if (last && text.trim() !== '') last[name] = text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return documents;
};

test.each([
  ['Month has wrong format. Use YYYY-MM.', ['2026-13', '2026-1', 'october', '2026-10-01', '+002026-10']],
  [expect.any(String), ['2026-12', '1969-12']],
])('a month that is none, has not begun, or is before 1970 is refused: %s', async (message, months) => {
  for (const month of months)
    for (const path of ['stats/month/', 'stats/month/export/'])
      expect(await errorsOf(shop, 'GET', `${path}?${new URLSearchParams({ month })}`)).toEqual({
        month: [message],
      });
});

test.each([
  '12345678\r\nX-Evil: 1',
  'ЄДРПОУ',
  '"; filename="evil.exe',
  '../../etc/passwd',
  '\u202e',
  'a'.repeat(500),
])('of the seller %j it is one file with a safe name, inside too', async (tax_number) => {
  const { headers, files } = await fetchArchive(shop, `?${new URLSearchParams({ tax_number })}`);
  expect(headers['x-evil']).toBeUndefined();
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="kramar-[\w.-]+"(; filename\*=UTF-8''[\w.%-]+)?$/,
  );
  for (const name of Object.keys(files))
    expect(name).toMatch(/^(csv\/|1c-bas\/)?[\p{L}\p{N}_-][\p{L}\p{N}._ -]*$/u);
});

test('another currency is apart, in the sums and in every table', async () => {
  payInDollars(shop, 12_345);
  const [, dollars] = (await monthOf(shop)).currencies;
  expect(dollars).toMatchObject({ ccy: 840, totals: { gross: 12_345, count: 1, refunds: 0 } });
  expect((await hryvnia()).totals).toMatchObject({ gross: 9300 + 3333 + 777 + 5050, count: 4 });
  const { files } = await fetchArchive(shop);
  for (const [name, title] of [
    ['days', 'Виторг'],
    ['payouts', 'Виторг'],
    ['payments', 'Сума'],
    ['fees', 'Сума'],
    ['products', 'Виторг'],
  ] as const)
    expect([name, sumOf(rowsOfCsv(files[`csv/${name}.csv`]), title, 'USD')]).toEqual([name, 12_345]);
  // The days of the income book are in hryvnia alone; below them a row says what it leaves out.
  const income = rowsOfCsv(files['csv/income.csv']);
  const other = income.filter((row) => row.День?.startsWith('Інша валюта'));
  expect(other.map((row) => [row.День, row['Оплати через банк'], row.Разом])).toEqual([
    ['Інша валюта, не додано: USD', '123,45', '123,45'],
  ]);
  const days = income.filter((row) => !other.includes(row));
  expect(days.reduce((sum, row) => sum + minorUnits(row['Оплати через банк'] ?? ''), 0)).toBe(
    9300 + 3333 + 777 + 5050,
  );
});
