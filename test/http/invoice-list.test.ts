import { beforeAll, describe, expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const START = Date.parse('2026-03-02T10:00:00Z');
const clock = stoppedClock(START);
let second: number;
let register: number;
/** By reference. */
let all: Record<string, Invoice>;

const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  const { bank, owner } = shop;
  const other = bank.merchants[1]?.token ?? '';
  second = (await addTerminal(shop.console, { name: 'Книги', token: other })).id;
  await owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const registers = (await owner.get<Page<CashRegister>>('cash-registers/')).body.results;
  register = registers.find(({ short_qr_id }) => short_qr_id === 'ZRN1')?.id ?? 0;

  const make = async (reference: string, body: object) => {
    clock.forward(300);
    return shop.createInvoice({ reference, ...body });
  };
  const settle = async ({ id, invoice_id }: Invoice, happen: (invoice_id: string) => void) => {
    clock.forward(60);
    happen(invoice_id);
    await owner.post(`invoices/${id}/refresh/`);
  };
  await make('Відкритий', { amount: 1000, destination: 'Кава з молоком' });
  const paid = await make('Сплачений', {
    amount: 2000,
    cash_register: register,
    destination: 'Торт Київський',
  });
  await settle(paid, (id) => bank.pay(id, { pan: '4111111111111111' }));
  const part = await make('Частина-повернена', { amount: 10_000 });
  await settle(part, (id) => bank.pay(id));
  await settle(part, (id) => bank.refund(id, 4000));
  const reversed = await make('Повернений', { amount: 5000, cash_register: register });
  await settle(reversed, (id) => bank.pay(id));
  await settle(reversed, (id) => bank.refund(id));
  const failed = await make('Відмова', { terminal: second, amount: 700 });
  await settle(failed, (id) => bank.decline(id));
  const expired = await make('Прострочений', { terminal: second, amount: 700 });
  await settle(expired, (id) => bank.expire(id));
  // The clock stands from here on: open invoices have been queried, and nothing changes by itself any more.
  for (let id = 1; id <= 6; id++) await owner.post(`invoices/${id}/refresh/`);
  const { results } = (await owner.get<InvoicePage>('invoices/?ordering=id')).body;
  all = Object.fromEntries(results.map((invoice) => [invoice.reference, invoice]));
});

const list = (query: string): Promise<InvoicePage> =>
  ok(shop.owner.get<InvoicePage>(`invoices/?${query}`), 200);
const references = async (query: string) => (await list(query)).results.map(({ reference }) => reference);
const sorted = async (query: string) => (await references(query)).sort();
const at = (reference: string, field: 'created_date' | 'paid_date') => String(all[reference]?.[field]);
const encoded = (time: string) => encodeURIComponent(time);

test('Lists return the paginated list envelope, with an additional field totals', async () => {
  const page = await list('');
  expect(Object.keys(page).sort()).toEqual(['count', 'next', 'previous', 'results', 'totals']);
  expect(page).toMatchObject({ count: 6, next: null, previous: null });
  expect(page.results.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(Object.values(all).map(({ status }) => status)).toEqual([
    'created',
    'success',
    'success',
    'reversed',
    'failure',
    'expired',
  ]);
  expect(page.results[0]).toEqual(await shop.readInvoice(6));
});

describe('totals: total_amount and success_amount: sums over all records that match the filters, computed before pagination', () => {
  test("success_amount over status success (final_amount where it is set; likewise in the list's totals)", async () => {
    expect((await list('')).totals).toEqual({ total_amount: 19_400, success_amount: 2000 + 6000 });
    expect((await list('page_size=1&page=3')).totals).toEqual({ total_amount: 19_400, success_amount: 8000 });
  });
  test('of the filter', async () => {
    expect((await list('status=reversed')).totals).toEqual({ total_amount: 5000, success_amount: 0 });
    expect(await list('terminal=777')).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
      totals: { total_amount: 0, success_amount: 0 },
    });
  });
});

