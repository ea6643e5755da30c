import { beforeAll, describe, expect, test } from 'vitest';
import { changeSetting } from '../../main/shop/settings.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Series, SeriesPoint } from '../../shared/api/series.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { readCsv, readXlsx } from '../helpers/table-files.ts';
import { usualHeaders } from '../helpers/usual.ts';
import { exportedFrom } from './export/stage.ts';

/** A shop in Kyiv, over the night in which the clocks are set back: 25 October 2026 has 25 hours. */
const EVENING = Date.parse('2026-10-24T20:30:00Z');
const clock = stoppedClock(EVENING);
const PRODUCTS = ['Кава', 'Чай'];

/** Keyed by what happened to the invoice. */
const sold: Record<string, Invoice> = {};

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  expect((await series('group_by=terminal')).results).toEqual([]);
  for (const name of PRODUCTS) await shop.owner.post('catalog/products/', { name, price: 100 });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);

  // 23:30 on Saturday.
  await sell('evening', { cash_register: 1, amount: 10_000 });
  clock.forward(3 * 3600);
  await shop.signInAgain();
  // 02:30 on Sunday.
  await sell('night', {
    items: [
      { name: 'Кава', price: 1000, quantity: 2, product: 1 },
      { name: 'Чай', price: 333, quantity: '1.5', product: 2 },
      { name: 'Решта', price: 500, quantity: 1 },
    ],
  });
  clock.forward(3600);
  await shop.signInAgain();
  // 03:30, the first time.
  await refund('evening', 4000);
  clock.forward(3600);
  await shop.signInAgain();
  // 03:30, the second time.
  await refund('night');
  const foreign = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700 });
  await shop.createInvoice({ amount: 99 });
  await syncInvoices(shop);
  sold.foreign = await invoiceByBankId(shop, foreign);
});

const sell = async (name: string, body: object): Promise<void> => {
  sold[name] = await shop.paid(body);
};
const refund = async (name: string, amount?: number): Promise<void> => {
  const answer = await shop.owner.post(`invoices/${sold[name]?.id}/cancel/`, amount ? { amount } : {});
  expect(answer.status, answer.text).toBe(200);
};

const series = (query = '', client = shop.owner): Promise<Series> =>
  ok(client.get<Series>(`stats/series/?${query}`), 200);
const fee = (name: string) => sold[name]?.fee ?? 0;
const NOTHING = { gross: 0, fee: 0, refunds: 0, net: 0, count: 0, refund_count: 0 };
/** 2000 + 499.5 rounded up + 500. */
const NIGHT = 3000;

describe('payments and refunds at their own times', () => {
  test('by day in the shop’s time zone, which is the default', async () => {
    const answer = await shop.owner.get<Series>('stats/series/');
    usualHeaders(answer);
    expect(fee('evening')).toBeGreaterThan(0);
    const common = { label: '', quantity: null };
    expect(answer.body).toEqual({
      other_currencies: [],
      group_by: 'day',
      time_zone: 'Europe/Kyiv',
      from: null,
      to: null,
      results: [
        {
          key: '2026-10-24',
          ...common,
          ...NOTHING,
          gross: 10_000,
          fee: fee('evening'),
          net: 10_000 - fee('evening'),
          count: 1,
        },
        {
          key: '2026-10-25',
          ...common,
          gross: NIGHT + 700,
          fee: fee('night') + fee('foreign'),
          refunds: 4000 + NIGHT,
          net: 700 - 4000 - fee('night') - fee('foreign'),
          count: 2,
          refund_count: 2,
        },
      ],
      totals: {
        gross: 10_700 + NIGHT,
        fee: fee('evening') + fee('night') + fee('foreign'),
        refunds: 4000 + NIGHT,
        net: 6700 - fee('evening') - fee('night') - fee('foreign'),
        count: 3,
        refund_count: 2,
      },
    });
  });

  test.each([
    ['hour', Array.from({ length: 24 }, (_, hour) => String(hour))],
    ['weekday', ['1', '2', '3', '4', '5', '6', '7']],
  ])('by %s: all of them, from the first to the last', async (group, keys) => {
    const { results } = await series(`group_by=${group}`);
    expect(results.map(({ key }) => key)).toEqual(keys);
  });

  test('by terminal, register and employee', async () => {
    const { terminal } = shop;
    const all = { gross: 10_700 + NIGHT, refunds: 4000 + NIGHT, count: 3, quantity: null };
    expect((await series('group_by=terminal')).results).toMatchObject([
      { key: String(terminal.id), label: 'Каса', ...all },
    ]);
    const register = sold.evening?.cash_register;
    const { body } = await shop.owner.get<{ name: string }>(`cash-registers/${register}/`);
    expect((await series('group_by=cash_register')).results).toMatchObject([
      { key: String(register), label: body.name, gross: 10_000, refunds: 4000 },
      { key: null, label: '', gross: NIGHT + 700, refunds: NIGHT },
    ]);
    expect((await series('group_by=employee')).results).toMatchObject([
      { key: '1', label: 'owner', gross: 10_000 + NIGHT },
      { key: null, label: '', gross: 700, count: 1 },
    ]);
  });

  test('by product: the rest is under null, payments without lines too', async () => {
    const { results, totals } = await series('group_by=product');
    expect(results).toMatchObject([
      { key: null, label: '', quantity: null, gross: 11_200, refunds: 4500, count: 3, refund_count: 2 },
      { key: '1', label: 'Кава', quantity: 2, gross: 2000, refunds: 2000, count: 1, refund_count: 1 },
      { key: '2', label: 'Чай', quantity: 1.5, gross: 500, refunds: 500, count: 1, refund_count: 1 },
    ]);
    for (const name of ['gross', 'fee', 'refunds', 'net'] as const)
      expect(results.reduce((sum, point) => sum + point[name], 0)).toBe(totals[name]);
  });
});

