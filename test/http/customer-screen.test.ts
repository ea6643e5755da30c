import { beforeEach, describe, expect, test } from 'vitest';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import { changeKey, createKey, revokeKey, rotateKey } from '../../main/shop/accounts/keys.ts';
import type { CustomerScreen, CustomerToken } from '../../shared/api/customer-screen.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { Client, type Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

let device: string;
let token: string;
const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
beforeEach(async () => {
  await shop.signInAgain();
  device = crypto.randomUUID();
  token = await tokenFor(shop.owner);
});

const tokenFor = async (client: Client): Promise<string> =>
  (await client.post<CustomerToken>('customer-screen/token/', { device })).body.token;
const show = (body: object, client = shop.owner) =>
  client.post<Refusal>('customer-screen/', { device, ...body });
const request = (body: object = {}) =>
  shop.stranger.post<CustomerScreen & Refusal>('customer-screen/read/', { token, ...body });
const read = async () => (await request()).body;
const LINES = [{ name: 'Капучино', quantity: '2 шт', amount: 17_100 }];

describe('the screen shows', () => {
  test('nothing by itself, and nothing of an unknown device', async () => {
    expect(await read()).toEqual({
      version: expect.any(String),
      shop_name: '',
      state: 'idle',
      amount: null,
      received: null,
      lines: [],
      qr: '',
      ccy: 980,
    });
  });

  test('what is about to be charged, without a QR code and without a payment', async () => {
    expect((await show({ amount: 17_100, lines: LINES })).status).toBe(204);
    expect(await read()).toMatchObject({ state: 'cart', amount: 17_100, lines: LINES, qr: '' });
    await show({});
    expect(await read()).toMatchObject({ state: 'idle', amount: null, lines: [] });
  });

  test('what is paid in cash, and what the customer gets back', async () => {
    await show({ amount: 17_150, lines: LINES, is_cash: true });
    expect(await read()).toMatchObject({ state: 'cash', amount: 17_150, received: null, lines: LINES });
    await show({ amount: 17_150, is_cash: true, received: 20_000 });
    expect(await read()).toMatchObject({ state: 'cash', amount: 17_150, received: 20_000, qr: '' });
  });

  test('an invoice as the bank has said, and paid only once the bank has', async () => {
    const invoice = await shop.createInvoice({
      items: [{ name: 'Кава', price: 4550, quantity: 1.5, unit: 'кг' }],
    });
    await show({ invoice: invoice.id });
    const waiting = {
      state: 'to_pay',
      amount: 6825,
      qr: invoice.page_url,
      lines: [{ name: 'Кава', quantity: '1,5 кг', amount: 6825 }],
    };
    expect(await read()).toMatchObject(waiting);
    // The customer has paid, and the bank has not been heard yet.
    shop.bank.pay(invoice.invoice_id);
    expect(await read()).toMatchObject(waiting);
    await shop.owner.post(`invoices/${invoice.id}/refresh/`);
    expect(await read()).toMatchObject({ state: 'paid', amount: 6825, qr: '' });
    await shop.owner.post(`invoices/${invoice.id}/cancel/`, {});
    expect(await read()).toMatchObject({ state: 'idle', amount: null, lines: [], qr: '' });
  });

  test('of an invoice nothing that is the shop’s business', async () => {
    const invoice = await shop.createInvoice({ amount: 100, reference: 'ТАЄМНЕ', comment: 'ТАЄМНЕ' });
    await show({ invoice: invoice.id });
    const answer = await request();
    expect(Object.keys(answer.body).sort()).toEqual(
      ['amount', 'ccy', 'lines', 'qr', 'received', 'shop_name', 'state', 'version'].sort(),
    );
    expect(answer.text).not.toContain('ТАЄМНЕ');
  });
});

describe('a waiting reader', () => {
  test('is answered by the bank’s confirmation itself', async () => {
    const invoice = await shop.createInvoice();
    await show({ invoice: invoice.id });
    const { version } = await read();
    const waiting = request({ version, wait: 25 });
    shop.bank.pay(invoice.invoice_id);
    await shop.owner.post(`invoices/${invoice.id}/refresh/`);
    expect((await waiting).body).toMatchObject({ state: 'paid' });
  });

  test('is answered by what the till shows next, and not by another till', async () => {
    const { version } = await read();
    const waiting = request({ version, wait: 25 });
    await shop.owner.post('customer-screen/', { device: crypto.randomUUID(), amount: 1, lines: [] });
    await shop.createInvoice();
    await show({ amount: 500 });
    expect((await waiting).body).toMatchObject({ state: 'cart', amount: 500 });
  });

  test('gets the same again when the time is over', async () => {
    const { version } = await read();
    expect(await request({ version, wait: 1 })).toMatchObject({ status: 200, body: { version } });
  });
});

