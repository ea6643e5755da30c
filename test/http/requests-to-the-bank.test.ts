import { beforeEach, describe, expect, test } from 'vitest';
import type { ReceivedRequest } from '../../main/practice-bank/parts.ts';
import { insertProduct } from '../../main/store/catalog.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page } from '../../shared/api/pages.ts';
import { version } from '../../shared/version.ts';
import { judgeRequest } from '../bank/judge.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf } from '../helpers/trace.ts';

interface InvoiceRequest {
  amount: number;
  ccy: number;
  validity: number;
  qrId?: string;
  merchantPaymInfo: {
    reference: string;
    destination: string;
    comment: string;
    metadata: Record<string, string>;
    basketOrder?: Record<string, unknown>[];
  };
}

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
beforeEach(() => shop.bank.clearRequests());

/** Every request so far, checked against the bank's own document. */
const requests = (): readonly ReceivedRequest[] => {
  for (const { method, path, query, body } of shop.bank.requests) {
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const sent = method === 'GET' ? undefined : body;
    judgeRequest(method, search === '' ? path : `${path}?${search}`, sent);
  }
  return shop.bank.requests;
};
const reportedAt = async (body: object): Promise<InvoiceRequest> => {
  await shop.createInvoice(body);
  const all = requests();
  expect(all.map(({ path }) => path)).toEqual(['/api/merchant/invoice/create']);
  return all[0]?.body as InvoiceRequest;
};
const product = (name: string, name_for_docs: string) =>
  insertProduct(shop.console.db, {
    name,
    price: 4500,
    name_for_docs,
    article: '',
    external_code: '',
    category_id: null,
    unit_id: null,
    is_archived: 0,
    created_at: clock.now(),
    updated_at: clock.now(),
  });

describe('To the bank: amount, ccy, reference, destination, comment, validity, qrId', () => {
  test('as they were sent', async () => {
    const reported = await reportedAt({
      amount: 34_000,
      reference: 'Чек 17',
      destination: 'Торт',
      comment: 'свічки',
      validity: 600,
    });
    expect(reported).toEqual({
      amount: 34_000,
      ccy: 980,
      validity: 600,
      merchantPaymInfo: {
        reference: 'Чек 17',
        destination: 'Торт',
        comment: 'свічки',
        metadata: expect.any(Object),
        basketOrder: [{ name: 'Торт', qty: 1, sum: 34_000, code: '1' }],
      },
    });
  });
  test('validity: default 86400; reference absent: `INV-<number_display>`; the default text', async () => {
    const reported = await reportedAt({ amount: 1 });
    const { number_display, destination } = await shop.readInvoice(rowsOf(shop, 'invoices').length);
    expect(reported).toMatchObject({
      validity: 86_400,
      merchantPaymInfo: { reference: `INV-${number_display}`, destination, comment: '' },
    });
    expect(destination).not.toBe('');
  });
  test('qrId of the cash register', async () => {
    const registers = (await shop.owner.get<Page<CashRegister>>('cash-registers/')).body.results;
    const register = registers.find(({ short_qr_id }) => short_qr_id === 'ZRN2');
    expect((await reportedAt({ amount: 100, cash_register: register?.id })).qrId).toBe('QR_zerno_kasa2');
  });
  test('no more than the document allows, at every limit', async () => {
    const long = 'ї'.repeat(280);
    await reportedAt({
      reference: 'ї'.repeat(255),
      destination: long,
      comment: long,
      validity: 2_592_000,
      items: Array.from({ length: 200 }, (_, at) => ({
        name: 'ж'.repeat(255),
        price: at + 1,
        quantity: '1.001',
        unit: 'к'.repeat(32),
        discount_pct: '0.01',
      })),
    });
  });
});

