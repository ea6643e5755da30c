import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { type DayFiscal, dayFiscal, type FiscalGapPage } from '../../../shared/api/fiscal-checks.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Refusal } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { heldSchedule } from '../../helpers/jobs.ts';
import { requested } from '../../helpers/keyed.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { readCsv } from '../../helpers/table-files.ts';
import { withoutTrace } from '../../helpers/trace.ts';
import { exportedFrom } from '../export/stage.ts';

const MINUTE = 60;
const clock = stoppedClock(Date.UTC(2026, 4, 20, 9));
const held = heldSchedule();
const merchants = [{ token: 'practice-fiscal-token', merchantName: 'З ПРРО', prro: true }];
const shop = await shopOfFile({
  now: clock.now,
  schedule: held.schedule,
  bank: { now: clock.now, merchants },
});
beforeEach(() => shop.bank.setFiscalMode('done'));

const forward = async (seconds: number) => {
  clock.forward(seconds);
  await shop.signInAgain();
};
const pay = async (): Promise<Invoice> => {
  const items = [{ name: 'Кава', price: 6200, quantity: 3 }];
  return shop.paid({ amount: undefined, items });
};
const returnOne = async ({ id, items: [item] }: Invoice) => {
  const answer = await shop.owner.post<Invoice>(`invoices/${id}/cancel/`, {
    items: [{ item: item?.id, quantity: 1 }],
  });
  expect(answer.status, answer.text).toBe(200);
};
/** The job's time has come: the bank's ids of the invoices that it queried. */
const fire = async () => {
  const before = requested(shop, 'invoice/fiscal-checks').length;
  await held.fire(shop, 'fiscal-checks');
  return requested(shop, 'invoice/fiscal-checks')
    .slice(before)
    .map(({ query }) => query.invoiceId);
};
const gaps = async () => (await shop.owner.get<FiscalGapPage>('invoices/fiscal-gaps/')).body;
const day = async () => {
  const { body } = await shop.owner.get<DayFiscal>('stats/day-fiscal/');
  expect(v.is(dayFiscal, body)).toBe(true);
  return body;
};

test('a return check is watched until it is done; a failed one is listed beside the payments', async () => {
  const paid = await pay();
  await forward(10 * MINUTE);
  expect(await fire()).toEqual([paid.invoice_id]);
  await returnOne(paid);
  shop.bank.setFiscalMode('done', 'process');
  await forward(9 * MINUTE);
  expect(await fire()).toEqual([]);
  await forward(MINUTE);
  expect(await fire()).toEqual([paid.invoice_id]);
  const refunded_date = new Date(clock.now() - 10 * MINUTE * 1000).toISOString();
  expect(await gaps()).toMatchObject({
    count: 1,
    total_amount: 6200,
    results: [{ invoice: paid.id, type: 'return', amount: 6200, status: 'process', refunded_date }],
  });
  const money = { count: 1, done: 1, missing: 0, missing_amount: 0 };
  expect(await day()).toMatchObject({
    fiscal_terminals: 1,
    sales: { ...money, amount: 18_600, done_amount: 18_600 },
    returns: { count: 1, amount: 6200, done: 0, missing: 1, missing_amount: 6200 },
  });
  shop.bank.setFiscalMode('done', 'failed');
  await forward(10 * MINUTE);
  expect(await fire()).toEqual([paid.invoice_id]);
  expect((await gaps()).results).toMatchObject([
    { type: 'return', status: 'failed', status_description: 'Зміну на касі не відкрито' },
  ]);
  shop.bank.setFiscalMode('done');
  await forward(20 * MINUTE);
  expect(await fire()).toEqual([paid.invoice_id]);
  expect((await gaps()).count).toBe(0);
  expect((await day()).returns).toMatchObject({ count: 1, done: 1, done_amount: 6200, missing: 0 });
  await forward(60 * MINUTE);
  expect(await fire()).toEqual([]);
});

