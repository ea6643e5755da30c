import { describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import { callerOf, createInvoice, merchantOf, openBank, startBank } from './setup.ts';

/** A call whose answer is not the bank's own, and so is not checked. */
async function bare(url: string, token: string, signal?: AbortSignal) {
  const answer = await fetch(`${url}/api/merchant/invoice/create`, {
    method: 'POST',
    headers: { 'X-Token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 100 }),
    ...(signal && { signal }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function spoiled(fault: Fault) {
  const bank = await startBank();
  bank.fault({ path: 'invoice/create', ...fault });
  const { token } = merchantOf(bank);
  return { bank, token, send: (signal?: AbortSignal) => bare(bank.url, token, signal) };
}

describe.each([
  [false, 0],
  [true, 1],
])('acts %s: %i invoices are made', (acts, made) => {
  test('reset: the connection is torn', async () => {
    const { bank, send } = await spoiled({ kind: 'reset', acts });
    await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(bank.invoices()).toHaveLength(made);
    expect((await send()).status).toBe(200);
  });

  test('hang: no answer', async () => {
    const { bank, send } = await spoiled({ kind: 'hang', acts });
    const client = new AbortController();
    const answer = send(client.signal);
    await vi.waitFor(() => expect(bank.requests).toHaveLength(1));
    await vi.waitFor(() => expect(bank.invoices()).toHaveLength(made));
    client.abort();
    await expect(answer).rejects.toThrow();
    expect(bank.invoices()).toHaveLength(made);
  });
});

test('half a body, then the end: the bank has acted', async () => {
  const { bank, send } = await spoiled({ kind: 'half-body' });
  await expect(send()).rejects.toThrow('terminated');
  expect(bank.invoices()).toHaveLength(1);
});

test('a delay is only late', async () => {
  const { bank, send } = await spoiled({ kind: 'delay', ms: 5 });
  expect((await send()).status).toBe(200);
  expect(bank.faults()).toEqual([]);
});

test('malformed JSON comes with 200, after acting', async () => {
  const { bank, send } = await spoiled({ kind: 'malformed-json' });
  const { status, headers, text } = await send();
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(() => JSON.parse(text)).toThrow();
  expect(bank.invoices()).toHaveLength(1);
});

test.each([
  ['bad-gateway', 502, 'text/html; charset=utf-8', /^<html>/],
  ['gateway-timeout', 504, 'text/html; charset=utf-8', /^<html>/],
  ['unavailable', 503, null, /^$/],
] as const)('%s', async (kind, status, type, text) => {
  const { bank, send } = await spoiled({ kind });
  const answer = await send();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
  expect(answer.text).toMatch(text);
  expect(bank.invoices()).toEqual([]);
});

test('the bank’s own 500 and 429 are as its document says', async () => {
  const { bank, call } = await openBank();
  bank.fault({ kind: 'internal-error' });
  bank.fault({ kind: 'too-many-requests', retryAfterSeconds: 7 });
  expect((await call('GET', 'details')).body.errCode).toBe('INTERNAL_ERROR');
  const limited = await call('GET', 'details');
  expect(limited).toMatchObject({ status: 429, body: { errCode: 'TMR' } });
  expect(limited.headers.get('retry-after')).toBe('7');
  expect((await call('GET', 'details')).status).toBe(200);
});

test('a fault breaks the calls it names, as often as it says', async () => {
  const { bank, call } = await openBank();
  const other = callerOf(bank, merchantOf(bank, 1).token);
  const { token } = merchantOf(bank);
  bank.fault({ kind: 'internal-error', path: '/api/merchant/invoice/*', method: 'POST', token, times: 2 });
  expect((await call('GET', 'details')).status).toBe(200);
  const invoiceId = await createInvoice(other);
  expect((await other('GET', `invoice/status?invoiceId=${invoiceId}`)).status).toBe(200);
  expect((await call('GET', 'invoice/status?invoiceId=p2_no')).status).toBe(404);
  expect((await call('POST', 'invoice/create', { amount: 1 })).status).toBe(500);
  expect(bank.faults()).toMatchObject([{ left: 1 }]);
  expect((await call('POST', 'invoice/remove', { invoiceId: 'x' })).status).toBe(500);
  expect((await call('POST', 'invoice/create', { amount: 1 })).status).toBe(200);
  bank.fault({ kind: 'reset', times: 1000 });
  bank.clearFaults();
  expect((await call('GET', 'details')).status).toBe(200);
  // @ts-expect-error a kind that is not there
  expect(() => bank.fault({ kind: 'flood' })).toThrow();
});

test('every request is on record, broken ones too', async () => {
  const { bank, token, send } = await spoiled({ kind: 'reset' });
  await expect(send()).rejects.toThrow();
  await callerOf(bank)('GET', 'statement?from=1&to=2');
  expect(bank.requests).toMatchObject([
    {
      method: 'POST',
      path: '/api/merchant/invoice/create',
      headers: { 'x-token': token },
      body: { amount: 100 },
      at: expect.any(Number),
    },
    { method: 'GET', path: '/api/merchant/statement', query: { from: '1', to: '2' } },
  ]);
  bank.clearRequests();
  expect(bank.requests).toEqual([]);
});

test('stop does not wait for calls that hang or are delayed', async () => {
  const { bank, send } = await spoiled({ kind: 'hang' });
  bank.fault({ kind: 'delay', ms: 600_000 });
  const refused = [expect(send()).rejects.toThrow(), expect(send()).rejects.toThrow()];
  await vi.waitFor(() => expect(bank.requests).toHaveLength(2));
  await bank.stop();
  await Promise.all(refused);
  expect(bank.invoices()).toEqual([]);
});
