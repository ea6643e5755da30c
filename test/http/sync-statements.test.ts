import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import { eventsOf, lastId } from '../helpers/events.ts';
import { jobOf } from '../helpers/jobs.ts';
import { requested } from '../helpers/keyed.ts';
import { openSlowShop } from '../helpers/slow-shop.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

// The statement at the time of its job.

const slow = await openSlowShop();
const { shop } = slow;
afterAll(() => shop.close());
beforeEach(() => shop.bank.clearFaults());

/** The parts of the statement that were requested from the bank meanwhile; seconds, as the bank expects. */
const windows = async (work: () => Promise<unknown>) => {
  const before = requested(shop, 'statement').length;
  await work();
  return requested(shop, 'statement')
    .slice(before)
    .map(({ query: { from, to } }) => ({
      from: Number(from),
      to: to === undefined ? undefined : Number(to),
    }));
};

const seconds = (ms: number) => Math.floor(ms / 1000);
const sync = () => slow.runAtItsTime('sync-statements');
const invoicesOf = async (...ids: string[]) => {
  const { results } = (await shop.owner.get<InvoicePage>('invoices/?page_size=200')).body;
  return ids.map((id) => results.find(({ invoice_id }) => invoice_id === id));
};

test('the first time: the last 30 days', async () => {
  expect(await windows(async () => expect(await sync()).toMatchObject({ cause: 'schedule' }))).toEqual([
    { from: seconds(slow.now()) - 30 * DAY, to: undefined },
  ]);
});

test('not again within the quarter of an hour', async () => {
  await slow.forward(13 * MINUTE);
  expect(await windows(async () => expect(await sync()).toBeUndefined())).toEqual([]);
});

test('payments made outside Kramar, and refunds, since the last time, with an overlap', async () => {
  const last = seconds(slow.now()) - 13 * MINUTE;
  const own = await shop.paid({ amount: 1000 });
  const foreign = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700 });
  await slow.forward(2 * MINUTE);
  shop.bank.refund(own.invoice_id, 300);
  const reported = lastId(shop);
  expect(await windows(sync)).toEqual([{ from: last - 2 * 60 * MINUTE, to: undefined }]);
  expect(await invoicesOf(foreign, own.invoice_id)).toMatchObject([
    { status: 'success', amount: 700, created_locally: false },
    { status: 'success', amount: 1000, final_amount: 700, created_locally: true },
  ]);
  const types = (await eventsOf(shop.owner, reported)).map(({ type }) => type);
  expect(types.toSorted()).toEqual(['invoice.found', 'invoice.refunded', 'terminal.synced']);
  expect((await jobOf(shop, 'sync-statements')).runs[0]).toMatchObject({ found: 2, changed: 2 });
});

test('the run after a failure begins where the failed one would have', async () => {
  const last = seconds(slow.now());
  await slow.forward(60 * MINUTE);
  shop.bank.fault({ kind: 'too-many-requests', path: 'statement', retryAfterSeconds: 0 });
  expect(await sync()).toMatchObject({ status: 'failed', found: 0, changed: 0 });
  await slow.forward(15 * MINUTE);
  const found = await windows(() =>
    // The bank has requested a pause; the job's time comes again.
    vi.waitFor(async () => expect(await sync()).toMatchObject({ status: 'done' }), { interval: 100 }),
  );
  expect(found).toEqual([{ from: last - 2 * 60 * MINUTE, to: undefined }]);
});

test('once a day the 30 days as a whole: a refund of an older payment is seen', async () => {
  const old = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 900 });
  const start = seconds(slow.now());
  for (let times = 0; times < 4; times += 1) {
    await slow.forward(5.5 * 60 * MINUTE);
    for (const { from } of await windows(sync)) expect(from).toBeGreaterThan(start - 3 * 60 * MINUTE);
  }
  shop.bank.refund(old, 100);
  await slow.forward(60 * MINUTE);
  expect(await windows(sync)).toEqual([{ from: seconds(slow.now()) - 30 * DAY, to: undefined }]);
  expect(await invoicesOf(old)).toMatchObject([{ amount: 900, final_amount: 800 }]);
  await slow.forward(60 * MINUTE);
  expect(await windows(sync)).toEqual([{ from: seconds(slow.now()) - 3 * 60 * MINUTE, to: undefined }]);
});

test('after 40 days off nothing is missing, in parts of at most 31 days', async () => {
  const last = seconds(slow.now());
  const paid: string[] = [];
  for (let days = 0; days < 40; days += 1) {
    const date = (last + days * DAY + 60) * 1000;
    paid.push(shop.bank.payOutsideKramar(shop.merchant.token, { amount: 1000 + days, date }));
  }
  await slow.forward(40 * DAY);
  shop.bank.refund(paid[1] ?? '', 1);
  await shop.restart();
  const parts = await windows(async () =>
    expect(await sync()).toMatchObject({ status: 'done', changed: 40 }),
  );
  expect(parts[0]?.from).toBe(last - 2 * 60 * MINUTE);
  expect(parts.at(-1)?.to).toBeUndefined();
  for (const [at, { from, to = seconds(slow.now()) }] of parts.entries()) {
    expect(to - from).toBeLessThanOrEqual(31 * DAY);
    const next = parts[at + 1];
    if (next) expect(next.from).toBeLessThanOrEqual(to);
  }
  const amounts = (await invoicesOf(...paid)).map((invoice) => invoice?.amount);
  expect(amounts).toEqual(paid.map((_, days) => 1000 + days));
  expect(await invoicesOf(paid[1] ?? '')).toMatchObject([{ final_amount: 1000 }]);
  // And then as usual.
  await slow.forward(15 * MINUTE);
  expect(await windows(sync)).toEqual([
    { from: seconds(slow.now()) - 15 * MINUTE - 2 * 60 * MINUTE, to: undefined },
  ]);
});

test('a clock that was set back prevents nothing', async () => {
  await slow.forward(-10 * DAY);
  expect(await windows(sync)).toEqual([{ from: seconds(slow.now()) - 30 * DAY, to: undefined }]);
  await slow.forward(15 * MINUTE);
  expect(await windows(sync)).toHaveLength(1);
});

test('an inactive terminal is left out', async () => {
  const [, merchant] = shop.bank.merchants;
  const second = await addTerminal(shop.console, { name: 'Друга', token: merchant?.token ?? '' });
  const requestedTokens = async (name: string) => {
    const before = shop.bank.requests.length;
    await slow.fire(name);
    return new Set(shop.bank.requests.slice(before).map(({ headers }) => headers['x-token']));
  };
  const turn = (is_active: boolean) => shop.owner.patch(`terminals/${shop.terminal.id}/`, { is_active });
  await turn(false);
  await slow.forward(DAY);
  for (const name of ['sync-statements', 'sync-registers'])
    expect(await requestedTokens(name)).toEqual(new Set([merchant?.token]));
  // The active one is up to date; the other does not make the job due.
  expect(await sync()).toBeUndefined();
  await turn(true);
  expect(await requestedTokens('sync-statements')).toContain(shop.merchant.token);
  expect((await shop.owner.send('DELETE', `terminals/${second.id}/`)).status).toBe(204);
});