test('the table of the day has money with a check, without one, and not asked about yet', async () => {
  const rows = async () => {
    const { file } = await exportedFrom(shop, 'stats/day-close/export/', {
      token: await shop.signIn('owner'),
    });
    return readCsv(file)
      .filter(([section]) => section === 'Fiscal receipts')
      .map(([, name, gross, refunds, , , count, refundCount]) => [name, gross, refunds, count, refundCount]);
  };
  const before = await day();
  const paid = await pay();
  await returnOne(paid);
  shop.bank.setFiscalMode('failed', 'process');
  await forward(10 * MINUTE);
  await fire();
  await pay();
  const { sales, returns } = await day();
  expect([sales.missing, returns.missing]).toEqual([1, 1]);
  expect(sales.count).toBe(before.sales.count + 2);
  const hryvnias = (minor: number) => (minor / 100).toFixed(2).replace('.', ',');
  expect(await rows()).toEqual([
    [
      ...['with a receipt', hryvnias(sales.done_amount), hryvnias(returns.done_amount)],
      ...[String(sales.done), String(returns.done)],
    ],
    ['without a receipt', '186,00', '62,00', '1', '1'],
    ['receipt not checked yet', '186,00', '0,00', '1', '0'],
  ]);
  shop.bank.setFiscalMode('done');
  await forward(10 * MINUTE);
  await fire();
});

test('the rest of a return is watched too, also of a payment that is refunded in full', async () => {
  const paid = await pay();
  await returnOne(paid);
  await shop.owner.post(`invoices/${paid.id}/cancel/`);
  shop.bank.setFiscalMode('done', 'none');
  await forward(10 * MINUTE);
  expect(await fire()).toEqual([paid.invoice_id]);
  const found = (await gaps()).results.filter(({ invoice }) => invoice === paid.id);
  expect(found.map(({ type, amount, status }) => [type, amount, status])).toEqual([
    ['return', 12_400, 'none'],
    ['return', 6200, 'none'],
  ]);
  shop.bank.setFiscalMode('done');
  await shop.owner.get(`invoices/${paid.id}/fiscal-checks/`);
  expect((await gaps()).count).toBe(0);
});

test("the owner's word that there are no receipts ends the watching; a word that there are begins it", async () => {
  const path = `terminals/${shop.terminal.id}/fiscal/`;
  await shop.owner.send('PATCH', path, { body: { issues_receipts: 'no' } });
  const paid = await pay();
  await forward(10 * MINUTE);
  expect(await fire()).toEqual([]);
  expect(await day()).toMatchObject({ fiscal_terminals: 0, sales: { count: 0 } });
  await shop.owner.send('PATCH', path, { body: { issues_receipts: 'yes' } });
  expect(await fire()).toEqual([paid.invoice_id]);
  expect((await day()).fiscal_terminals).toBe(1);
});

test('the receipt goes to the address by the bank; no payment and no address are refused without it', async () => {
  const paid = await pay();
  const path = `invoices/${paid.id}/receipt/email/`;
  const sent = await shop.owner.post(path, { email: ' kupets@example.com ' });
  expect([sent.status, sent.body]).toEqual([200, { invoice: paid.id, email: 'kupets@example.com' }]);
  expect(requested(shop, 'invoice/receipt').at(-1)?.query).toEqual({
    invoiceId: paid.invoice_id,
    email: 'kupets@example.com',
  });
  const refused = (body: object, at = path) => withoutTrace(shop, () => shop.owner.post<Refusal>(at, body));
  expect((await refused({ email: 'kupets' })).body.errors).toEqual({
    email: ['Enter a valid e-mail address.'],
  });
  expect((await refused({})).body.errors).toEqual({ email: ['This field is required.'] });
  const { id } = await shop.createInvoice({ amount: 100 });
  const unpaid = await refused({ email: 'a@b.ua' }, `invoices/${id}/receipt/email/`);
  expect(unpaid.body.errors).toHaveProperty('status');
});
