import { expect, test, vi } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import { callerOf, createInvoice, merchantOf, openBank, startBank } from './setup.ts';

/** A bank that spoils the first creation, and how one is sent: its answer is not the bank's own, and so is not checked. */
async function spoiled(fault: Fault) {
  const bank = await startBank();
  bank.fault({ path: 'invoice/create', ...fault });
  const { token } = merchantOf(bank);
  const send = () =>
    fetch(`${bank.url}/api/merchant/invoice/create`, {
      method: 'POST',
      headers: { 'X-Token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 100 }),
    });
  return { bank, token, send };
}

// What each kind of fault does to a sale: test/http/bank-failures.test.ts.
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

test('stop does not wait for calls that hang or are delayed', async () => {
  const { bank, send } = await spoiled({ kind: 'hang' });
  bank.fault({ kind: 'delay', ms: 600_000 });
  const refused = [expect(send()).rejects.toThrow(), expect(send()).rejects.toThrow()];
  await vi.waitFor(() => expect(bank.requests).toHaveLength(2));
  await bank.stop();
  await Promise.all(refused);
  expect(bank.invoices()).toEqual([]);
});
