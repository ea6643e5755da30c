import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import { cashOf, codes, keyed } from '../../helpers/cash.ts';
import type { Client, Refusal } from '../../helpers/client.ts';
import { openShop, PASSWORD, type Shop } from '../../helpers/shop.ts';
import { withoutTrace } from '../../helpers/trace.ts';
import { deliver, reported, setAddress } from '../../helpers/webhooks.ts';

/** What goes wrong around a sale in parts: the clock, the bank, the shift, two tills at once. */

let shop: Shop;
let shift: Shift;
let at: number;
beforeEach(async () => {
  at = Date.now();
  shop = await openShop({ now: () => at });
  shift = (await shop.owner.post<Shift>('shifts/', { opening_cash: 50_000 })).body;
});
afterEach(() => shop.close());

const { sell: sellAs, read, rest, till, bankId, refresh, pay } = cashOf(() => shop);
const cake = { name: 'Торт', price: 12_500, quantity: 3 };
const parts = (more: object = {}) => ({ items: [cake], cash: 20_000, terminal: shop.terminal.id, ...more });
const sell = (client?: Client) => sellAs(parts(), client);

describe('the clock of the computer is set back', () => {
  test('between the sale and its rest in cash: the rest is dated no earlier than the sale, and counts in the shift', async () => {
    const sale = await sell();
    at -= 3 * 3_600_000;
    await shop.signInAgain();
    const answer = await rest(sale, 'cash');
    expect(answer.body).toMatchObject({ status: 'done', amount: 37_500 });
    expect(Date.parse(answer.body.made_at)).toBeGreaterThanOrEqual(Date.parse(sale.made_at));
    expect(await till()).toMatchObject({ sales: 37_500, expected_cash: 87_500, aside: 0 });
    const closed = await shop.owner.post<Shift>(`shifts/${shift.id}/close/`, { closing_cash: 87_500 });
    expect(closed.body).toMatchObject({ expected_cash: 87_500, difference: 0 });
  });

  test('between the sale, its payment and its return: both count once, in the shift', async () => {
    const sale = await sell();
    at -= 3 * 3_600_000;
    await shop.signInAgain();
    await pay(sale);
    const back = await shop.owner.post<CashSale>(`cash-sales/${sale.id}/returns/`, {});
    expect(back.body).toMatchObject({ status: 'done', amount: 20_000, qr: { amount: 17_500 } });
    expect(Date.parse(back.body.made_at)).toBeGreaterThanOrEqual(Date.parse(sale.made_at));
    expect(await till()).toMatchObject({ sales: 20_000, refunds: 20_000, expected_cash: 50_000 });
  });
});

