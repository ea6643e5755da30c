import { beforeAll, describe, expect, test } from 'vitest';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { findPersonByUsername } from '../../main/store/accounts.ts';
import type { Action } from '../../shared/api/actions.ts';
import type { InvoiceHistory } from '../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Approval } from '../../shared/api/refunds.ts';
import type { CounterSettings } from '../../shared/api/settings.ts';
import { openWindow } from '../bridge/stage.ts';
import type { Answer, Client, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

/** A discount above the limit of the shop: a second person approves the sale. */

const PREFER = { Prefer: 'codes, facts' };
const clock = stoppedClock(Date.UTC(2026, 4, 20, 9));
let olena: Client;
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeAll(async () => {
  const sells = ['can_view_invoices', 'can_create_invoices'] as const;
  olena = await shop.employee('olena', sells);
  for (const name of ['iryna', 'petro', 'marko']) await shop.employee(name, sells);
  await shop.employee('viewer', ['can_view_invoices']);
  await updateEmployee(shop.console, 'marko', { catalog_prices_only: true });
  await shop.owner.post('shifts/', { opening_cash: 0 });
  limit('10');
});

const limit = (percent: string) =>
  changeSetting(shop.console.db, shop.folder, 'discount_limit', percent, clock.now());

/** 200,00 with a discount. */
const goods = (percent = 20) => ({
  items: [{ name: 'Кава', price: 10_000, quantity: 2 }],
  discounts: [{ percent }],
});
type Sold = Refusal & Pick<Invoice, 'id' | 'number_display'>;
const TENDERS = {
  QR: (body: object) => ['invoices/', { terminal: shop.terminal.id, ...body }],
  cash: (body: object) => ['cash-sales/', body],
  parts: (body: object) => ['cash-sales/', { ...body, cash: 5000, terminal: shop.terminal.id }],
} satisfies Record<string, (body: object) => [string, object]>;
type Tender = keyof typeof TENDERS;
const tenders = Object.keys(TENDERS) as Tender[];

const sell = (
  tender: Tender,
  body: object,
  headers: Record<string, string> = {},
  client = olena,
): Promise<Answer<Sold>> => {
  const [path, whole] = TENDERS[tender](body) as [string, object];
  return client.post<Sold>(path, whole, { headers: { ...PREFER, ...headers } });
};
const approve = (client: Client, discount: number, amount: number, username = 'iryna', password = PASSWORD) =>
  client.post<Refusal & Approval>(
    'discount-approvals/',
    { discount, amount, username, password },
    { headers: PREFER },
  );
const approved = async (client = olena, discount = 4000, amount = 16_000, username = 'iryna') => {
  const answer = await approve(client, discount, amount, username);
  expect(answer.status, answer.text).toBe(201);
  return { 'Discount-Approval': answer.body.token };
};
const INVALID = { 'Discount-Approval': ['approval_invalid'] };
const logged = async (code: string) =>
  (await shop.owner.get<Page<Action>>(`actions/?code=${code}`)).body.results;

describe.each(tenders)('a sale by %s', (tender) => {
  test('within the limit needs nobody; above it is refused with what was asked, without a trace', async () => {
    expect((await sell(tender, goods(10))).status).toBe(201);
    const answer = await withoutTrace(shop, () => sell(tender, goods(10.01)));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      codes: { discounts: ['discount_limit'] },
      facts: { discounts: [{ limit: 10, discount: 2002, amount: 17_998 }] },
    });
    const lines = { items: [{ name: 'Кава', price: 10_000, quantity: 2, discount_pct: 10.01 }] };
    expect((await withoutTrace(shop, () => sell(tender, lines))).body.codes).toEqual({
      discounts: ['discount_limit'],
    });
  });

  test('a price typed below that of the catalog is a discount; one above it makes up for none', async () => {
    const { id: product } = (
      await shop.owner.post<{ id: number }>('catalog/products/', { name: 'Чай', price: 10_000 })
    ).body;
    const sold = (price: number, more: object = {}) => ({
      items: [{ name: 'Чай', price, quantity: 2, product, ...more }],
    });
    expect((await sell(tender, sold(9000))).status).toBe(201);
    for (const [body, facts] of [
      [sold(8999), { limit: 10, discount: 2002, amount: 17_998 }],
      [sold(9500, { discount_pct: 6 }), { limit: 10, discount: 2140, amount: 17_860 }],
      [sold(20_000, { discount_pct: 11 }), { limit: 10, discount: 4400, amount: 35_600 }],
    ] as const) {
      const refused = await withoutTrace(shop, () => sell(tender, body));
      expect(refused.body).toMatchObject({
        codes: { discounts: ['discount_limit'] },
        facts: { discounts: [facts] },
      });
    }
    const headers = await approved(olena, 2002, 17_998);
    expect((await sell(tender, sold(8999), headers)).status).toBe(201);
    expect((await logged('discount_above_limit'))[0]).toMatchObject({ facts: { discount: 2002 } });
  });

  test('the owner has no limit', async () => {
    expect((await sell(tender, goods(50), {}, shop.owner)).status).toBe(201);
  });

  test('approved it is made once; the log names both people', async () => {
    const headers = await approved();
    const sold = await sell(tender, goods(), headers);
    expect(sold.status, sold.text).toBe(201);
    expect(rowsOf(shop, 'approvals')).toEqual([]);
    expect((await withoutTrace(shop, () => sell(tender, goods(), headers))).body.codes).toEqual(INVALID);
    const [given] = await logged('discount_approved');
    expect(given).toMatchObject({
      actor_name: 'iryna',
      facts: { discount: 4000, amount: 16_000, requested_by: 'olena' },
    });
    const [used] = await logged('discount_above_limit');
    expect(used).toMatchObject({
      actor_name: 'olena',
      facts: { discount: 4000, amount: 16_000, invoice: sold.body.number_display, approved_by: 'iryna' },
    });
    const table = tender === 'QR' ? 'attempts' : 'cash_sales';
    expect(rowsOf(shop, table).at(-1)).toMatchObject({
      approved_by: findPersonByUsername(shop.console.db, 'iryna')?.id,
    });
  });

  test('a repetition under its key is the first one, approval used up or not', async () => {
    const headers = { ...(await approved()), 'Idempotency-Key': `again-${tender}` };
    const first = await sell(tender, goods(), headers);
    expect(first.status).toBe(201);
    const { 'Discount-Approval': _used, ...key } = headers;
    for (const each of [headers, key])
      expect((await sell(tender, goods(), each)).body.id).toBe(first.body.id);
  });

  test('an approval of something else, of somebody else, or an old one is refused', async () => {
    const headers = await approved();
    const refused = async (body: object, client = olena) =>
      (await withoutTrace(shop, () => sell(tender, body, headers, client))).body.codes;
    expect(await refused(goods(20.01))).toEqual(INVALID);
    // The same discount of another sum.
    const items = [{ name: 'Кава', price: 10_001, quantity: 2 }];
    expect(await refused({ items, discounts: [{ amount: 4000 }] })).toEqual(INVALID);
    expect(await refused(goods(), shop.owner.as(await shop.signIn('petro')))).toEqual(INVALID);
    clock.forward(-1);
    expect(await refused(goods())).toEqual(INVALID);
    clock.forward(1 + 121);
    expect((await sell(tender, goods(), headers)).body.codes).toEqual(INVALID);
    clock.forward(-1);
    expect((await sell(tender, goods(), headers)).status).toBe(201);
  });
});

