import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../main/store/db/connection.ts';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { paymentsToSweep } from '../../main/store/invoices/payment-sweep.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { type Gateway, placeGateway, reply } from '../bad-days/gateway.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { heldSchedule, jobOf } from '../helpers/jobs.ts';
import { freshOwner, requested } from '../helpers/keyed.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';
import { monotonicClock } from '../helpers/webhooks.ts';

const DAY = 86_400;
const SWEEP = 'sweep-payments';

let clock: ReturnType<typeof stoppedClock>;
let monotonic: ReturnType<typeof monotonicClock>;
let held: ReturnType<typeof heldSchedule>;
let shop: Shop;
let gateway: Gateway;
beforeEach(async () => {
  clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
  monotonic = monotonicClock();
  held = heldSchedule();
  shop = await openShop({ now: clock.now, bank: { now: clock.now }, schedule: held.schedule });
  gateway = await placeGateway(shop);
});
afterEach(async () => {
  await shop.close();
  await gateway.stop();
  vi.restoreAllMocks();
});

/** Nothing happens meanwhile; the owner signs in again. */
const forward = async (days: number): Promise<void> => {
  clock.forward(days * DAY);
  monotonic.forward(days * DAY);
  await shop.signInAgain();
};
const sync = async () => {
  const answer = await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  expect(answer.status, answer.text).toBe(200);
};
/** The job's time has come; returns the bank's ids of the queried payments, in order. */
const sweep = async (): Promise<string[]> => {
  const before = requested(shop, 'invoice/status').length;
  await held.fire(shop, SWEEP);
  return requested(shop, 'invoice/status')
    .slice(before)
    .map(({ query }) => String(query.invoiceId));
};
const paid = async (): Promise<Invoice> => {
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.pay(invoice_id);
  const answer = await (await freshOwner(shop)).post<Invoice>(`invoices/${id}/refresh/`);
  expect(answer.body.status).toBe('success');
  return answer.body;
};
const rowOf = (invoiceId: string) => rowsOf(shop, 'invoices').find((row) => row.invoice_id === invoiceId);
const foundPayment = (at = clock.now()) =>
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700, date: at });

describe('refunds made in the bank’s portal for payments older than 30 days', () => {
  test('each paid invoice of the last 180 days is queried again at least once a month', async () => {
    const { id, invoice_id } = await paid();
    expect(await sweep()).toEqual([]);
    const seen: number[] = [];
    for (let day = 1; day <= 240; day += 1) {
      await forward(1);
      if ((await sweep()).length > 0) seen.push(day);
      if (day === 100) shop.bank.refund(invoice_id, 1000);
    }
    const gaps = seen.map((day, at) => day - (seen[at - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30);
    expect(seen.at(-1)).toBeGreaterThan(150);
    expect(seen.at(-1)).toBeLessThanOrEqual(180);
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 33_000 });
    expect(rowsOf(shop, 'events').filter(({ type }) => type === 'invoice.refunded')).toHaveLength(1);
  });

  test('one that was refunded in full is not queried any more', async () => {
    const { id, invoice_id } = await paid();
    await forward(40);
    shop.bank.refund(invoice_id);
    expect(await sweep()).toEqual([invoice_id]);
    expect((await shop.readInvoice(id)).status).toBe('reversed');
    await forward(40);
    expect(await sweep()).toEqual([]);
  });
});

describe('payments found in the statement', () => {
  test('get payment_system from invoice/status, once, the newest first', async () => {
    const [old, middle, young] = [20, 10, 1].map((days) => foundPayment(clock.now() - days * DAY * 1000));
    await sync();
    expect(rowOf(young ?? '')).toMatchObject({ created_locally: 0, payment_system: '' });
    expect(await sweep()).toEqual([young, middle, old]);
    for (const invoiceId of [old, middle, young])
      expect(rowOf(invoiceId ?? '')).toMatchObject({ payment_system: 'visa', status: 'success' });
    await forward(1);
    await sync();
    expect(await sweep()).toEqual([]);
  });
});

describe('in idle time, within the pace', () => {
  test('at most 30 of a terminal at a time, and it continues where it was, after a restart too', async () => {
    const all = Array.from({ length: 40 }, (_, at) => foundPayment(clock.now() - at * 60_000));
    await sync();
    expect(await sweep()).toEqual(all.slice(0, 30));
    await shop.restart();
    expect(await sweep()).toEqual(all.slice(30));
    expect(await sweep()).toEqual([]);
  });

  test('nothing while the counter is busy, unless the month is nearly over', async () => {
    const { invoice_id } = await paid();
    await forward(28);
    const found = foundPayment();
    await sync();
    const { id, invoice_id: fresh } = await shop.createInvoice();
    expect(await sweep()).toEqual([]);
    await forward(2);
    const { id: next } = await shop.createInvoice();
    expect(await sweep()).toEqual([invoice_id]);
    for (const each of [id, next]) await (await freshOwner(shop)).post(`invoices/${each}/cancel/`);
    expect(await sweep()).toEqual([found]);
    expect(fresh).not.toBe('');
  });

  test('nothing while the bank is silent', async () => {
    foundPayment();
    await sync();
    shop.bank.fault({ kind: 'unavailable', times: 1000 });
    for (let times = 0; times < 3; times += 1)
      await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
    expect(await sweep()).toEqual([]);
    expect((await jobOf(shop, SWEEP)).runs).toEqual([]);
  });

  test('one that cannot be read stops no other, and is queried again on another day', async () => {
    const [old, poisoned, young] = [3, 2, 1].map((days) => foundPayment(clock.now() - days * DAY * 1000));
    await sync();
    gateway.at('invoice/status', async ({ query }, request, response) => {
      const answer = await request();
      const text = answer.text.replace('"success"', '"melted"');
      reply(response, query.get('invoiceId') === poisoned ? { ...answer, text } : answer);
    });
    expect(await sweep()).toEqual([young, poisoned, old]);
    const [run] = (await jobOf(shop, SWEEP)).runs;
    expect(run).toMatchObject({ status: 'failed', found: 3, changed: 2 });
    expect(rowOf(poisoned ?? '')).toMatchObject({ payment_system: '' });
    expect(await sweep()).toEqual([]);
    gateway.rule();
    await forward(1.1);
    expect(await sweep()).toEqual([poisoned]);
    expect(rowOf(poisoned ?? '')).toMatchObject({ payment_system: 'visa' });
  });
});

test('the due payments are found by an index among any number of payments', () => {
  const requested: string[] = [];
  const db = { all: (query: { compile(): { sql: string } }) => requested.push(query.compile().sql) };
  const due = { terminal: 1, paidFrom: 0, planned: { from: 0, to: 1 }, limit: 30 };
  paymentsToSweep(db as unknown as Db, due);
  const plan = shop.console.db.all(
    plainSql<{ detail: string }>(`explain query plan ${requested[0]?.replaceAll('?', '1')}`),
  );
  const details = plan.map(({ detail }) => detail).join('\n');
  expect(details).toMatch(/SEARCH invoices USING INDEX invoices_sweep/);
  expect(details).not.toMatch(/SCAN|TEMP B-TREE/);
});
