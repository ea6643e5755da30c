import { beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../../shared/api/events.ts';
import type { Series, Stats } from '../../shared/api/series.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { eventsOf, lastId } from '../helpers/events.ts';
import { holdsOf } from '../helpers/holds.ts';
import { syncedRegisters } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf } from '../helpers/trace.ts';

const DAY_S = 86_400;
const clock = stoppedClock(Date.UTC(2026, 2, 2, 9));
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
const holds = holdsOf(shop);
beforeEach(() => shop.signInAgain());

const isoNow = () => new Date(clock.now()).toISOString();
const newTypes = async (after: number, id: number): Promise<Event['type'][]> =>
  (await eventsOf(shop.owner, after)).filter(({ invoice }) => invoice === id).map(({ type }) => type);
const series = async () => {
  const { body } = await shop.owner.get<Series>('stats/series/?by=day&from=2026-03-01&to=2026-05-01');
  const { gross, refunds, count } = body.totals;
  return { gross, refunds, count };
};
const items = [
  { name: 'Торт', price: 9999, quantity: 2, discount_pct: 10 },
  { name: 'Свічки', price: 1500, quantity: 1 },
];

describe('an invoice created for holding', () => {
  test('is held once it is paid, and counts as taken nowhere', async () => {
    const [before, takings, after] = [await series(), await successAmount(), lastId(shop)];
    const { id, invoice_id, ...invoice } = await holds.held({ amount: 8100 });
    const created = shop.bank.requests.find(({ path }) => path.endsWith('invoice/create'))?.body;
    expect(created).toMatchObject({ paymentType: 'hold' });
    expect(invoice).toMatchObject({ status: 'processing', paid_date: null, is_cancellable: false });
    expect(await holds.view(id)).toEqual({
      invoice: id,
      payment_type: 'hold',
      state: 'held',
      amount: 8100,
      held_at: isoNow(),
      expires_at: new Date(clock.now() + 9 * DAY_S * 1000).toISOString(),
      captured_amount: null,
      ended_at: null,
      under_way: null,
    });
    expect(await newTypes(after, id)).toEqual(['invoice.created', 'invoice.status_changed', 'invoice.held']);
    expect([await series(), await successAmount()]).toEqual([before, takings]);
    const list = await holds.list();
    expect(list.results.at(-1)).toMatchObject({ id, amount: 8100 });
    expect(list.total_amount).toBe(list.results.reduce((sum, { amount }) => sum + amount, 0));
    const cancelled = await holds.refused(() => shop.owner.post<Refusal>(`invoices/${id}/cancel/`));
    expect(cancelled.body.errors).toEqual({
      status: ['The money is held, not taken: capture it, or release the hold. Nothing was cancelled.'],
    });
    expect(shop.bank.invoice(invoice_id)?.status).toBe('hold');
  });

  test('waits while it is not paid; a debit is none', async () => {
    const waiting = await shop.createInvoice({ amount: 100, payment_type: 'hold' });
    expect(await holds.view(waiting.id)).toMatchObject({ state: 'waiting', held_at: null, expires_at: null });
    const debit = await shop.createInvoice({ amount: 100 });
    expect(await holds.view(debit.id)).toMatchObject({ payment_type: 'debit', state: null, amount: 0 });
    for (const { id } of [waiting, debit])
      for (const request of [holds.capture, holds.release]) {
        const refused = await holds.refused(() => request(id));
        expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['status']]);
      }
  });

  test('is refused at a QR register, before the bank is asked', async () => {
    const register = (await syncedRegisters(shop)).get('ZRN1');
    const body = {
      terminal: shop.terminal.id,
      amount: 100,
      cash_register: register?.id,
      payment_type: 'hold',
    };
    const refused = await holds.refused(() => shop.owner.post<Refusal>('invoices/', body));
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { payment_type: ['A QR register takes no holds. Create the invoice without a cash register.'] },
    ]);
  });
});