describe('Query parameters of GET invoices/', () => {
  test.each([
    ['status=created', ['Відкритий']],
    ['status=success', ['Сплачений', 'Частина-повернена']],
    ['status=processing', []],
    ['created_locally=true', 6],
    ['created_locally=FALSE', []],
    ['created_locally=1&status=failure', ['Відмова']],
    ['created_locally=0', []],
    ['amount_min=2000', ['Повернений', 'Сплачений', 'Частина-повернена']],
    ['amount_max=1000', ['Відкритий', 'Відмова', 'Прострочений']],
    ['amount_min=1000&amount_max=2000', ['Відкритий', 'Сплачений']],
    ['amount_min=-5&amount_max=99999999999999999999999', 6],
  ] as const)('%s', async (query, expected) => {
    if (typeof expected === 'number') expect((await list(query)).count).toBe(expected);
    else expect(await sorted(query)).toEqual([...expected].sort());
  });
  test('terminal, cash_register', async () => {
    expect(await sorted(`terminal=${second}`)).toEqual(['Відмова', 'Прострочений']);
    expect(await sorted(`cash_register=${register}`)).toEqual(['Повернений', 'Сплачений']);
    expect(await sorted(`terminal=${second}&cash_register=${register}`)).toEqual([]);
  });
  test('created at or after, created at or before', async () => {
    const time = at('Сплачений', 'created_date');
    expect(await references(`created_from=${time}&created_to=${time}`)).toEqual(['Сплачений']);
    expect((await list(`created_from=${time}`)).count).toBe(5);
    expect((await list(`created_to=${time}`)).count).toBe(2);
  });
  test('paid at or after, paid at or before: unpaid invoices are in neither', async () => {
    const time = at('Частина-повернена', 'paid_date');
    expect(await sorted(`paid_from=${time}`)).toEqual(['Повернений', 'Частина-повернена'].sort());
    expect(await sorted(`paid_to=${time}`)).toEqual(['Сплачений', 'Частина-повернена']);
    expect((await list('paid_from=2000-01-01')).count).toBe(3);
  });
  // It is noon in Kyiv, on a Monday.
  test.each([
    ['paid_hour=12', 3],
    ['paid_hour=12&paid_weekday=1&paid_from=2026-03-01&status=success', 2],
    ['refunded_hour=12', 2],
    ['payment_system=visa', 4],
    ['payment_system=none', 0],
    ['without=payment_system', 2],
    ['refunded_weekday=1&refunded_to=2026-03-01', 0],
    ['created_by=1', 6],
    ['product=1', 0],
    ['without=cash_register', 4],
    ['without=created_by', 0],
  ])('the fields by which reports are grouped: %s', async (query, expected) => {
    expect((await list(query)).count).toBe(expected);
  });
});

describe('Datetimes: ISO 8601; without offset UTC; a bare date is its start for `*_from` and its end for `*_to`; a space where an unescaped `+` was sent is read as `+`.', () => {
  const count = async (query: string) => (await list(query)).count;
  test('offsets', async () => {
    const [time = ''] = at('Сплачений', 'created_date').split('.');
    const kyiv = `${new Date(Date.parse(`${time}Z`) + 7_200_000).toISOString().slice(0, 19)}+02:00`;
    for (const same of [
      `${time}Z`,
      time,
      encoded(`${time}+00:00`),
      kyiv,
      encoded(kyiv),
      kyiv.replace('T', '%20'),
    ])
      expect([same, await count(`created_from=${same}`)]).toEqual([same, 5]);
  });
  test('bare dates', async () => {
    expect(await count('created_from=2026-03-02&created_to=2026-03-02')).toBe(6);
    expect(await count('created_from=2026-03-03')).toBe(0);
    expect(await count('created_to=2026-03-01')).toBe(0);
  });
  test('the first day that ISO 8601 has, by which many a till means none', async () => {
    for (const first of ['0001-01-01', '0001-01-01T00:00:00Z'])
      expect([first, await count(`created_from=${first}`)]).toEqual([first, 6]);
  });
});

describe('ordering: comma-separated, each with or without `-`', () => {
  test.each([
    ['amount,-number', [6, 5, 1, 2, 4, 3]],
    ['-amount, id', [3, 4, 2, 1, 5, 6]],
    ['status,-amount', [1, 6, 5, 4, 3, 2]],
  ])('%s', async (ordering, ids) => {
    expect((await list(`ordering=${ordering}`)).results.map(({ id }) => id)).toEqual(ids);
  });
});

describe('search: split at white space; every word must occur, as a case-insensitive substring (Cyrillic too), in at least one of the searched fields. Invoices: invoice_id, reference, destination, masked_pan, rrn, and exact id or number for a word of digits only.', () => {
  test.each([
    ['ВІДКРИТИЙ', ['Відкритий']],
    ['повернен', ['Повернений', 'Частина-повернена']],
    ['  київ   ТОРТ ', ['Сплачений']],
    ['торт молоком', []],
    ['411111 сплачений', ['Сплачений']],
    ['411111******1111', ['Сплачений']],
    ['%', []],
    ['немає-такого', []],
  ])('%s', async (words, expected) => {
    expect(await sorted(`search=${encodeURIComponent(words)}`)).toEqual(expected);
  });
  test('invoice_id and rrn', async () => {
    const paid = all.Сплачений;
    expect(await references(`search=${paid?.rrn}`)).toEqual(['Сплачений']);
    expect(await references(`search=${paid?.invoice_id.toLowerCase()}`)).toEqual(['Сплачений']);
  });
  test('an id or number exactly', async () => {
    const found = await list('search=3&amount_min=10000');
    expect(found.results.map(({ id }) => id)).toEqual([3]);
    // Not by the leading zeros of number_display, nor by a part of it.
    expect(await references('search=33333333')).toEqual([]);
  });
});