describe("basketOrder built from the items (name_for_docs of the product instead of name where it is set; code the product's code, or the item's position; discount as a PERCENT discount)", () => {
  test('without products', async () => {
    const { amount, merchantPaymInfo } = await reportedAt({
      items: [
        { name: 'Кава', price: 5500, quantity: 2 },
        { name: 'Сир', price: 33_333, quantity: '0.335', unit: 'кг', discount_pct: '7.5' },
        { name: 'Пакет', price: 0, discount_pct: 100 },
      ],
    });
    expect(amount).toBe(11_000 + 10_329);
    expect(merchantPaymInfo.basketOrder).toEqual([
      { name: 'Кава', qty: 2, sum: 5500, code: '1' },
      {
        name: 'Сир',
        qty: 0.335,
        sum: 33_333,
        code: '2',
        unit: 'кг',
        discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: 7.5 }],
      },
      {
        name: 'Пакет',
        qty: 1,
        sum: 0,
        code: '3',
        discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: 100 }],
      },
    ]);
  });
  test('with products', async () => {
    product('зайвий', '');
    const plain = product('Еспресо', '');
    const official = product('Лате', 'Напій кавовий з молоком, 250 мл');
    const { merchantPaymInfo } = await reportedAt({
      items: [
        { name: 'Лате велике', price: 7000, product: official.id },
        { name: 'Подвійний еспресо', price: 6000, product: plain.id },
        { name: 'Цукор', price: 100 },
      ],
    });
    expect(merchantPaymInfo.basketOrder).toEqual([
      { name: 'Напій кавовий з молоком, 250 мл', qty: 1, sum: 7000, code: String(official.code) },
      { name: 'Подвійний еспресо', qty: 1, sum: 6000, code: String(plain.code) },
      { name: 'Цукор', qty: 1, sum: 100, code: '3' },
    ]);
    expect([plain.code, official.code]).toEqual([2, 3]);
  });
  test('An invoice by amount is sent with one basket line (its destination, quantity 1, code "1") and refunded with one.', async () => {
    const { merchantPaymInfo } = await reportedAt({ amount: 100, destination: 'Торт на замовлення' });
    const line = { name: 'Торт на замовлення', qty: 1, sum: 100, code: '1' };
    expect(merchantPaymInfo.basketOrder).toEqual([line]);
    const { id, invoice_id } = rowsOf(shop, 'invoices').at(-1) as { id: number; invoice_id: string };
    shop.bank.pay(invoice_id);
    await shop.owner.post(`invoices/${id}/refresh/`);
    expect((await shop.owner.post(`invoices/${id}/cancel/`)).status).toBe(200);
    expect(requests().at(-2)?.body).toMatchObject({ invoiceId: invoice_id, items: [line] });
  });
});

test('a metadata tag that names this installation and attempt', async () => {
  const first = (await reportedAt({ amount: 100 })).merchantPaymInfo.metadata;
  shop.bank.clearRequests();
  const second = (await reportedAt({ amount: 100 })).merchantPaymInfo.metadata;
  const tags = rowsOf(shop, 'attempts')
    .slice(-2)
    .map(({ tag }) => tag);
  const [installation] = rowsOf(shop, 'settings')
    .filter(({ key }) => key === 'installation_id')
    .map(({ value }) => value);
  expect(Object.values(first).sort()).toEqual([installation, tags[0]].sort());
  expect(Object.values(second).sort()).toEqual([installation, tags[1]].sort());
});

test("`X-Token: <merchant token>`; send `Kramar` and the app's version as X-Cms, X-Cms-Version: on every call", async () => {
  const { id, invoice_id } = await shop.createInvoice();
  await shop.owner.post(`invoices/${id}/refresh/`);
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
  await shop.owner.post(`invoices/${id}/cancel/`, { amount: 100, comment: 'x' });
  const unpaid = await shop.createInvoice({ items: [{ name: 'a', price: 5 }] });
  await shop.owner.post(`invoices/${unpaid.id}/cancel/`);
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const all = requests();
  expect(new Set(all.map(({ path }) => path.replace('/api/merchant/', '')))).toEqual(
    new Set(['invoice/create', 'invoice/status', 'invoice/cancel', 'invoice/remove', 'details', 'qr/list']),
  );
  for (const { headers, method } of all) {
    expect(headers).toMatchObject({
      'x-token': shop.merchant.token,
      'x-cms': 'Kramar',
      'x-cms-version': version,
    });
    expect(headers.authorization).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
    if (method === 'POST') expect(headers['content-type']).toMatch(/^application\/json/);
  }
});

test('a full refund with items names the products as the invoice did, and its attempt as extRef', async () => {
  const official = product('Раф', 'Напій кавовий');
  const { id, invoice_id } = await shop.paid({
    items: [
      { name: 'Чай', price: 3000 },
      { name: 'Раф', price: 8000, quantity: 2, product: official.id, discount_pct: 50 },
    ],
  });
  await shop.owner.post(`invoices/${id}/cancel/`);
  const sent = requests().filter(({ path }) => path === '/api/merchant/invoice/cancel');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({
    invoiceId: invoice_id,
    extRef: rowsOf(shop, 'attempts').at(-1)?.tag,
    items: [
      { name: 'Чай', qty: 1, sum: 3000, code: '1' },
      { name: 'Напій кавовий', qty: 2, sum: 4000, code: String(official.code) },
    ],
  });
});

test('no silent retry: each failure is one call', async () => {
  await holdBackground(shop);
  for (const kind of ['unavailable', 'too-many-requests', 'internal-error', 'reset'] as const) {
    shop.bank.clearRequests();
    shop.bank.fault({ kind, path: '*', times: 5 });
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
    expect([kind, shop.bank.requests.length]).toEqual([kind, 1]);
    await shop.owner.post('invoices/', { terminal: shop.terminal.id, amount: 1 });
    expect([kind, shop.bank.requests.length]).toEqual([kind, 2]);
    shop.bank.clearFaults();
  }
});
