import { expect, test } from 'vitest';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import {
  callerOf,
  createInvoice,
  merchantOf,
  openBank,
  startBank,
  statusOf,
  unjudgedCallerOf,
} from './setup.ts';

/** As one would with curl. */
async function control(bank: PracticeBank, method: string, path: string, body?: unknown) {
  const sent = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${bank.url}/practice/${path}`, { method, ...(body !== undefined && sent) });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

test('plays the payer', async () => {
  const { bank, call } = await openBank();
  const act = async (invoiceId: string, name: string, body?: unknown) =>
    (await control(bank, 'POST', `invoices/${invoiceId}/${name}`, body)).body;
  const one = await createInvoice(call);
  expect(await act(one, 'processing', { pan: '5555555555554444' })).toMatchObject({ status: 'processing' });
  expect(await act(one, 'decline', { errCode: '80' })).toMatchObject({ status: 'failure', errCode: '80' });
  expect(await act(one, 'decline')).toMatchObject({ status: 'failure', errCode: '59' });
  expect(await act(one, 'pay')).toMatchObject({ status: 'success' });
  expect(await act(one, 'refund', { amount: 100 })).toMatchObject({ finalAmount: 33_900 });
  expect(await act(one, 'refund')).toMatchObject({ status: 'reversed' });
  const [two, three] = [await createInvoice(call), await createInvoice(call)];
  expect(await act(two, 'hold')).toMatchObject({ status: 'hold' });
  expect(await act(three, 'expire')).toEqual(await statusOf(call, three));
  const { invoices } = (await control(bank, 'GET', 'invoices')).body;
  expect(invoices.map((each: { status: string }) => each.status)).toEqual(['reversed', 'hold', 'expired']);
});

test('refuses impossible values in words', async () => {
  const bank = await startBank();
  const invoiceId = await createInvoice(callerOf(bank));
  bank.expire(invoiceId);
  const post = async (path: string, body?: unknown) => {
    const answer = await control(bank, 'POST', path, body);
    return [answer.status, answer.body.error];
  };
  expect(await post(`invoices/${invoiceId}/pay`)).toEqual([400, 'cannot pay: the invoice is expired']);
  expect(await post('invoices/p2_no/pay')).toEqual([400, 'no invoice p2_no']);
  for (const [path, body, words] of [
    [`invoices/${invoiceId}/burn`, undefined, 'not burn'],
    [`invoices/${invoiceId}/constructor`, undefined, 'one of pay'],
    [`invoices/${invoiceId}/refund`, { amount: 'all' }, 'amount'],
    ['faults', { kind: 'flood' }, 'kind'],
    ['faults', { kind: 'hang', time: 1 }, 'time'],
  ] as const)
    expect(await post(path, body)).toEqual([400, expect.stringContaining(words)]);
  const headers = { 'content-type': 'application/json' };
  const broken = await fetch(`${bank.url}/practice/faults`, { method: 'POST', headers, body: '{' });
  expect([broken.status, await broken.json()]).toEqual([400, { error: 'body: not valid JSON' }]);
});

test('requests faults, lists and clears them', async () => {
  const bank = await startBank();
  const fault = { kind: 'reset', acts: true, path: 'invoice/create', times: 3 };
  const set = await control(bank, 'POST', 'faults', fault);
  expect(set).toMatchObject({ status: 201, body: { faults: [{ ...fault, left: 3 }] } });
  expect((await control(bank, 'GET', 'faults')).body.faults).toHaveLength(1);
  expect(await control(bank, 'DELETE', 'faults')).toEqual({ status: 200, body: { faults: [] } });
  expect((await callerOf(bank)('POST', 'invoice/create', { amount: 100 })).status).toBe(200);
});

test('pays past the client, and decides how refunds end', async () => {
  const { bank, call } = await openBank();
  const { token } = merchantOf(bank);
  const paid = await control(bank, 'POST', 'payments', { token, amount: 500, reference: 'каса' });
  const { invoiceId } = paid.body;
  expect([paid.status, (await statusOf(call, invoiceId)).reference]).toEqual([201, 'каса']);
  await control(bank, 'POST', 'refund-mode', { mode: 'processing' });
  expect((await call('POST', 'invoice/cancel', { invoiceId })).body.status).toBe('processing');
  await control(bank, 'POST', 'refunds/settle', { outcome: 'success' });
  expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'reversed' });
  const fiscal = (body: object) => control(bank, 'POST', 'fiscal-mode', body);
  const both = { mode: 'done', returns: 'failed' };
  expect(await fiscal({ mode: 'new' })).toEqual({ status: 200, body: { mode: 'new', returns: 'new' } });
  expect((await fiscal(both)).body).toEqual(both);
  expect((await fiscal({ mode: 'soon' })).status).toBe(400);
});

test('poisons and heals one invoice, or all', async () => {
  const bank = await startBank();
  const call = unjudgedCallerOf(bank);
  const invoiceId = await createInvoice(call);
  const poison = { kind: 'unknown-status', status: { drop: ['ccy'] } };
  expect((await control(bank, 'POST', `invoices/${invoiceId}/poison`, poison)).body.status).toBe('created');
  expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'under_review' });
  expect((await control(bank, 'GET', 'poison')).body).toEqual({ poison: { [invoiceId]: poison } });
  await control(bank, 'POST', `invoices/${invoiceId}/heal`);
  expect(await statusOf(call, invoiceId)).toMatchObject({ status: 'created', ccy: 980 });
  await control(bank, 'POST', `invoices/${invoiceId}/poison`, { kind: 'other-currency' });
  expect((await control(bank, 'DELETE', 'poison')).body).toEqual({ poison: {} });
  expect(await statusOf(call, invoiceId)).toMatchObject({ ccy: 980 });
  const refused = await control(bank, 'POST', `invoices/${invoiceId}/poison`, {});
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('nothing to change')]);
});

test('takes a payment in parts, sets the clock and the duration of refunds', async () => {
  const bank = await startBank();
  const call = unjudgedCallerOf(bank);
  const invoiceId = await createInvoice(call);
  const paid = await control(bank, 'POST', `invoices/${invoiceId}/pay`, { scheme: 'bnpl_parts_4' });
  expect(paid.body).toMatchObject({ status: 'success', amount: 34_000 });
  const mode = { mode: 'processing', settlesAfterMs: 60_000, outcome: 'failure', shownAfterMs: 30_000 };
  expect((await control(bank, 'POST', 'refund-mode', mode)).body).toEqual(mode);
  expect((await call('POST', 'invoice/cancel', { invoiceId })).body.status).toBe('processing');
  expect(await statusOf(call, invoiceId)).not.toHaveProperty('cancelList');
  const { invoices } = (await control(bank, 'GET', 'invoices')).body;
  expect(invoices).toMatchObject([{ cancelList: [{ status: 'processing' }] }]);
  const ahead = { skewMs: 60_000, dateHeader: true };
  expect((await control(bank, 'POST', 'clock', { skewMs: 60_000 })).body).toEqual(ahead);
  expect(await statusOf(call, invoiceId)).toMatchObject({ cancelList: [{ status: 'failure' }] });
});
