import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { judgeRequest } from '../bank/judge.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { attempts, lostCreation, requested } from '../helpers/keyed.ts';
import { rawRequest } from '../helpers/raw.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { invoiceByBankId } from '../helpers/statement.ts';
import { holdBackground, rowsOf, traces } from '../helpers/trace.ts';
import { deliver, keyRequests, monotonicClock, reported, setAddress } from '../helpers/webhooks.ts';

// The shop's clock stands still, so that it never polls an invoice by itself; the bank's goes on.
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const bankClock = stoppedClock(clock.now());
const monotonic = monotonicClock();
const shop = await shopOfFile({ now: clock.now, bank: { now: bankClock.now, webhookRetryMs: 1 } });
setAddress(shop);
beforeEach(() => {
  bankClock.forward(10);
  shop.bank.clearRequests();
});

/** Changes something at the bank, and waits until the bank has sent its webhook. */
const happen = async (act: () => void) => {
  bankClock.forward(10);
  act();
  await shop.bank.webhooksIdle();
};
const due = (id: number) => Number(rowsOf(shop, 'invoices').find((row) => row.id === id)?.next_check_at);
const tables = async () => (await traces(shop)).tables;
const newestOf = (invoiceId: string) => {
  const delivery = reported(shop, invoiceId).at(-1);
  if (!delivery) throw new Error(`The bank has sent nothing about ${invoiceId}.`);
  return delivery;
};
const sendAgain = async ({ body, signature: sign }: { body: string; signature: string }) => {
  const answer = await deliver(shop, body, { sign });
  expect([answer.status, answer.text]).toEqual([200, '']);
};

describe('webhook_received: a signed webhook for it was accepted.', () => {
  test('a payment shows, without a request to the bank', async () => {
    await holdBackground(shop);
    const created = await shop.createInvoice();
    expect(created.webhook_received).toBe(false);
    const [request] = requested(shop, 'invoice/create');
    const webHookUrl = `${new URL(shop.baseUrl).origin}/webhooks/bank/${shop.terminal.id}`;
    expect(request?.body).toMatchObject({ webHookUrl });
    judgeRequest('POST', '/api/merchant/invoice/create', request?.body);

    shop.bank.clearRequests();
    await happen(() => shop.bank.pay(created.invoice_id));
    expect(await shop.readInvoice(created.id)).toMatchObject({
      status: 'success',
      webhook_received: true,
      masked_pan: '444403******1902',
      paid_date: new Date(bankClock.now()).toISOString(),
    });
    expect(shop.bank.requests.map(({ path }) => path)).toEqual(['/api/merchant/pubkey']);
    expect(reported(shop, created.invoice_id)).toMatchObject([{ attempt: 1, status: 200 }]);
  });

  test('the key is kept: the next message requests nothing from the bank', async () => {
    await holdBackground(shop);
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.clearRequests();
    monotonic.forward(3600);
    for (const [act, status] of [
      [shop.bank.processing, 'processing'],
      [shop.bank.decline, 'failure'],
      [shop.bank.pay, 'success'],
      [shop.bank.refund, 'reversed'],
    ] as const) {
      await happen(() => act(invoice_id));
      expect(await shop.readInvoice(id)).toMatchObject({ status, webhook_received: true });
    }
    expect(shop.bank.requests).toEqual([]);
    const events = rowsOf(shop, 'events').filter((event) => event.invoice_id === id);
    expect(events.map(({ type }) => type)).toContain('invoice.refunded');
  });

  test('a stale one counts as well, and changes nothing else', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    setAddress(shop, '');
    await happen(() => shop.bank.processing(invoice_id));
    const stale = newestOf(invoice_id);
    await happen(() => shop.bank.pay(invoice_id));
    setAddress(shop);
    await shop.owner.post(`invoices/${id}/refresh/`);
    const refreshed = await shop.readInvoice(id);
    expect(refreshed).toMatchObject({ status: 'success', webhook_received: false });
    await sendAgain(stale);
    expect(await shop.readInvoice(id)).toEqual({ ...refreshed, webhook_received: true });
  });
});

describe('Deliveries can repeat and arrive out of order', () => {
  test('a repeated one changes nothing', async () => {
    const { invoice_id } = await shop.createInvoice();
    await happen(() => shop.bank.pay(invoice_id));
    const before = await tables();
    await happen(() => shop.bank.pressWebhook(invoice_id));
    expect(newestOf(invoice_id).status).toBe(200);
    await sendAgain(newestOf(invoice_id));
    expect(await tables()).toEqual(before);
  });

  test('the newer one first', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    setAddress(shop, '');
    await happen(() => shop.bank.processing(invoice_id));
    const first = newestOf(invoice_id);
    await happen(() => shop.bank.pay(invoice_id));
    setAddress(shop);
    await sendAgain(newestOf(invoice_id));
    const before = await tables();
    await sendAgain(first);
    expect(await tables()).toEqual(before);
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', webhook_received: true });
  });

  test('a stale one does not end the watch of a refund', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    await happen(() => shop.bank.pay(invoice_id));
    const paid = newestOf(invoice_id);
    shop.bank.setRefundMode('processing');
    expect((await shop.owner.post(`invoices/${id}/cancel/`)).status).toBe(200);
    await shop.bank.webhooksIdle();
    shop.bank.setRefundMode('success');
    const before = await tables();
    expect(rowsOf(shop, 'invoices').at(-1)?.next_check_at).toEqual(expect.any(Number));
    await sendAgain(paid);
    expect(await tables()).toEqual(before);
    await happen(() => shop.bank.settleRefunds('success'));
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  });
});

