import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Product } from '../../shared/api/catalog.ts';
import { holdsOf } from '../helpers/holds.ts';
import { openShop, PASSWORD, type Shop, temporaryFolder } from '../helpers/shop.ts';
import { blockOf, killExamples, readPage, start } from './till-pages.ts';
import { addKey, adminCommand, runAdmin } from './till-shop.ts';

// The single commands of the pages for till programmers, as they stand.

const folder = temporaryFolder();
afterAll(() => {
  killExamples();
  folder.remove();
});

describe('the commands with curl', () => {
  let shop: Shop;
  let env: Record<string, string>;
  beforeAll(async () => {
    shop = await openShop();
    env = await addKey(shop);
  });
  afterAll(() => shop.close());

  const answerOf = async (page: string, section: string, more: Record<string, string> = {}) => {
    const command = blockOf(page, section, 'sh');
    const { stdout, stderr } = await start(['sh', '-c', command], folder.path, { ...env, ...more });
    return { text: stdout, stderr };
  };

  test('start: the account with a password signs in', async () => {
    await runAdmin(
      shop,
      adminCommand('A name and a password instead of a key'),
      ['--password-stdin'],
      PASSWORD,
    );
    const command = readPage('start').match(/^curl -sS "\$\{KRAMAR_API\}auth\/token\/".*?^```/ms)?.[0] ?? '';
    const { stdout } = await start(['sh', '-c', command.replace('```', '')], folder.path, {
      ...env,
      KRAMAR_USER: 'till',
      KRAMAR_PASSWORD: PASSWORD,
    });
    expect(JSON.parse(stdout)).toMatchObject({ access: expect.any(String), refresh: expect.any(String) });
  });

  test('sale: a discount on the whole basket, and where the fiscal receipt goes', async () => {
    const { text } = await answerOf('sale', 'A discount on the whole basket', { KEY: randomUUID() });
    expect(JSON.parse(text)).toMatchObject({ amount: 15_705, items: [{ amount: 11_000 }, { amount: 6450 }] });
    const sent = shop.bank.requests.findLast(({ path }) => path.endsWith('/invoice/create'));
    expect(sent?.body).toMatchObject({
      merchantPaymInfo: {
        discounts: [{ type: 'DISCOUNT', mode: 'VALUE', value: 17.45 }],
        customerEmails: ['olena@example.com'],
      },
    });
  });

  test('sale: the fiscal fields of a product reach the lines that name it', async () => {
    const { body: coffee } = await shop.owner.post<Product>('catalog/products/', {
      name: 'Кава',
      price: 5500,
    });
    expect(coffee.id).toBe(1);
    const { text } = await answerOf('sale', 'Fiscal receipts');
    expect(JSON.parse(text)).toMatchObject({ product: 1, tax: [1], uktzed: '0901210000' });
    await shop.createInvoice({ amount: undefined, items: [{ name: 'Кава', price: 5500, product: 1 }] });
    const sent = shop.bank.requests.findLast(({ path }) => path.endsWith('/invoice/create'));
    expect(sent?.body).toMatchObject({
      merchantPaymInfo: { basketOrder: [{ name: 'Кава', tax: [1], uktzed: '0901210000' }] },
    });
  });

  test('sale: of a hold a part is taken, once', async () => {
    const { id } = await holdsOf(shop).held({ amount: 34_000 });
    const more = { ID: String(id), KEY: randomUUID() };
    const { text } = await answerOf('sale', 'Holds', more);
    const [captured, hold] = text.split('\n').map((line) => JSON.parse(line));
    expect(captured).toMatchObject({ status: 'success', final_amount: 20_000 });
    expect(hold).toMatchObject({ state: 'captured', captured_amount: 20_000, under_way: null });
    expect((await answerOf('sale', 'Holds', more)).text.split('\n')[0]).toBe(text.split('\n')[0]);
  });

  test('refund: one of two by its line, at what was paid for it', async () => {
    const items = [{ name: 'Кава', price: 5500, quantity: 2 }];
    const { id, invoice_id, ...sold } = await shop.createInvoice({
      amount: undefined,
      items,
      discounts: [{ percent: 10 }],
    });
    shop.bank.pay(invoice_id);
    await shop.owner.post(`invoices/${id}/refresh/`);
    const more = { ID: String(id), ITEM: String(sold.items[0]?.id), KEY: randomUUID() };
    const { text } = await answerOf('refund', 'By lines', more);
    expect(JSON.parse(text)).toMatchObject({ status: 'success', amount: 9900, final_amount: 4950 });
  });

  test('refund: what is left', async () => {
    const invoice = await shop.createInvoice({ amount: 34_000 });
    shop.bank.pay(invoice.invoice_id);
    await shop.owner.post(`invoices/${invoice.id}/refresh/`);
    const { text } = await answerOf('refund', 'What is left', { ID: String(invoice.id) });
    expect(JSON.parse(text)).toMatchObject({ left: 34_000, under_way: null });
  });

  describe('of a shop that takes cash', () => {
    beforeAll(async () => {
      await shop.owner.post('shifts/', { opening_cash: 50_000 });
    });

    test('sale: for cash, once under its key', async () => {
      const KEY = randomUUID();
      const { text } = await answerOf('sale', 'For cash', { KEY });
      expect(JSON.parse(text)).toMatchObject({ status: 'done', amount: 9000, change: 1000 });
      expect((await answerOf('sale', 'For cash', { KEY })).text).toBe(text);
    });

    test('sale: in parts, the rest of which is taken in cash', async () => {
      const { text } = await answerOf('sale', 'In parts: cash and QR', { KEY: randomUUID() });
      const [begun, ended] = text.split('\n').map((line) => JSON.parse(line));
      expect(begun).toMatchObject({ status: 'waiting', amount: 20_000, qr: { amount: 17_500 } });
      expect(ended).toMatchObject({ id: begun.id, status: 'done', amount: 37_500 });
    });

    test('refund: one of two that were sold for cash', async () => {
      const items = [{ name: 'Кава', price: 4500, quantity: 2 }];
      const { body: sold } = await shop.owner.post<CashSale>('cash-sales/', { items });
      const more = { ID: String(sold.id), ITEM: String(sold.items[0]?.id), KEY: randomUUID() };
      const { text } = await answerOf('refund', 'Of a cash sale, and of a sale in parts', more);
      expect(JSON.parse(text)).toMatchObject({ status: 'done', amount: 4500, return_of: sold.id });
    });
  });

  test('offline: the state of the bank', async () => {
    const { text } = await answerOf('offline', 'The bank does not answer Kramar');
    expect(JSON.parse(text)).toMatchObject({ bank: { state: expect.any(String) }, attempts_in_doubt: 0 });
  });

  test('errors: a refusal with codes is the one on the page', async () => {
    const { text } = await answerOf('errors', 'Codes of a refusal');
    expect(JSON.parse(text)).toEqual(JSON.parse(blockOf('errors', 'Codes of a refusal', 'json')));
  });
});