describe('the bank', () => {
  test('cannot be reached when the sale begins: nothing was sold, nothing lies aside, its cart is still there', async () => {
    const { body: cart } = await shop.owner.post<{ id: number }>('carts/', { name: 'Стіл', lines: [cake] });
    await shop.owner.post(`carts/${cart.id}/take/`);
    await shop.bank.stop();
    const answer = await shop.owner.post<Refusal>('cash-sales/', parts({ cart: cart.id }));
    expect([answer.status, answer.body.err_code]).toEqual([502, 'UNREACHABLE']);
    expect((await shop.owner.get<{ count: number }>('cash-sales/')).body.count).toBe(0);
    expect(await till()).toMatchObject({ sales: 0, aside: 0 });
    const cash = await shop.owner.post<CashSale>('cash-sales/', { items: [cake], cart: cart.id });
    expect([cash.status, cash.body.status]).toEqual([201, 'done']);
  });

  test('cannot be reached when the rest is taken in cash: nothing is done', async () => {
    const sale = await sell();
    await shop.bank.stop();
    for (const by of ['cash', 'give_back']) expect((await rest(sale, by)).status).toBe(502);
    expect(await read(sale)).toMatchObject({ status: 'waiting', amount: 20_000, rest_in_cash: 17_500 });
    expect(await till()).toMatchObject({ sales: 0, aside: 20_000 });
  });

  test('withdraws the QR, and its answer is lost: the same request under the key ends the sale once', async () => {
    const sale = await sell();
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/remove' });
    const end = () => shop.owner.post<CashSale>(`cash-sales/${sale.id}/rest/`, { by: 'cash' }, keyed('end'));
    expect((await end()).status).toBe(502);
    expect(await till()).toMatchObject({ sales: 0 });
    const [one, again] = [await end(), await end()];
    expect([one.status, one.body.status, one.body.amount]).toEqual([200, 'done', 37_500]);
    expect(again.body).toEqual(one.body);
    expect(await till()).toMatchObject({ sales: 37_500, sale_count: 1, aside: 0 });
  });

  test('refuses to withdraw a QR that it declined: it cannot be paid any more, and the rest is taken in cash', async () => {
    const sale = await sell();
    shop.bank.decline(await bankId(sale));
    await refresh(sale);
    shop.bank.fault({ kind: 'refusal', errCode: 'INVALID_STATUS', path: 'invoice/remove' });
    expect((await rest(sale, 'cash')).body).toMatchObject({ status: 'done', amount: 37_500 });
    expect(await till()).toMatchObject({ sales: 37_500, aside: 0 });
  });

  test.each([
    ['and then says nothing about it', 'INVALID_STATUS', 'invoice/status'],
    ['because the buyer is paying it', 'ORDER_IN_PROGRESS', undefined],
  ])('refuses to withdraw a QR that it declined, %s: nothing is done', async (_, errCode, silentAt) => {
    const sale = await sell();
    shop.bank.decline(await bankId(sale));
    await refresh(sale);
    shop.bank.fault({ kind: 'refusal', errCode, path: 'invoice/remove' });
    if (silentAt) {
      // The state before the withdrawal is answered.
      shop.bank.fault({ kind: 'delay', ms: 0, path: silentAt });
      shop.bank.fault({ kind: 'bad-gateway', path: silentAt });
    }
    expect((await rest(sale, 'cash')).status).toBe(502);
    expect(await read(sale)).toMatchObject({ status: 'waiting' });
    expect(await till()).toMatchObject({ sales: 0, aside: 20_000 });
  });

  test('refuses to withdraw a QR that waits: nothing is done', async () => {
    const sale = await sell();
    shop.bank.fault({ kind: 'refusal', errCode: 'INVALID_STATUS', path: 'invoice/remove' });
    expect((await rest(sale, 'give_back')).status).toBe(502);
    expect(await read(sale)).toMatchObject({ status: 'waiting' });
    expect(await till()).toMatchObject({ sales: 0, aside: 20_000 });
  });

  test.each(['the statement', 'a webhook'])('says paid by %s before it answers the creation', async (way) => {
    setAddress(shop);
    shop.bank.fault({ kind: 'delay', acts: true, ms: 500, path: 'invoice/create' });
    const creation = shop.owner.post<CashSale>('cash-sales/', parts());
    await vi.waitFor(() => expect(shop.bank.invoices()).toHaveLength(1));
    const [atBank] = shop.bank.invoices();
    shop.bank.pay(atBank?.invoiceId ?? '');
    await shop.bank.webhooksIdle();
    if (way === 'the statement') await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    else {
      const [delivery] = reported(shop, atBank?.invoiceId ?? '');
      await deliver(shop, delivery?.body ?? '', { sign: delivery?.signature ?? '' });
    }
    const answer = await creation;
    expect(answer.status, answer.text).toBe(201);
    await refresh(answer.body);
    expect(await read(answer.body)).toMatchObject({ status: 'done', left: 37_500 });
    expect(await till()).toMatchObject({ sales: 20_000, sale_count: 1, aside: 0 });
    expect((await shop.owner.get<{ count: number }>('invoices/')).body.count).toBe(1);
  });
});