describe('a signed message about an invoice that is not here makes Kramar read the statement', () => {
  beforeEach(() => monotonic.forward(60));
  // A message during the run joins that run, which may have read the statement already.
  afterEach(
    () =>
      vi.waitFor(() => expect(rowsOf(shop, 'job_runs').map(({ status }) => status)).not.toContain('running')),
    30_000,
  );

  test('the payment of a creation whose answer was lost: it is adopted', async () => {
    const lost = await lostCreation(shop, 'a sale', { amount: 34_000 });
    // By then the background work has left the bank a long enough pause.
    monotonic.forward(60);
    await happen(() => shop.bank.pay(lost));
    expect(reported(shop, lost)).toMatchObject([{ status: 200 }]);
    await vi.waitFor(async () =>
      expect(await invoiceByBankId(shop, lost)).toMatchObject({ status: 'success', created_locally: true }),
    );
    expect(attempts(shop).at(-1)).toMatchObject({ status: 'done' });
  });

  test('a payment made outside Kramar', async () => {
    const invoiceId = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 100 });
    const { status, text } = await deliver(
      shop,
      JSON.stringify({ invoiceId, status: 'success', amount: 100, ccy: 980 }),
    );
    expect([status, text]).toEqual([200, '']);
    await vi.waitFor(async () =>
      expect(await invoiceByBankId(shop, invoiceId)).toMatchObject({ amount: 100, created_locally: false }),
    );
  });
});

test("a message about another terminal's invoice is accepted, and nothing changes", async () => {
  const [, merchant] = shop.bank.merchants;
  const other = await addTerminal(shop.console, { name: 'Книги', token: merchant?.token ?? '' });
  const { invoice_id } = await shop.createInvoice();
  const body = JSON.stringify({ invoiceId: invoice_id, status: 'success', amount: 34_000, ccy: 980 });
  // The key is in memory from now on.
  await deliver(shop, '{}', { terminal: other.id });
  const before = await traces(shop);
  const { status, text } = await deliver(shop, body, { terminal: other.id });
  expect([status, text]).toEqual([200, '']);
  expect(await traces(shop)).toEqual(before);
});

test.each([
  ['another amount', { amount: 33_999, ccy: 980 }],
  ['another currency', { amount: 34_000, ccy: 840 }],
])('%s than the invoice has: nothing of it is stored, and the bank is queried instead', async (_, sum) => {
  const { id, invoice_id } = await shop.createInvoice();
  const lie = JSON.stringify({ invoiceId: invoice_id, status: 'success', ...sum });
  shop.bank.clearRequests();
  const { status, text } = await deliver(shop, lie);
  expect([status, text]).toEqual([200, '']);
  const asks = () => requested(shop, 'invoice/status').length;
  await vi.waitFor(() => expect(asks()).toBeGreaterThan(0));
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'created', webhook_received: false });
  // Sent again and again it requests nothing more.
  await vi.waitFor(() => expect(due(id)).toBeGreaterThan(clock.now()));
  const before = await traces(shop);
  for (let time = 0; time < 5; time += 1) await deliver(shop, lie);
  expect(await traces(shop)).toEqual(before);
  monotonic.forward(60);
  await happen(() => shop.bank.pay(invoice_id));
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', webhook_received: true });
});

test('when the bank changes its key, it is requested once more, and kept', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.rotateWebhookKey();
  monotonic.forward(60);
  await happen(() => shop.bank.pay(invoice_id));
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', webhook_received: true });
  await happen(() => shop.bank.pressWebhook(invoice_id));
  expect(reported(shop, invoice_id)).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(keyRequests(shop)).toBe(1);
});

test('the guard stays: the tunnel must rewrite the Host', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  setAddress(shop, '');
  await happen(() => shop.bank.pay(invoice_id));
  setAddress(shop);
  const { body, signature } = newestOf(invoice_id);
  const send = (Host: string) =>
    rawRequest(new URL(`/webhooks/bank/${shop.terminal.id}/`, shop.baseUrl).href, {
      method: 'POST',
      headers: { Host, 'X-Sign': signature, 'Content-Type': 'application/json' },
      body,
    });
  const before = await traces(shop);
  expect(await send('shop.example.com')).toMatchObject({
    status: 403,
    text: '{"detail":"Host not allowed."}',
  });
  expect(await traces(shop)).toEqual(before);
  expect((await send('localhost:7480')).status).toBe(200);
  expect((await shop.readInvoice(id)).status).toBe('success');
});
