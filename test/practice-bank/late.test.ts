import { describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import { callerOf, createInvoice, openBank, startBank, unjudgedCallerOf } from './setup.ts';

/** A call that makes something and one that moves money, and whether the bank has done it. */
const CALLS = {
  async 'invoice/create'() {
    const bank = await startBank();
    return { bank, body: { amount: 100 }, isDone: () => bank.invoices().length === 1 };
  },
  async 'invoice/finalize'() {
    const bank = await startBank();
    const invoiceId = await createInvoice(callerOf(bank), { paymentType: 'hold' });
    bank.pay(invoiceId);
    const body = { invoiceId, amount: 100 };
    return { bank, body, isDone: () => bank.invoice(invoiceId)?.status === 'success' };
  },
} as const;

const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];
const SPOILED = ['reset', 'hang', 'internal-error', 'unavailable'] as const;

describe.each(NAMES)('%s', (path) => {
  async function shop(fault: Omit<Fault, 'path'>) {
    const { bank, body, isDone } = await CALLS[path]();
    bank.fault({ ...fault, path });
    const client = new AbortController();
    const answer = fetch(`${bank.url}/api/merchant/${path}`, {
      method: 'POST',
      headers: { 'X-Token': bank.merchants[0]?.token ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: client.signal,
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
    // A broken call may be rejected; only some tests look at it.
    const outcome = answer.catch(() => undefined);
    return { bank, client, answer, outcome, isDone };
  }

  test.each(SPOILED)('%s after acting', async (kind) => {
    const { client, outcome, isDone } = await shop({ kind, acts: true });
    await vi.waitFor(() => expect(isDone()).toBe(true));
    client.abort();
    await outcome;
  });

  test('acts at once, and answers late', async () => {
    const { answer, bank, isDone } = await shop({ kind: 'delay', acts: true, ms: 300 });
    await vi.waitFor(() => expect(isDone()).toBe(true));
    expect(bank.pendingCalls()).toBe(1);
    expect((await answer).status).toBe(200);
    expect(bank.pendingCalls()).toBe(0);
  });

  test('acts late, also when the client has left', async () => {
    const { bank, client, outcome, isDone } = await shop({ kind: 'delay', ms: 150 });
    await vi.waitFor(() => expect(bank.pendingCalls()).toBe(1));
    client.abort();
    expect(await outcome).toBeUndefined();
    expect(isDone()).toBe(false);
    await vi.waitFor(() => expect(isDone()).toBe(true));
  });

  test.each(['reset', 'bad-gateway', 'hang'] as const)('acts some time after %s', async (kind) => {
    const { bank, client, outcome, isDone } = await shop({ kind, actsAfterMs: 150 });
    await vi.waitFor(() => expect(bank.pendingCalls()).toBe(1));
    if (kind === 'hang') client.abort();
    await outcome;
    expect(isDone()).toBe(false);
    await vi.waitFor(() => expect(isDone()).toBe(true));
    expect(bank.pendingCalls()).toBe(0);
  });
});

test('pending work is not done after the bank has stopped', async () => {
  const bank = await startBank();
  bank.fault({ kind: 'bad-gateway', actsAfterMs: 100, path: 'invoice/create' });
  expect((await unjudgedCallerOf(bank)('POST', 'invoice/create', { amount: 100 })).status).toBe(502);
  await bank.stop();
  expect([bank.pendingCalls(), bank.invoices()]).toEqual([0, []]);
});

test('an invoice created late takes the register, as at the bank', async () => {
  const bank = await startBank();
  const call = unjudgedCallerOf(bank);
  const { qrId } = bank.merchants[0]?.registers[0] ?? { qrId: '' };
  bank.fault({ kind: 'reset', actsAfterMs: 150, path: 'invoice/create' });
  await call('POST', 'invoice/create', { amount: 100, qrId }).catch(() => undefined);
  const { invoiceId } = (await call('POST', 'invoice/create', { amount: 100, qrId })).body;
  await vi.waitFor(() => expect(bank.invoices()).toHaveLength(2));
  const late = bank.invoices().find((each) => each.invoiceId !== invoiceId);
  // On a loaded computer the second may come after it.
  const last =
    (late?.createdAt ?? 0) >= (bank.invoice(invoiceId)?.createdAt ?? 0) ? late?.invoiceId : invoiceId;
  expect((await call('GET', `qr/details?qrId=${qrId}`)).body.invoiceId).toBe(last);
  expect((late?.createdAt ?? 0) - (late?.requestedAt ?? 0)).toBeGreaterThan(100);
});

test('a fault of one invoice does not affect calls about others', async () => {
  const { bank, call } = await openBank();
  const [one, two] = [await createInvoice(call), await createInvoice(call)];
  bank.fault({ kind: 'internal-error', invoiceId: one, times: 1000 });
  expect((await call('GET', `invoice/status?invoiceId=${one}`)).status).toBe(500);
  expect((await call('POST', 'invoice/remove', { invoiceId: one })).status).toBe(500);
  expect((await call('GET', `invoice/status?invoiceId=${two}`)).status).toBe(200);
  bank.heal(one);
  expect((await call('GET', `invoice/status?invoiceId=${one}`)).status).toBe(200);
});

test('refuses with any status and code', async () => {
  const bank = await startBank();
  bank.fault({ kind: 'refusal', status: 400, errCode: 'ORDER_IN_PROGRESS', path: 'invoice/create' });
  const { status, body } = await callerOf(bank)('POST', 'invoice/create', { amount: 100 });
  expect([status, body.errCode, bank.invoices()]).toEqual([400, 'ORDER_IN_PROGRESS', []]);
});