describe('the shift is closed meanwhile', () => {
  test('the rest is not taken in cash, and its QR stays; with the next shift it is, and counts there', async () => {
    const sale = await sell();
    await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 50_000 });
    const refused = await withoutTrace(shop, () => rest(sale, 'cash'));
    expect([refused.status, refused.body.codes]).toEqual([400, { non_field_errors: ['no_shift'] }]);
    const next = (await shop.owner.post<Shift>('shifts/', { opening_cash: 50_000 })).body;
    expect((await rest(sale, 'cash')).body).toMatchObject({ status: 'done', shift: next.id });
    expect(await till(next.id)).toMatchObject({ sales: 37_500, aside: 0 });
    expect((await shop.owner.get<Shift>(`shifts/${shift.id}/`)).body).toMatchObject({ sales: 0 });
  });

  test('its cash is given back without one', async () => {
    const sale = await sell();
    await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 50_000 });
    expect((await rest(sale, 'give_back')).body).toMatchObject({ status: 'called_off' });
    const next = (await shop.owner.post<Shift>('shifts/', { opening_cash: 50_000 })).body;
    expect(await till(next.id)).toMatchObject({ sales: 0, aside: 0, expected_cash: 50_000 });
  });

  test('a return needs the next one, and the bank is not asked before', async () => {
    const sale = await pay(await sell());
    await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 70_000 });
    const giveBack = () => shop.owner.post<Refusal>(`cash-sales/${sale.id}/returns/`, {}, codes);
    expect((await withoutTrace(shop, giveBack)).body.codes).toEqual({ non_field_errors: ['no_shift'] });
  });
});

describe('two tills at once', () => {
  test('end one sale, one in cash and one by giving back: one of them does, and the sums are its', async () => {
    const sale = await sell();
    const both = await Promise.all(['cash', 'give_back'].map((by) => rest(sale, by)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const { status } = await read(sale);
    expect(await till()).toMatchObject({ sales: status === 'done' ? 37_500 : 0, aside: 0 });
  });

  test('return the same goods: one of them does', async () => {
    const sale = await pay(await sell());
    const item = sale.items[0]?.id;
    const both = await Promise.all(
      [1, 2].map(() => shop.owner.post(`cash-sales/${sale.id}/returns/`, { items: [{ item, quantity: 2 }] })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(await till()).toMatchObject({ refunds: 20_000, refund_count: 1 });
    expect(await read(sale)).toMatchObject({ left: 12_500, left_in_cash: 0, qr: { left: 12_500 } });
  });
});

describe('a return above the limit', () => {
  const consent = async (client: Client, sale: CashSale, amount: number) =>
    (
      await client.post<{ token: string }>(`cash-sales/${sale.id}/refund-approvals/`, {
        amount,
        username: 'chief',
        password: PASSWORD,
      })
    ).body.token;

  test.each([
    ['by lines', (sale: CashSale) => ({ items: [{ item: sale.items[0]?.id, quantity: 2 }] }), 25_000],
    ['by an amount', () => ({ amount: 30_000 }), 30_000],
    ['of all that is left', () => ({}), 37_500],
  ])('%s, cash and QR together, needs a second person, once', async (_, bodyOf, amount) => {
    const senior = await shop.employee('senior', [
      ...(['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const),
    ]);
    await shop.employee('chief', ['can_view_invoices', 'can_cancel_invoices']);
    await updateEmployee(shop.console, 'senior', { refund_limits: { largest: 5000 } });
    const sale = await pay(await sell(senior));
    const path = `cash-sales/${sale.id}/returns/`;
    const refused = await withoutTrace(shop, () => senior.post<Refusal>(path, bodyOf(sale), codes));
    expect(refused.body.codes).toEqual({ amount: ['refund_limit'] });
    const headers = { ...codes.headers, 'Refund-Approval': await consent(senior, sale, amount) };
    const other = () => senior.post<Refusal>(path, { amount: 5001 }, { headers });
    const invalid = { 'Refund-Approval': ['approval_invalid'] };
    expect((await withoutTrace(shop, other)).body.codes).toEqual(invalid);
    const back = await senior.post<CashSale>(path, bodyOf(sale), { headers });
    expect(back.body).toMatchObject({ status: 'done', total: amount, amount: 20_000 });
    expect(back.body.qr).toMatchObject({ amount: amount - 20_000 });
    expect(await read(sale)).toMatchObject({ left: 37_500 - amount, left_in_cash: 0 });
    const again = await other();
    expect(again.status).toBe(400);
    if (amount < 37_500) expect(again.body.codes).toEqual(invalid);
    expect(await till()).toMatchObject({ sales: 20_000, refunds: 20_000, refund_count: 1 });
  });
});
