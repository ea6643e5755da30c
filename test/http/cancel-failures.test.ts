import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../main/practice-bank/faults.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { IMPATIENT, openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';

const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: clock.now, bank: { now: clock.now }, config: IMPATIENT });
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.bank.clearFaults();
  shop.bank.setRefundMode('success');
  await shop.signInAgain();
});

const cancel = (id: number, body?: object) => shop.owner.post<Refusal>(`invoices/${id}/cancel/`, body);
const refresh = async (id: number) => (await shop.owner.post<Invoice>(`invoices/${id}/refresh/`)).body;
const paid = async () => {
  const { id, invoice_id } = await shop.createInvoice();
  shop.bank.pay(invoice_id);
  return refresh(id);
};
const attempt = () => rowsOf(shop, 'attempts').at(-1);

const UNCLEAR: [fault: Fault['kind'], err_code: string][] = [
  ['hang', 'TIMEOUT'],
  ['reset', 'UNREACHABLE'],
  ['half-body', 'UNREACHABLE'],
  ['malformed-json', 'BAD_GATEWAY'],
  ['bad-gateway', 'BAD_GATEWAY'],
  ['unavailable', 'BAD_GATEWAY'],
  ['gateway-timeout', 'BAD_GATEWAY'],
  ['internal-error', 'INTERNAL_ERROR'],
];

describe('No clear answer: 502 as above, and a later refresh shows what became of it.', () => {
  test.each(UNCLEAR)('a refund, %s: %s, and the bank had acted', async (kind, err_code) => {
    const { id } = await paid();
    shop.bank.fault({ kind, path: 'invoice/cancel', acts: true });
    const answer = await cancel(id);
    expect(answer.status).toBe(502);
    expect(answer.body).toEqual({ detail: expect.stringMatching(/\w/), err_code });
    expect(attempt()).toMatchObject({ kind: 'refund', status: 'in_doubt', err_code, invoice_id: id });
    expect(await refresh(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  });
  test.each(UNCLEAR)('a refund, %s: %s, and the bank had not acted', async (kind, err_code) => {
    const { id } = await paid();
    shop.bank.fault({ kind, path: 'invoice/cancel', acts: false });
    expect((await cancel(id)).body.err_code).toBe(err_code);
    expect(await refresh(id)).toMatchObject({ status: 'success', final_amount: 34_000 });
    expect((await cancel(id)).body.errors).toEqual({ status: [expect.stringContaining('34000')] });
    // The bank's time is known to the second, and is the earlier of its last two answers.
    clock.forward(15 * 60 + 1);
    await refresh(id);
    await refresh(id);
    expect((await cancel(id)).status).toBe(200);
    expect(await refresh(id)).toMatchObject({ status: 'reversed' });
  });
  // The answer of invoice/remove has no content, so that nothing in it can be malformed or half.
  test.each(UNCLEAR.filter(([kind]) => kind !== 'half-body' && kind !== 'malformed-json'))(
    'of an unpaid invoice, %s: %s',
    async (kind, err_code) => {
      const { id } = await shop.createInvoice();
      shop.bank.fault({ kind, path: 'invoice/remove', acts: true });
      const answer = await cancel(id);
      expect(answer.status).toBe(502);
      expect(answer.body).toEqual({ detail: expect.any(String), err_code });
      expect(attempt()).toMatchObject({ kind: 'remove', status: 'in_doubt', err_code, invoice_id: id });
      expect(await refresh(id)).toMatchObject({ status: 'expired' });
    },
  );
  test('the question about its state gets no answer: nothing is refunded', async () => {
    const { id, invoice_id } = await paid();
    const attempts = rowsOf(shop, 'attempts');
    shop.bank.fault({ kind: 'bad-gateway', path: 'invoice/status', times: 100 });
    expect(await cancel(id)).toMatchObject({ status: 502, body: { err_code: 'BAD_GATEWAY' } });
    expect(rowsOf(shop, 'attempts')).toEqual(attempts);
    expect(shop.bank.invoice(invoice_id)?.refunds).toEqual([]);
  });
});

test('The bank reports a failed refund: 502 `CANCEL_FAILED`.', async () => {
  const { id } = await paid();
  shop.bank.setRefundMode('failure');
  const answer = await cancel(id);
  expect(answer.status).toBe(502);
  expect(answer.body).toEqual({ detail: expect.any(String), err_code: 'CANCEL_FAILED' });
  expect(attempt()).toMatchObject({ kind: 'refund', status: 'refused', err_code: 'CANCEL_FAILED' });
  expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', is_cancellable: true });
  shop.bank.setRefundMode('success');
  expect((await cancel(id)).status).toBe(200);
});

test('If the bank refuses (4xx with an errCode): 502 with its errText in detail and its errCode in err_code', async () => {
  const { id } = await paid();
  shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/cancel' });
  const answer = await cancel(id);
  expect(answer.status).toBe(502);
  expect(answer.body).toEqual({ detail: 'too many requests', err_code: 'TMR' });
  expect(attempt()).toMatchObject({ kind: 'refund', status: 'refused', err_code: 'TMR' });
  expect((await shop.readInvoice(id)).status).toBe('success');
});

test('a refund is requested once: no silent retry', async () => {
  const { id } = await paid();
  shop.bank.fault({ kind: 'unavailable', path: 'invoice/cancel', times: 10 });
  shop.bank.clearRequests();
  await cancel(id);
  expect(shop.bank.requests.filter(({ path }) => path.endsWith('invoice/cancel'))).toHaveLength(1);
});