describe('the token', () => {
  test('is refused everywhere else', async () => {
    const display = new Client(shop.baseUrl, token);
    for (const path of ['account/', 'system/', 'invoices/', 'events/', 'terminals/', 'printer/', 'requests/'])
      expect((await display.get(path)).status, path).toBe(401);
    expect((await display.post('customer-screen/', { device })).status).toBe(401);
    expect((await display.post('customer-screen/token/', { device })).status).toBe(401);
    expect((await shop.stranger.post('auth/token/refresh/', { refresh: token })).status).toBe(401);
    expect((await shop.stranger.post('auth/token/verify/', { token })).status).toBe(401);
  });

  test('no other token reads the screen', async () => {
    const { body } = await shop.stranger.post<{ access: string; refresh: string }>('auth/token/', {
      username: 'owner',
      password: 'correct horse',
    });
    for (const other of [body.access, body.refresh, `${token}x`, 'x'])
      expect((await withoutTrace(shop, () => request({ token: other }))).status).toBe(401);
  });

  test('reads its own device only', async () => {
    await show({ amount: 100 });
    device = crypto.randomUUID();
    token = await tokenFor(shop.owner);
    expect(await read()).toMatchObject({ state: 'idle' });
  });

  test('ends after twelve hours, and a wait ends with it', async () => {
    clock.forward(12 * 3600 - 60);
    expect((await request()).status).toBe(200);
    clock.forward(61);
    expect((await request()).status).toBe(401);
    await shop.signInAgain();
    token = await tokenFor(shop.owner);
    const { version } = await read();
    const waiting = request({ version, wait: 25 });
    clock.forward(12 * 3600 + 1);
    await shop.signInAgain();
    await show({ amount: 100 });
    expect((await waiting).status).toBe(401);
  });
});

describe('the token of a till’s key', () => {
  const RIGHTS = ['can_create_invoices'] as const;
  const keyed = async () => {
    const fields = { permissions: RIGHTS, terminal: null, own_sales_only: false };
    const { row, key } = createKey(shop.console, { name: crypto.randomUUID(), ...fields });
    token = await tokenFor(shop.stranger.as(key));
    expect((await request()).status).toBe(200);
    return row.id;
  };

  test.each<[string, (id: number) => unknown]>([
    ['rotation', (id) => rotateKey(shop.console, id)],
    ['revocation', (id) => revokeKey(shop.console, id)],
    [
      'loss of the right to sell',
      (id) => changeKey(shop.console, id, { permissions: ['can_view_invoices'] }),
    ],
  ])('ends with its %s, during a wait too', async (_name, end) => {
    const id = await keyed();
    const { version } = await read();
    const waiting = request({ version, wait: 25 });
    end(id);
    await show({ amount: 700 });
    expect((await waiting).status).toBe(401);
    expect((await withoutTrace(shop, () => request())).status).toBe(401);
  });

  test.each([
    ['the loss of the right to sell', { permissions: ['can_view_invoices' as const] }],
    ['the password of its account', { password: 'another horse' }],
  ])('of a person, with %s', async (what, change) => {
    token = await tokenFor(await shop.employee(what, [...RIGHTS]));
    expect((await request()).status).toBe(200);
    await updateEmployee(shop.console, what, change);
    expect((await withoutTrace(shop, () => request())).status).toBe(401);
  });
});

describe('who may show', () => {
  test('whoever creates invoices, and only the invoices that they see', async () => {
    const maker = await shop.employee('maker', ['can_create_invoices']);
    const own = await maker.post<Invoice>('invoices/', { terminal: shop.terminal.id, amount: 300 });
    expect((await show({ invoice: own.body.id }, maker)).status).toBe(204);
    expect(await read()).toMatchObject({ state: 'to_pay', amount: 300 });
    const foreign = await shop.createInvoice();
    expect(await withoutTrace(shop, () => show({ invoice: foreign.id }, maker))).toMatchObject({
      status: 400,
      body: { errors: { invoice: [expect.any(String)] } },
    });
  });

  test('nothing is left after a restart: the till shows it again', async () => {
    await show({ amount: 100 });
    await shop.restart();
    expect(await read()).toMatchObject({ state: 'idle' });
    expect((await request()).status).toBe(200);
  });
});
