import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { newSigner } from '../../main/practice-bank/webhooks.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { requested } from '../helpers/keyed.ts';
import { rawRequest } from '../helpers/raw.ts';
import { openShop, type Shop, TALKATIVE } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { traces, withoutTrace } from '../helpers/trace.ts';
import { deliver, keyRequests, monotonicClock, reported, setAddress } from '../helpers/webhooks.ts';

const clock = stoppedClock();
const monotonic = monotonicClock();
const shop = await shopOfFile({ now: clock.now, bank: { webhookRetryMs: 1 }, config: TALKATIVE });
setAddress(shop);
const invoice = await shop.createInvoice();
/** The bank's message about the invoice, if it were paid. */
const paid = JSON.stringify({ invoiceId: invoice.invoice_id, status: 'success', amount: 34_000, ccy: 980 });
// From now on the key is in memory.
expect((await deliver(shop, '{}')).status).toBe(400);

const url = (terminal: number | string = shop.terminal.id) =>
  new URL(`/webhooks/bank/${terminal}`, shop.baseUrl).href;
const refused = async (status: number, ask: Parameters<typeof withoutTrace>[1]) => {
  const answer = await withoutTrace(shop, ask);
  expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['detail']]);
  return answer;
};
/** The answer to a client that has sent this much, and does not end. */
const statusBeforeTheEnd = async (path: string, headers: Record<string, string>, body = '') => {
  const sent = request(path, { method: 'POST', headers, agent: false });
  sent.on('error', () => undefined).flushHeaders();
  if (body !== '') sent.write(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  return answer.statusCode;
};
const logged = () => readFileSync(join(shop.folder, 'logs/kramar.log'), 'utf8');
const timesLogged = (message: string) => logged().split(message).length - 1;

describe('off by default', () => {
  let closed: Shop;
  beforeAll(async () => {
    closed = await openShop({ now: clock.now });
  });
  afterAll(() => closed.close());

  test('the bank receives no address, and there is nothing at the path', async () => {
    const { invoice_id } = await closed.createInvoice();
    expect(requested(closed, 'invoice/create')[0]?.body).not.toHaveProperty('webHookUrl');
    const body = JSON.stringify({ invoiceId: invoice_id, status: 'success', amount: 34_000, ccy: 980 });
    const { text } = await withoutTrace(closed, () => deliver(closed, body));
    expect(text).toBe('{"detail":"Not found."}');
    const method = await rawRequest(new URL('/webhooks/bank/1', closed.baseUrl).href, { method: 'PUT' });
    expect(method.status).toBe(404);
  });

  test('the service does not wait for the body', async () => {
    const path = new URL('/webhooks/bank/1', closed.baseUrl).href;
    expect(await statusBeforeTheEnd(path, { 'Content-Length': '1000' })).toBe(404);
  });

  test('and off again when the setting is cleared', async () => {
    setAddress(closed);
    expect((await deliver(closed, '{}')).status).toBe(400);
    setAddress(closed, '');
    expect((await deliver(closed, '{}')).status).toBe(404);
    await closed.createInvoice();
    expect(requested(closed, 'invoice/create').at(-1)?.body).not.toHaveProperty('webHookUrl');
  });
});

describe('a message that the bank has not signed: 403, and no trace', () => {
  const other = newSigner();
  test.each<[string, (body: string) => { body?: string; sign: string }]>([
    ['no signature', () => ({ sign: '' })],
    ['no base64', () => ({ sign: '***' })],
    ['half of it', (body) => ({ sign: shop.bank.signWebhook(body).slice(0, 40) })],
    ["another body's", () => ({ sign: shop.bank.signWebhook('{}') })],
    ["by another merchant's key", (body) => ({ sign: other.sign(body) })],
    [
      'another amount',
      (body) => ({ sign: shop.bank.signWebhook(body), body: body.replace('34000', '34001') }),
    ],
    ['an extra line break', (body) => ({ sign: shop.bank.signWebhook(body), body: `${body}\n` })],
  ])('%s', async (_, forge) => {
    const { body = paid, sign } = forge(paid);
    await refused(403, () => deliver(shop, body, { sign }));
  });
});

test.each(['not JSON', '', '[]', '{}', '{"invoiceId":"x","status":"novel","amount":1,"ccy":980}'])(
  'signed, but unreadable: 400: %s',
  async (body) => {
    await refused(400, () => deliver(shop, body));
  },
);

test('a status that Kramar does not know is named in the log', async () => {
  monotonic.forward(60);
  await deliver(shop, '{"invoiceId":"x","status":"novel","amount":1,"ccy":980}');
  await vi.waitFor(() => expect(logged()).toContain('status: a status Kramar does not know: '));
});

test.each(['0', '99', '01', '1x', '1/x', '-1', '9999999999999999', ''])(
  'there is nothing at /webhooks/bank/%s',
  async (terminal) => {
    await refused(404, () => deliver(shop, paid, { terminal }));
  },
);

test('a deleted terminal receives nothing', async () => {
  const { id } = await addTerminal(shop.console, { name: 'Стара каса', token: shop.merchant.token });
  expect((await deliver(shop, '{}', { terminal: id })).status).toBe(400);
  expect((await shop.owner.send('DELETE', `terminals/${id}/`)).status).toBe(204);
  await refused(404, () => deliver(shop, '{}', { terminal: id }));
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
  const { status, headers } = await rawRequest(url(), { method });
  expect([status, headers.allow]).toEqual([405, 'POST']);
});

describe('a body of more than 256 KiB', () => {
  const LIMIT = 262_144;
  const long = `${' '.repeat(LIMIT)}1`;

  test('is refused', async () => {
    await refused(413, () => deliver(shop, long));
  });
  test('is refused by its announced length, before it comes', async () => {
    expect(await statusBeforeTheEnd(url(), { 'Content-Length': String(LIMIT + 1) })).toBe(413);
  });
  test('is refused when it announces none, before it ends', async () => {
    expect(await statusBeforeTheEnd(url(), { 'Transfer-Encoding': 'chunked' }, long)).toBe(413);
  });
  test('is read to its end, and the connection stays open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const reused of [false, true]) {
      const sent = request(url(), { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' }, agent });
      sent.end(long.repeat(20));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      await Promise.all([once(answer, 'end'), finished(sent)]);
      expect([answer.statusCode, sent.reusedSocket]).toEqual([413, reused]);
    }
    agent.destroy();
  });
  test('one of exactly that size is read', async () => {
    await refused(400, () => deliver(shop, long.slice(0, LIMIT)));
  });
});

test('a client that hangs up half-way leaves no trace', async () => {
  const before = await traces(shop);
  const headers = { 'Content-Length': '1000', 'X-Sign': 'x' };
  const sent = request(url(), { method: 'POST', headers, agent: false });
  sent.on('error', () => undefined).write('{"invoiceId":');
  await vi.waitFor(() => expect(sent.socket?.bytesWritten).toBeGreaterThan(0));
  sent.destroy();
  expect((await deliver(shop, '{}')).status).toBe(400);
  expect(await traces(shop)).toEqual(before);
  expect(timesLogged('A request failed.')).toBe(0);
});

describe('without the key: 503, so that the bank tries again', () => {
  const forgetKey = async () => {
    await shop.restart();
    setAddress(shop);
  };

  test('the bank does not answer', async () => {
    await forgetKey();
    shop.bank.fault({ kind: 'unavailable', path: 'pubkey' });
    const { tables } = await traces(shop);
    const keys = keyRequests(shop);
    const answer = await deliver(shop, '{}');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect((await deliver(shop, '{}')).status).toBe(503);
    expect([keyRequests(shop), (await traces(shop)).tables]).toEqual([keys + 1, tables]);
    monotonic.forward(60);
    expect((await deliver(shop, '{}')).status).toBe(400);
  });

  test('it sends no key', async () => {
    await forgetKey();
    shop.bank.fault({ kind: 'malformed-json', path: 'pubkey' });
    expect((await deliver(shop, '{}')).status).toBe(503);
  });

  test('the token is not in memory', async () => {
    await forgetKey();
    const { id, sealed_token } = shop.terminal;
    const seal = (sealed: Uint8Array | null) =>
      shop.console.db.run(build.updateTable('terminals').set({ sealed_token: sealed }).where('id', '=', id));
    seal(new Uint8Array([1, 2, 3]));
    await refused(503, () => deliver(shop, '{}'));
    seal(sealed_token);
    monotonic.forward(60);
    expect((await deliver(shop, '{}')).status).toBe(400);
  });
});

test('a failure of ours is a 500, reported in the log, and the bank sends it again', async () => {
  const file = new Database(databaseFile(shop.folder));
  file.exec(
    // It is full in the middle: what was written before is rolled back.
    "create trigger full before update of status on invoices begin select raise(abort, 'the disk is full'); end",
  );
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.pay(invoice_id);
  await shop.bank.webhooksIdle();
  expect(reported(shop, invoice_id).map(({ status }) => status)).toEqual([500, 500, 500]);
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'created', webhook_received: false });
  await vi.waitFor(() => expect(logged()).toContain('the disk is full'));
  file.exec('drop trigger full');
  file.close();
  shop.bank.pressWebhook(invoice_id);
  await shop.bank.webhooksIdle();
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', webhook_received: true });
});
