import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../../main/shop/settings.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Series } from '../../../shared/api/series.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import { cashOf, codes, keyed } from '../../helpers/cash.ts';
import type { Client, Refusal } from '../../helpers/client.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { withoutTrace } from '../../helpers/trace.ts';

/** One sale, paid partly in cash and the rest by QR. */

let shop: Shop;
let senior: Client;
let shift: Shift;
beforeEach(async () => {
  shop = await openShop();
  senior = await shop.employee('senior', ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']);
  shift = (await shop.owner.post<Shift>('shifts/', { opening_cash: 50_000 })).body;
});
afterEach(() => shop.close());

const { sell: sellAs, read, rest, giveBack, till, bankId, refresh, pay } = cashOf(() => shop);
const cake = { name: 'Торт', price: 37_500 };
const parts = (more: object = {}) => ({ items: [cake], cash: 20_000, terminal: shop.terminal.id, ...more });
const sell = (body: object = parts(), client?: Client) => sellAs(body, client);
const paid = async (body?: object, client?: Client) => pay(await sell(body, client));
const refused = (body: object, client = shop.owner) =>
  withoutTrace(shop, () => client.post<Refusal>('cash-sales/', body, codes));

describe('a sale in parts', () => {
  test('is one sale with an invoice of the rest; its cash counts once the bank says that the rest is paid', async () => {
    const sale = await sell(parts({ received: 50_000 }));
    expect(sale).toMatchObject({
      status: 'waiting',
      number: 1,
      total: 37_500,
      amount: 20_000,
      rounding: 0,
      received: 50_000,
      change: 30_000,
      left: 0,
      to_give_back: 0,
      rest_in_cash: 17_500,
      is_voidable: false,
      qr: { amount: 17_500, status: 'created', left: 0 },
      items: [{ name: 'Торт', amount: 37_500 }],
    });
    expect(await shop.readInvoice(sale.qr?.invoice ?? 0)).toMatchObject({ amount: 17_500, number: 1 });
    expect(sale.qr?.page_url).not.toBe('');
    expect(await till()).toMatchObject({ sales: 0, expected_cash: 50_000, aside: 20_000 });
    await pay(sale);
    expect(await read(sale)).toMatchObject({
      status: 'done',
      left: 37_500,
      left_in_cash: 20_000,
      rest_in_cash: 0,
      qr: { status: 'success', left: 17_500 },
    });
    expect(await till()).toMatchObject({ sales: 20_000, sale_count: 1, expected_cash: 70_000, aside: 0 });
  });

  test('is found among the sales for cash by its parts, and by its invoice', async () => {
    const [sale, alone] = [await sell(), await sell({ items: [cake] })];
    const listed = async (in_parts: boolean) => {
      const { body } = await shop.owner.get<{ results: CashSale[] }>(`cash-sales/?in_parts=${in_parts}`);
      return body.results.map(({ id }) => id);
    };
    expect([await listed(true), await listed(false)]).toEqual([[sale.id], [alone.id]]);
    const { body } = await shop.owner.get(`invoices/outcomes/?ids=${sale.qr?.invoice}`);
    expect(body).toMatchObject({ results: [{ cash_part: { cash_sale: sale.id, amount: 20_000 } }] });
  });

  test('whose creation is in doubt is seen, and is settled by its key; the webhook may come first', async () => {
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
    expect((await shop.owner.post('cash-sales/', parts(), keyed('k2'))).status).toBe(502);
    const listed = await shop.owner.get<{ results: CashSale[] }>(`shifts/${shift.id}/cash-sales/`);
    expect(listed.body.results).toMatchObject([{ status: 'in_doubt', qr: { invoice: null } }]);
    const [doubt] = listed.body.results as [CashSale];
    expect((await rest(doubt, 'give_back')).body.codes).toEqual({ non_field_errors: ['sale_in_doubt'] });
    const answer = await shop.owner.post<CashSale>('cash-sales/', parts(), keyed('k2'));
    expect(answer.body).toMatchObject({ id: doubt.id, status: 'waiting' });
    await pay(answer.body);
    expect(await till()).toMatchObject({ sales: 20_000, sale_count: 1 });
  });

  test('in doubt when the service ended, and paid meanwhile: it is found, and counts once, also under its key', async () => {
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
    expect((await shop.owner.post('cash-sales/', parts(), keyed('k4'))).status).toBe(502);
    await shop.restart();
    const [atBank] = shop.bank.invoices();
    shop.bank.pay(atBank?.invoiceId ?? '');
    await shop.owner.post('jobs/settle-attempts/run/');
    expect(await till()).toMatchObject({ sales: 20_000, sale_count: 1, aside: 0 });
    const answer = await shop.owner.post<CashSale>('cash-sales/', parts(), keyed('k4'));
    expect([answer.status, answer.body.status]).toEqual([201, 'done']);
    expect(await till()).toMatchObject({ sales: 20_000, sale_count: 1 });
    expect(shop.bank.invoices()).toHaveLength(1);
  });

  test('that the bank refused never was', async () => {
    shop.bank.fault({ kind: 'refusal', path: 'invoice/create' });
    expect((await shop.owner.post('cash-sales/', parts(), keyed('k3'))).status).toBe(502);
    expect((await shop.owner.get<{ count: number }>(`shifts/${shift.id}/cash-sales/`)).body.count).toBe(0);
    expect(await till()).toMatchObject({ sales: 0, aside: 0 });
    expect((await shop.owner.post('cash-sales/', parts(), keyed('k3'))).status).toBe(201);
    expect(await till()).toMatchObject({ sales: 0, aside: 20_000 });
  });

  test('is refused with what cannot be a sale in parts, and leaves no trace', async () => {
    changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
    for (const [body, field, code] of [
      // All of it in cash.
      [parts({ cash: 37_500 }), 'cash', 'max_value'],
      [parts({ cash: 20_020 }), 'cash', 'cash_step'],
      // Less received than the cash part.
      [parts({ received: 19_950 }), 'received', 'min_value'],
      [{ items: [cake], cash: 100 }, 'terminal', 'required'],
      [parts({ cash: undefined }), 'cash', 'required'],
      [parts({ terminal: 99 }), 'terminal', 'not_found'],
      [parts({ cash_register: 99 }), 'cash_register', 'not_found'],
      [parts({ items: [] }), 'amount', 'required'],
    ] as const) {
      const answer = await refused(body);
      expect(answer.status, answer.text).toBe(400);
      expect(JSON.stringify(answer.body.codes?.[field]), answer.text).toContain(code);
    }
  });

  test('is refused where the bank issues fiscal receipts, and without an open shift; cash alone is sold there', async () => {
    await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 50_000 });
    expect((await refused(parts())).body.codes).toEqual({ non_field_errors: ['no_shift'] });
    await shop.owner.post('shifts/', { opening_cash: 50_000 });
    await shop.owner.patch(`terminals/${shop.terminal.id}/fiscal/`, { issues_receipts: 'yes' });
    const answer = await refused(parts());
    expect(answer.body.codes).toEqual({ cash: ['parts_fiscal'] });
    await sell({ items: [cake] });
  });

  test('of a cart ends it, once, whichever till is first', async () => {
    const { body: cart } = await shop.owner.post<{ id: number }>('carts/', { name: 'Стіл', lines: [cake] });
    await shop.owner.post(`carts/${cart.id}/take/`);
    const both = [parts({ cart: cart.id }), { items: [cake], cart: cart.id }];
    const answers = await Promise.all(both.map((body) => shop.owner.post('cash-sales/', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect((await shop.owner.get<{ count: number }>('carts/')).body.count).toBe(0);
  });
});

describe('a sale in parts whose QR is not paid', () => {
  test('declined or waiting: the QR is withdrawn first, and the rest is taken in cash, rounded with the whole', async () => {
    changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
    const sale = await sell(parts({ items: [{ name: 'Торт', price: 37_530 }] }));
    const bank = await bankId(sale);
    shop.bank.decline(bank);
    await refresh(sale);
    expect(await read(sale)).toMatchObject({ status: 'waiting', rest_in_cash: 17_550 });
    const answer = await rest(sale, 'cash');
    expect(answer.body).toMatchObject({
      status: 'done',
      total: 37_530,
      rounding: 20,
      amount: 37_550,
      left: 37_530,
      rest_in_cash: 0,
      qr: { amount: 17_530, status: 'expired' },
    });
    expect(() => shop.bank.pay(bank)).toThrow('the invoice is expired');
    expect(await till()).toMatchObject({ sales: 37_550, aside: 0 });
    expect((await rest(sale, 'cash')).body.codes).toEqual({ non_field_errors: ['sale_ended'] });
    expect((await giveBack(sale, {})).body).toMatchObject({ amount: 37_550, qr: null });
    expect(await till()).toMatchObject({ expected_cash: 50_000 });
  });

  test('a rounding that was set meanwhile gives back nothing of the cash that was taken', async () => {
    const sale = await sell(parts({ items: [{ name: 'Торт', price: 120 }], cash: 110 }));
    changeSetting(shop.console.db, shop.folder, 'cash_rounding', '50');
    expect(await read(sale)).toMatchObject({ rest_in_cash: 0 });
    const { body } = await rest(sale, 'cash');
    expect(body).toMatchObject({ status: 'done', total: 120, rounding: -10, amount: 110 });
    expect(await till()).toMatchObject({ sales: 110, rounding: -10, aside: 0 });
  });

  test('a sale whose rest was taken in cash is voided as any other for cash', async () => {
    const sale = await sell();
    const taken = (await rest(sale, 'cash')).body;
    expect(taken.is_voidable).toBe(true);
    const void_ = await shop.owner.post<CashSale>(`cash-sales/${sale.id}/void/`, { reason: 'Помилка' });
    expect([void_.status, void_.body.is_voidable]).toEqual([200, false]);
    expect(await till()).toMatchObject({ sales: 0, sale_count: 0, expected_cash: 50_000, aside: 0 });
    expect((await giveBack(sale, {})).body.codes).toEqual({ non_field_errors: ['voided'] });
  });

  test('cancelled or expired: the answer says what to give back, and that it was given back', async () => {
    const sale = await sell();
    shop.bank.expire(await bankId(sale));
    await refresh(sale);
    expect(await read(sale)).toMatchObject({ status: 'unpaid', to_give_back: 20_000, left: 0 });
    expect((await giveBack(sale, {})).body.codes).toEqual({ non_field_errors: ['sale_open'] });
    const void_ = await shop.owner.post<Refusal>(`cash-sales/${sale.id}/void/`, { reason: 'x' }, codes);
    expect(void_.body.codes).toEqual({ non_field_errors: ['in_parts'] });
    expect((await rest(sale, 'give_back')).body).toMatchObject({ status: 'called_off', to_give_back: 0 });
    expect(await till()).toMatchObject({ sales: 0, expected_cash: 50_000, aside: 0 });
  });

  test('found paid when it is to be withdrawn: nothing is given back, and it counts', async () => {
    const sale = await sell();
    shop.bank.pay(await bankId(sale));
    expect((await rest(sale, 'give_back')).body.codes).toEqual({ status: ['is_success'] });
    expect(await read(sale)).toMatchObject({ status: 'done' });
    expect(await till()).toMatchObject({ sales: 20_000 });
  });

  test('of somebody else is ended by who may refund', async () => {
    const cashier = await shop.employee('kasyr', ['can_view_invoices', 'can_create_invoices']);
    const sale = await sell();
    expect((await rest(sale, 'give_back', cashier)).status).toBe(403);
    const own = await sell(parts(), cashier);
    expect((await rest(own, 'give_back', cashier)).status).toBe(200);
    expect((await rest(sale, 'give_back', senior)).status).toBe(200);
  });

  test('when its shift closes counts in the next one; the closed shift keeps its sums', async () => {
    const sale = await sell();
    const closing = await shop.owner.post<Shift>(`shifts/${shift.id}/close/`, { closing_cash: 50_000 });
    expect(closing.body).toMatchObject({ expected_cash: 50_000, sales: 0 });
    await pay(sale);
    const next = (await shop.owner.post<Shift>('shifts/', { opening_cash: 50_000 })).body;
    expect((await shop.owner.get<Shift>(`shifts/${shift.id}/`)).body).toMatchObject({ sales: 0 });
    expect(await till(next.id)).toMatchObject({ sales: 20_000, expected_cash: 70_000 });
  });
});

describe('a return of a sale in parts', () => {
  test('gives the cash back first, and then the rest by QR: by lines, by an amount, and all that is left', async () => {
    const sale = await paid(parts({ items: [{ name: 'Торт', price: 12_500, quantity: 3 }] }));
    const item = sale.items[0]?.id;
    const one = await giveBack(sale, { items: [{ item, quantity: 1 }] });
    expect(one.body).toMatchObject({ status: 'done', amount: 12_500, qr: null, total: 12_500 });
    expect(await read(sale)).toMatchObject({ left: 25_000, left_in_cash: 7500, items: [{ returned: 1 }] });
    const two = await giveBack(sale, { items: [{ item, quantity: 1 }] });
    expect(two.body).toMatchObject({ status: 'done', amount: 7500, qr: { amount: 5000 }, total: 12_500 });
    expect(await read(sale)).toMatchObject({ left: 12_500, left_in_cash: 0, qr: { left: 12_500 } });
    expect((await giveBack(sale, { amount: 12_501 })).status).toBe(400);
    const three = await giveBack(sale, { amount: 2500 });
    expect(three.body).toMatchObject({ amount: 0, qr: { amount: 2500 } });
    expect((await giveBack(sale, {})).body).toMatchObject({ amount: 0, qr: { amount: 10_000 } });
    expect(await read(sale)).toMatchObject({ left: 0, items: [{ returned: 3 }], qr: { status: 'reversed' } });
    expect((await giveBack(sale, {})).body.codes).toEqual({ non_field_errors: ['nothing_left'] });
    // Those by QR alone are no refunds of cash, in the till as in the reports.
    const cash = { refunds: 20_000, refund_count: 2 };
    expect(await till()).toMatchObject({ sales: 20_000, ...cash, expected_cash: 50_000 });
    expect(
      (await shop.owner.get<Series>('stats/series/?group_by=day&tender=cash')).body.totals,
    ).toMatchObject(cash);
  });

  test('knows what was refunded of the invoice itself', async () => {
    const sale = await paid();
    const cancel = `invoices/${sale.qr?.invoice}/cancel/`;
    // Its goods are the sale's: who sells at catalog prices gives no part of them back by a typed sum.
    await updateEmployee(shop.console, 'senior', { catalog_prices_only: true });
    const typed = await senior.post<Refusal>(cancel, { amount: 1 }, codes);
    expect(typed.body.codes).toEqual({ amount: ['amount_by_hand'] });
    expect((await shop.owner.post(cancel, { amount: 10_000 })).status).toBe(200);
    expect(await read(sale)).toMatchObject({ left: 27_500, left_in_cash: 20_000, qr: { left: 7500 } });
    expect((await giveBack(sale, {})).body).toMatchObject({ amount: 20_000, qr: { amount: 7500 } });
    expect(await till()).toMatchObject({ expected_cash: 50_000 });
  });

  test('that is in doubt gives no cash until the bank has taken it; its key settles it, once', async () => {
    const sale = await paid();
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/cancel' });
    const send = () => shop.owner.post<CashSale>(`cash-sales/${sale.id}/returns/`, {}, keyed('r1'));
    expect((await send()).status).toBe(502);
    expect(await till()).toMatchObject({ refunds: 0 });
    expect(await read(sale)).toMatchObject({ left: 0 });
    const [one, again] = [await send(), await send()];
    expect(one.body).toMatchObject({ status: 'done', amount: 20_000, qr: { amount: 17_500 } });
    expect(again.body).toEqual(one.body);
    expect(await till()).toMatchObject({ refunds: 20_000, expected_cash: 50_000 });
    expect(shop.bank.invoice(await bankId(sale))?.refunds).toHaveLength(1);
  });

  test('that the bank refuses gives nothing back', async () => {
    const sale = await paid();
    shop.bank.fault({ kind: 'refusal', path: 'invoice/cancel' });
    expect((await giveBack(sale, {})).status).toBe(502);
    expect(await till()).toMatchObject({ refunds: 0 });
    expect(await read(sale)).toMatchObject({ left: 37_500 });
  });
});
