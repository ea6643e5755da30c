import { beforeEach, expect, test } from 'vitest';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { attempts, createUnder, lostCreation, syncedRegisters } from '../helpers/keyed.ts';
import type { Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';
import { everyGarbage } from './garbage.ts';
import { type Gateway, reply } from './gateway.ts';
import { complaints } from './log.ts';
import { asking, openTimed } from './stage.ts';
import type { handCron, WatchersTime } from './time.ts';

const MINUTE = 60;

let time: WatchersTime;
let shop: Shop;
let gateway: Gateway;
let cron: ReturnType<typeof handCron>;
beforeEach(async () => {
  ({ time, shop, gateway, cron } = await openTimed());
});
const { bankState, eventsNamed: events, owner, statusOf } = asking(() => shop);
const statuses = () =>
  Object.fromEntries(
    rowsOf(shop, 'invoices').map(({ id, status, final_amount }) => [id, [status, final_amount]]),
  );
let keys = 0;
const sell = async (key: string, body: object) => createUnder(shop, key, body, await owner());
const REACHABLE = { state: 'reachable', since: null, err_code: null };
const BAD_GATEWAY = { detail: expect.stringMatching(/\w/), err_code: 'BAD_GATEWAY' };
const failsAtTheBank = (answer: Answer<Refusal>) =>
  expect([answer.status, answer.body]).toEqual([502, BAD_GATEWAY]);

/** Without a slower pace it would be some two thousand. */
const MOST_CALLS = 600;
/** A record that could not be read for an hour is queried within six. */
const SKIPPED = 6 * 60 * MINUTE;

// A bank that answers is reachable, readable or not.
test('an hour of answers of something else than the bank, then of JSON that cannot be read: nothing is lost, nothing doubled, nothing shown as paid when it is not', async () => {
  const register = (await syncedRegisters(shop)).get('ZRN1')?.id;
  const lasting = { amount: 5000, validity: 86_400 };
  const sold = async (): Promise<Invoice> => (await sell(`before ${++keys}`, lasting)).body;
  const [unpaid, paidMeanwhile, refunded, earlier] = [await sold(), await sold(), await sold(), await sold()];
  for (const { invoice_id } of [refunded, earlier]) shop.bank.pay(invoice_id);
  const lost = await lostCreation(shop, 'in doubt before', lasting, true, await owner());
  await time.pass(10);
  expect(await bankState()).toMatchObject({ state: 'reachable', since: null });
  const before = statuses();
  const four = Object.values(before).map((row) => (row as unknown[])[0]);
  expect(four).toEqual(['created', 'created', 'success', 'success']);

  // The bank carries out requests for sales and refunds, and only its answers are garbage.
  let sorts = everyGarbage(false);
  gateway.rule(async (call, pass, response) => {
    const garbage = sorts(call);
    reply(response, garbage(call, await pass()));
  });
  let inBackground = 0;
  const pass = async (seconds: number): Promise<void> => {
    const soFar = gateway.calls.length;
    await time.pass(seconds);
    inBackground += gateway.calls.length - soFar;
  };
  const complained = complaints(shop).length;

  await pass(MINUTE);
  expect(await bankState()).toMatchObject(REACHABLE);

  shop.bank.pay(paidMeanwhile.invoice_id);
  shop.bank.pay(lost);
  for (let minute = 1; minute < 60; minute++) {
    if (minute === 30) sorts = everyGarbage(true);
    await pass(MINUTE);
    // No scheduled work calls a bank that does not answer.
    const soFar = gateway.calls.length;
    await cron.strike();
    inBackground += gateway.calls.length - soFar;
    if (minute % 10 !== 0) continue;

    const client = await owner();
    for (const { id } of [unpaid, paidMeanwhile])
      failsAtTheBank(await client.post<Refusal>(`invoices/${id}/refresh/`));
    failsAtTheBank(await sell(`hour ${minute}`, { amount: 100 + minute, cash_register: register }));
    failsAtTheBank(await sell('in doubt before', lasting));
    failsAtTheBank(await client.post<Refusal>(`invoices/${unpaid.id}/cancel/`));
    failsAtTheBank(await client.post<Refusal>(`terminals/${shop.terminal.id}/sync_invoices/`));
    failsAtTheBank(await client.post<Refusal>(`terminals/${shop.terminal.id}/sync_registers/`));
    for (const job of ['settle-attempts', 'sync-statements', 'sync-registers'])
      expect((await client.post(`jobs/${job}/run/`)).status).toBe(200);
    expect((await client.get<InvoicePage>('invoices/')).body.count).toBe(4);
    expect(await bankState()).toMatchObject(REACHABLE);
  }
  expect(statuses()).toEqual(before);
  expect(inBackground).toBeLessThan(MOST_CALLS);
  expect(attempts(shop).filter(({ status }) => status === 'in_doubt')).toHaveLength(6);
  expect(attempts(shop).filter(({ status }) => status === 'dropped' || status === 'refused')).toEqual([]);
  const background = complaints(shop)
    .slice(complained)
    .filter((line) => !line.startsWith('The bank ') && !line.startsWith('The job'));
  expect(background.length).toBeLessThan(10);

  gateway.rule();
  time.skip(SKIPPED);
  await time.pass(2 * MINUTE);
  await cron.strike();
  expect(await bankState()).toMatchObject(REACHABLE);
  for (const type of ['bank.unreachable', 'bank.reachable']) expect(await events(type)).toEqual([]);

  const paid = (invoiceId: string) =>
    rowsOf(shop, 'invoices').filter(({ invoice_id }) => invoice_id === invoiceId);
  for (const id of [paidMeanwhile.invoice_id, lost]) expect(paid(id)).toMatchObject([{ status: 'success' }]);
  expect(paid(unpaid.invoice_id)).toMatchObject([{ status: 'created' }]);
  const becamePaid = (await events('invoice.status_changed')).filter(
    ({ invoice, data }) => invoice === paidMeanwhile.id && data.status === 'success',
  );
  expect(becamePaid).toHaveLength(1);
  // Every key of that hour returns one invoice, and the register carries the last one that it got.
  for (let minute = 10; minute < 60; minute += 10) {
    const again = await sell(`hour ${minute}`, { amount: 100 + minute, cash_register: register });
    expect(again.status, again.text).toBe(201);
  }
  const books = (rows: readonly { invoiceId?: unknown; invoice_id?: unknown; amount: unknown }[]) =>
    rows.map(({ invoiceId, invoice_id, amount }) => `${invoiceId ?? invoice_id} ${amount}`).sort();
  const here = rowsOf(shop, 'invoices').filter(({ status }) => status === 'success');
  const there = shop.bank.invoices().filter(({ status }) => status === 'success');
  expect(books(here as { amount: unknown }[])).toEqual(books(there));
  expect(attempts(shop).filter(({ status }) => !['done', 'in_doubt'].includes(String(status)))).toEqual([]);
});

test('a bank that requests a pause of thirty years is called again within the hour', async () => {
  const { id, invoice_id } = (await sell('k', { amount: 5000, validity: 86_400 })).body;
  const headers = { 'content-type': 'application/json', 'retry-after': '999999999' };
  const text = JSON.stringify({ errCode: 'TMR', errText: 'too many requests' });
  gateway.at('invoice/status', (_call, _pass, response) => reply(response, { status: 429, headers, text }));
  await time.pass(10);
  gateway.rule();
  shop.bank.pay(invoice_id);
  time.skip(59 * MINUTE);
  await time.pass(5);
  expect(await statusOf(id)).toBe('created');
  time.skip(MINUTE);
  await time.pass(5);
  expect(await statusOf(id)).toBe('success');
});
