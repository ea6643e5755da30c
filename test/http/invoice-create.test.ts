import { describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import { setSetting } from '../../main/store/settings.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf } from '../helpers/trace.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);

const create = (body: object, headers: Record<string, string> = {}) =>
  shop.owner.post<Invoice>('invoices/', { terminal: shop.terminal.id, ...body }, { headers });

describe('An invoice may be created with items (no amount) or with a fixed amount and no items.', () => {
  test('Creation returns status 201', async () => {
    const { status, body } = await create({ amount: 34_000 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'created',
      terminal: shop.terminal.id,
      terminal_name: shop.terminal.name,
      amount: 34_000,
      ccy: 980,
      comment: '',
      failure_reason: '',
      masked_pan: '',
      approval_code: '',
      rrn: '',
      payment_system: '',
      fee: 0,
      created_locally: true,
      webhook_received: false,
      is_cancellable: true,
      items: [],
    });
    expect(body.page_url).toBe(`${shop.bank.url}/pay/${body.invoice_id}`);
    expect(shop.bank.invoice(body.invoice_id)).toMatchObject({ status: 'created', amount: 34_000 });
  });

  test('An item in the response: id, name, price, quantity, unit, product, discount_pct (numbers; product null and unit "" when absent), amount (that total).', async () => {
    const { body } = await create({
      items: [
        { name: ' Кава ', price: 5500 },
        { name: 'Сир', price: 33_333, quantity: '0.335', unit: 'кг', discount_pct: '7.5' },
      ],
    });
    expect(body.items).toEqual([
      {
        id: expect.any(Number),
        name: 'Кава',
        price: 5500,
        quantity: 1,
        unit: '',
        product: null,
        discount_pct: 0,
        amount: 5500,
      },
      {
        id: expect.any(Number),
        name: 'Сир',
        price: 33_333,
        quantity: 0.335,
        unit: 'кг',
        product: null,
        discount_pct: 7.5,
        // 33333 × 0.335 × 0.925 = 10329.063…
        amount: 10_329,
      },
    ]);
    expect(body.amount).toBe(15_829);
  });
});

describe('Item total = price × quantity × (1 − discount_pct/100), rounded half up to a minor unit, item by item; the invoice amount is their sum.', () => {
  test('a half goes up, item by item', async () => {
    // 0.5 each: summed first they would be 1, one by one they are 2.
    const half = { name: 'a', price: 1, quantity: '0.5' };
    const { body } = await create({ items: [half, half] });
    expect(body.items.map(({ amount }) => amount)).toEqual([1, 1]);
    expect(body.amount).toBe(2);
  });
});

describe('number: 1, 2, 3 … in order of arrival in this database, unique, never reused; gaps allowed (a refused attempt has used its number)', () => {
  test('one after the other, with a gap for a refused attempt', async () => {
    const before = (await create({ amount: 100 })).body;
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    expect((await create({ amount: 100 })).status).toBe(502);
    const after = (await create({ amount: 100 })).body;
    expect(after.number).toBe(before.number + 2);
  });
  test('unique, when many arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ amount: 100 })));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(12);
    expect(new Set(answers.map(({ body }) => body.invoice_id)).size).toBe(12);
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(12);
  });
});

test('number_display: six digits, zero-padded, longer when needed. reference absent or "": `INV-<number_display>`.', async () => {
  const absent = (await create({ amount: 100 })).body;
  expect(absent.number_display).toMatch(/^0000\d\d$/);
  expect(absent.number_display).toBe(String(absent.number).padStart(6, '0'));
  expect(absent.reference).toBe(`INV-${absent.number_display}`);
  const empty = (await create({ amount: 100, reference: '  ' })).body;
  expect(empty.reference).toBe(`INV-${empty.number_display}`);
  expect((await create({ amount: 100, reference: 'Чек 7' })).body.reference).toBe('Чек 7');
});

test('destination absent: the shop\'s default text. comment absent: "".', async () => {
  const first = (await create({ amount: 100 })).body;
  expect(first.destination).not.toBe('');
  expect(first.comment).toBe('');
  setSetting(shop.console.db, 'default_destination', 'Кава на розі');
  expect((await create({ amount: 100 })).body.destination).toBe('Кава на розі');
  expect((await create({ amount: 100, destination: 'Торт' })).body.destination).toBe('Торт');
});

test('created_date is when the bank was asked; ccy 980.', async () => {
  clock.forward(5);
  const { body } = await create({ amount: 100 });
  expect(body.created_date).toBe(new Date(clock.now()).toISOString());
  expect(body.ccy).toBe(980);
});

test('status_display in English, or Ukrainian where Accept-Language prefers uk', async () => {
  const labels = await Promise.all(
    [
      {},
      { 'Accept-Language': 'uk-UA,uk;q=0.9,en;q=0.5' },
      { 'Accept-Language': 'en,uk;q=0.8' },
      { 'Accept-Language': 'de' },
    ].map(async (headers) => (await create({ amount: 100 }, headers)).body.status_display),
  );
  expect(labels[0]).toMatch(/^[A-Z][a-z ]+$/);
  expect(labels[1]).toMatch(/^[А-ЯІЇЄҐ][а-яіїєґ ]+$/);
  expect(labels.slice(2)).toEqual([labels[0], labels[0]]);
});

test('a number beyond six digits', async () => {
  const counters = rowsOf(shop, 'counters');
  expect(counters).toContainEqual({ name: 'invoice', value: expect.any(Number) });
  shop.console.db.run(build.updateTable('counters').set({ value: 999_999 }).where('name', '=', 'invoice'));
  expect((await create({ amount: 100 })).body).toMatchObject({
    number: 1_000_000,
    number_display: '1000000',
    reference: 'INV-1000000',
  });
});