test('a QR whose answer was lost is made once, and its history names the second person', async () => {
  const headers = { ...(await approved()), 'Idempotency-Key': 'lost' };
  shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
  expect((await sell('QR', goods(), headers)).status).toBe(502);
  const { 'Discount-Approval': _used, ...key } = headers;
  const made = await sell('QR', goods(), key);
  expect(made.status, made.text).toBe(201);
  const { body } = await shop.owner.get<InvoiceHistory>(`invoices/${made.body.id}/history/`);
  expect(body.results[0]).toMatchObject({ by: 'olena', approved_by: 'iryna' });
});

describe('the second person', () => {
  test.each([
    ['olena', 'approver_same'],
    ['viewer', 'approver_no_right'],
    // Who sells at the prices of the catalog gives no discounts.
    ['marko', 'approver_no_right'],
  ])('not %s', async (username, code) => {
    const answer = await withoutTrace(shop, () => approve(olena, 4000, 16_000, username));
    expect(answer.body.codes).toEqual({ approver: [code] });
  });

  test('the owner may', async () => {
    expect((await sell('cash', goods(), await approved(olena, 4000, 16_000, 'owner'))).status).toBe(201);
  });

  test('who may not give discounts any more approves nothing', async () => {
    const headers = await approved(olena, 4000, 16_000, 'petro');
    await updateEmployee(shop.console, 'petro', { catalog_prices_only: true });
    expect((await withoutTrace(shop, () => sell('cash', goods(), headers))).body.codes).toEqual(INVALID);
    await updateEmployee(shop.console, 'petro', { catalog_prices_only: false });
    expect((await sell('cash', goods(), headers)).status).toBe(201);
  });

  test('an approval of a refund approves no sale', async () => {
    const { 'Discount-Approval': token } = await approved();
    expect(
      (await withoutTrace(shop, () => sell('cash', goods(), { 'Refund-Approval': token }))).body.codes,
    ).toEqual({ discounts: ['discount_limit'] });
  });

  test('is chosen in the window', async () => {
    const window = openWindow(shop);
    await window.signIn('olena');
    const asked = { discount: 4000, amount: 16_000 };
    const people = (await window.ask('approvals.people', asked)).map(({ username }) => username);
    expect(people).toEqual(expect.arrayContaining(['owner', 'iryna', 'petro']));
    for (const name of ['olena', 'viewer', 'marko']) expect(people).not.toContain(name);
    const approver = findPersonByUsername(shop.console.db, 'iryna')?.id ?? 0;
    const { token } = await window.ask('approvals.give', { ...asked, approver, current: PASSWORD });
    expect((await sell('cash', goods(), { 'Discount-Approval': token })).status).toBe(201);
    await window.signIn('viewer');
    expect((await window.refused('approvals.give', { ...asked, approver, current: PASSWORD })).code).toBe(
      'FORBIDDEN',
    );
  });
});

test('without a limit nothing is asked; the counter says which it is', async () => {
  const read = async () => (await olena.get<CounterSettings>('counter/')).body.discount_limit;
  expect(await read()).toBe(10);
  limit('');
  expect(await read()).toBeNull();
  expect((await sell('cash', goods(90))).status).toBe(201);
  limit('0');
  expect((await withoutTrace(shop, () => sell('cash', goods(1)))).body.codes).toEqual({
    discounts: ['discount_limit'],
  });
});