describe('a capture', () => {
  test('of all: paid at that moment, and counted from then on', async () => {
    const before = await series();
    const { id, invoice_id } = await holds.held();
    clock.forward(3 * DAY_S);
    await shop.signInAgain();
    const after = lastId(shop);
    const answer = await holds.capture(id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'success', final_amount: 34_000, paid_date: isoNow() },
    ]);
    expect(holds.sent('finalize', invoice_id)).toEqual([{ invoiceId: invoice_id, amount: 34_000 }]);
    expect(await holds.view(id)).toMatchObject({
      state: 'captured',
      captured_amount: 34_000,
      ended_at: isoNow(),
      under_way: null,
    });
    expect(await newTypes(after, id)).toEqual([
      'invoice.status_changed',
      'invoice.captured',
      'attempt.settled',
    ]);
    expect(await series()).toEqual({ ...before, gross: before.gross + 34_000, count: before.count + 1 });
    const again = await holds.refused(() => holds.capture(id));
    expect(again.body.errors).toEqual({
      status: ['The held money has been taken already. Nothing was done.'],
    });
  });

  test('of a part: the rest was never taken, and is no refund', async () => {
    const before = await series();
    const { id, invoice_id } = await holds.held();
    const tooMuch = await holds.refused(() => holds.capture(id, { amount: 34_001 }));
    expect(tooMuch.body.errors).toEqual({ amount: ['Ensure this value is less than or equal to 34000.'] });
    expect((await holds.capture(id, { amount: 20_000 })).body).toMatchObject({
      status: 'success',
      amount: 34_000,
      final_amount: 20_000,
    });
    expect(holds.sent('finalize', invoice_id)).toEqual([
      {
        invoiceId: invoice_id,
        amount: 20_000,
        items: [{ name: 'Оплата товарів і послуг', qty: 1, sum: 20_000, code: '1' }],
      },
    ]);
    expect(rowsOf(shop, 'refunds').filter((row) => row.invoice_id === id)).toEqual([]);
    expect(await series()).toEqual({ ...before, gross: before.gross + 20_000, count: before.count + 1 });
    // The statement lists what was captured, and changes nothing.
    const row = () => rowsOf(shop, 'invoices').find((each) => each.id === id);
    const captured = row();
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    expect(row()).toEqual(captured);
    expect(rowsOf(shop, 'unreadable_records')).toEqual([]);
    // More than was taken is not refunded.
    const refused = await shop.owner.post<Refusal>(`invoices/${id}/cancel/`, { amount: 20_001 });
    expect(refused.body.errors).toEqual({ amount: ['Ensure this value is less than or equal to 20000.'] });
    expect((await shop.owner.post(`invoices/${id}/cancel/`)).body).toMatchObject({
      status: 'reversed',
      final_amount: 0,
    });
    expect(await series()).toEqual({
      gross: before.gross + 20_000,
      count: before.count + 1,
      refunds: before.refunds + 20_000,
    });
  });

  test('by lines: at the price that was to be paid, and only they can be returned later', async () => {
    const { id, invoice_id, items: sold } = await holds.held({ items });
    const [cake, candles] = sold;
    const none = await holds.refused(() => holds.capture(id, { items: [] }));
    expect(none.body.errors).toEqual({ items: ['This field may not be blank.'] });
    const taken = await holds.capture(id, { items: [{ item: cake?.id, quantity: 1 }] });
    expect(taken.body).toMatchObject({ status: 'success', amount: 19_498, final_amount: 8999 });
    expect(holds.sent('finalize', invoice_id)).toEqual([
      { invoiceId: invoice_id, amount: 8999, items: [{ name: 'Торт', qty: 1, sum: 8999, code: '1' }] },
    ]);
    const back = (item: number | undefined) => ({ items: [{ item, quantity: 1 }] });
    const refused = await shop.owner.post<Refusal>(`invoices/${id}/cancel/`, back(candles?.id));
    expect(refused.status).toBe(400);
    expect((await shop.owner.post(`invoices/${id}/cancel/`, back(cake?.id))).body).toMatchObject({
      status: 'reversed',
      final_amount: 0,
    });
  });

  test('takes another held sum than expected for a reason to stop', async () => {
    const { id } = await holds.held({ amount: 500 });
    const refused = await holds.refused(() => holds.capture(id, {}, undefined, '?expected_held=400'));
    expect(refused.body.errors).toEqual({ expected_held: ['500 is held. Nothing was done.'] });
  });
});