test('a far too long range is cut to the days that have data', async () => {
  const wide = await series('from=0100-01-01T00:00:00%2B23:00&to=9999-12-31T23:59:59-23:00');
  expect(wide.results.map(({ key }) => key)).toEqual(['2026-10-24', '2026-10-25']);
  expect([wide.from, wide.to]).toEqual(['0099-12-31T01:00:00.000Z', '9999-12-31T23:59:59.999Z']);
  expect((await series('from=9999-12-31&to=9999-12-31T23:59:59-23:00')).results).toEqual([]);
  expect((await series('to=1990-01-01')).results).toEqual([]);
});

test('an id that no record has gives an empty answer', async () => {
  for (const filter of ['terminal=999', 'cash_register=999', `terminal=${'9'.repeat(40)}`, 'terminal=-1'])
    expect(await series(filter)).toMatchObject({ results: [], totals: NOTHING });
});

describe('as a table', () => {
  const table = async (query: string, language = 'uk') => {
    const requested = { token: await shop.signIn('owner'), headers: { 'Accept-Language': language } };
    return exportedFrom(shop, `stats/series/export/?${query}`, requested);
  };
  const money = (minor: number) => (minor / 100).toFixed(2).replace('.', ',');
  const cells = (sums: Omit<SeriesPoint, 'key' | 'label' | 'quantity'>) => [
    ...[sums.gross, sums.refunds, sums.fee, sums.net].map(money),
    ...[sums.count, sums.refund_count].map(String),
  ];
  const WORDED: Record<string, [title: string, (point: SeriesPoint) => string]> = {
    day: ['День', ({ key }) => (key ?? '').split('-').toReversed().join('.')],
    hour: [
      'Година',
      ({ key }) => `${key?.padStart(2, '0')}:00–${String(Number(key) + 1).padStart(2, '0')}:00`,
    ],
    weekday: [
      'День тижня',
      ({ key }) => (key === '7' ? 'неділя' : key === '6' ? 'субота' : expect.any(String)),
    ],
    terminal: ['Точка', ({ label }) => label],
    cash_register: ['Табличка', ({ key, label }) => (key === null ? 'Без таблички' : label)],
    employee: ['Працівник', ({ key, label }) => (key === null ? 'Без працівника' : label)],
  };

  test.each(Object.entries(WORDED))('by %s: the points and their sums', async (group, [title, word]) => {
    const { results, totals } = await series(`group_by=${group}`);
    const { file, headers } = await table(`group_by=${group}`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const name = `sales-by-${group.replace('_', '-')}.csv`;
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    expect(readCsv(file)).toEqual([
      [title, 'Виторг', 'Повернення', 'Комісія банку', 'До зарахування', 'Оплати', 'Кількість повернень'],
      ...results.map((point) => [word(point), ...cells(point)]),
      ['Разом', ...cells(totals)],
    ]);
  });

  test('by product: quantities and lines; in English, as a workbook', async () => {
    const { totals } = await series('group_by=product');
    const rows = readCsv((await table('group_by=product', 'en')).file);
    expect(rows[0]?.slice(0, 2)).toEqual(['Product', 'Quantity']);
    expect(rows.map((row) => [row[0], row[1], row[6]])).toEqual([
      ['Product', 'Quantity', 'Items'],
      ['Not from catalog', '', '3'],
      ['Кава', '2', '1'],
      ['Чай', '1,5', '1'],
      ['Total', '', '5'],
    ]);
    const { file, headers } = await table('group_by=product&format=xlsx', 'en');
    expect(headers['content-disposition']).toBe('attachment; filename="sales-by-product.xlsx"');
    const sheet = readXlsx(file);
    expect(sheet.sheetName).toBe('By product');
    const last = sheet.rows.at(-1)?.map(({ value }) => value);
    expect(last?.slice(0, 2)).toEqual(['Total', (totals.gross / 100).toFixed(2)]);
    expect(sheet.rows[3]?.[1]).toMatchObject({ format: 0, value: '1.5' });
  });

  test('named after its range in the shop’s calendar', async () => {
    const named = async (query: string) => (await table(query)).headers['content-disposition'];
    expect(await named('from=2026-10-24T21:00:00Z&to=2026-10-25T21:59:59Z')).toContain(
      '"sales-by-day-2026-10-25-2026-10-25.csv"',
    );
    expect(await named('group_by=hour&from=2026-10-24')).toContain('"sales-by-hour-from-2026-10-24.csv"');
    expect(await named('to=9999-12-31T23:59:59-23:00')).toContain('"sales-by-day.csv"');
    expect(await named('from=2026-10-01&group_by=cash_register&terminal=9&to=2026-10-02')).toContain(
      '"sales-by-cash-register-2026-10-01-2026-10-03.csv"',
    );
  });
});

test('the days are those of the time zone that is set', async () => {
  changeSetting(shop.console.db, shop.folder, 'time_zone', 'Asia/Tokyo');
  await shop.restart();
  try {
    const { time_zone, results } = await series();
    expect(time_zone).toBe('Asia/Tokyo');
    expect(results.map(({ key }) => key)).toEqual(['2026-10-25']);
  } finally {
    changeSetting(shop.console.db, shop.folder, 'time_zone', 'Europe/Kyiv');
    await shop.restart();
  }
});