describe('a release', () => {
  test('gives the money up: reversed, never paid, no refund', async () => {
    const before = await series();
    const { id, invoice_id } = await holds.held({ items });
    const after = lastId(shop);
    const answer = await holds.release(id, { comment: 'Не прийшли' });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'reversed', paid_date: null, final_amount: 0 },
    ]);
    expect(shop.bank.invoice(invoice_id)).toMatchObject({ status: 'reversed' });
    expect(await holds.view(id)).toMatchObject({ state: 'released', captured_amount: null, under_way: null });
    expect(await newTypes(after, id)).toEqual([
      'invoice.status_changed',
      'invoice.hold_released',
      'attempt.settled',
    ]);
    expect(await series()).toEqual(before);
    expect(rowsOf(shop, 'refunds').filter((row) => row.invoice_id === id)).toEqual([]);
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    expect((await shop.owner.get(`invoices/${id}/`)).body).toMatchObject({
      status: 'reversed',
      paid_date: null,
    });
  });

  test('the bank gives a hold up after nine days; two days before, the shop is warned once', async () => {
    const before = await series();
    const { id } = await holds.held({ amount: 900 });
    const after = lastId(shop);
    for (const seconds of [6 * DAY_S, DAY_S, DAY_S]) {
      clock.forward(seconds);
      await shop.signInAgain();
      expect(await holds.refresh(id)).toMatchObject({ status: 'processing' });
    }
    expect(await newTypes(after, id)).toEqual(['invoice.hold_expiring']);
    clock.forward(DAY_S);
    await shop.signInAgain();
    expect(await holds.refresh(id)).toMatchObject({ status: 'reversed', paid_date: null });
    expect(await holds.view(id)).toMatchObject({ state: 'released' });
    const late = await holds.refused(() => holds.capture(id));
    expect(late.body.errors).toEqual({ status: ['The hold has been released. Nothing was done.'] });
    await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    expect(await series()).toEqual(before);
  });
});

test('found in the statement while it is held: it can be captured here, and counts from then on', async () => {
  const before = await series();
  const created = await fetch(`${shop.bank.url}/api/merchant/invoice/create`, {
    method: 'POST',
    headers: { 'X-Token': shop.merchant.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 4300, paymentType: 'hold' }),
  });
  const { invoiceId } = (await created.json()) as { invoiceId: string };
  shop.bank.pay(invoiceId);
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  const found = rowsOf(shop, 'invoices').find(({ invoice_id }) => invoice_id === invoiceId);
  const id = Number(found?.id);
  expect(found).toMatchObject({ status: 'processing', created_locally: 0, paid_date: null });
  expect(await holds.view(id)).toMatchObject({ state: 'held', amount: 4300, held_at: isoNow() });
  clock.forward(DAY_S);
  await shop.signInAgain();
  expect((await holds.capture(id, { amount: 4000 })).body).toMatchObject({
    status: 'success',
    final_amount: 4000,
    paid_date: isoNow(),
  });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  expect(rowsOf(shop, 'unreadable_records')).toEqual([]);
  expect(await series()).toEqual({ ...before, gross: before.gross + 4000, count: before.count + 1 });
});

const successAmount = async () => (await shop.owner.get<Stats>('stats/')).body.success_amount;
