import { beforeEach, describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

// The bank writes whole seconds: a clock that starts on a whole second has the same times as its answers.
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
beforeEach(() => clock.forward(10));

const refresh = async (id: number): Promise<Invoice> => {
  const answer = await shop.owner.post<Invoice>(`invoices/${id}/refresh/`);
  expect(answer.status, answer.text).toBe(200);
  expect(await shop.readInvoice(id)).toEqual(answer.body);
  return answer.body;
};
const isoNow = () => new Date(clock.now()).toISOString();

test('refresh: no body (a field of one is refused); 200: the invoice. It updates the status from the upstream bank', async () => {
  const created = await shop.createInvoice();
  const unchanged = await refresh(created.id);
  expect(unchanged).toEqual({ ...created, modified_date: expect.any(String) });
  clock.forward(10);
  shop.bank.pay(created.invoice_id);
  const paid = await refresh(created.id);
  expect(paid).toMatchObject({ status: 'success', is_cancellable: true, modified_date: isoNow() });
  expect(await refresh(created.id)).toEqual(paid);
  const path = `invoices/${created.id}/refresh/`;
  const refused = await withoutTrace(shop, () => shop.owner.post<Refusal>(path, { status: 'success' }));
  expect(refused.body.errors).toEqual({ status: ['Unknown field.'] });
});

describe('Bank status → status: created→created; processing, hold→processing; success→success; failure→failure; reversed→reversed; expired→expired.', () => {
  test.each([
    ['processing', 'processing', (id: string) => shop.bank.processing(id), false],
    ['hold', 'processing', (id: string) => shop.bank.hold(id), false],
    ['success', 'success', (id: string) => shop.bank.pay(id), true],
    ['failure', 'failure', (id: string) => shop.bank.decline(id, '61'), true],
    ['expired', 'expired', (id: string) => shop.bank.expire(id), false],
    [
      'reversed',
      'reversed',
      (id: string) => {
        shop.bank.pay(id);
        shop.bank.refund(id);
      },
      false,
    ],
  ])('bank %s: created → %s', async (_, status, happen, cancellable) => {
    const created = await shop.createInvoice();
    happen(created.invoice_id);
    expect(await refresh(created.id)).toMatchObject({ status, is_cancellable: cancellable });
  });
});

test('paid_date: the time of payment by the bank, not of the refund or of the request; null unless it was ever paid (status success or reversed).', async () => {
  const { id, invoice_id } = await shop.createInvoice();
  clock.forward(30);
  const paidAt = isoNow();
  shop.bank.pay(invoice_id);
  clock.forward(30);
  expect((await refresh(id)).paid_date).toBe(paidAt);
  clock.forward(3600);
  await shop.signInAgain();
  shop.bank.refund(invoice_id, 4000);
  expect(await refresh(id)).toMatchObject({ status: 'success', paid_date: paidAt, final_amount: 30_000 });
  shop.bank.refund(invoice_id);
  expect(await refresh(id)).toMatchObject({ status: 'reversed', paid_date: paidAt });
});

test('fee, masked_pan, approval_code, rrn, payment_system, failure_reason from the bank, "" or 0 when absent.', async () => {
  const { id, invoice_id } = await shop.createInvoice({ amount: 100_000 });
  shop.bank.pay(invoice_id, { pan: '5454545454545454' });
  const payment = shop.bank.invoice(invoice_id)?.payment;
  const paid = await refresh(id);
  expect(paid).toMatchObject({
    fee: payment?.fee,
    masked_pan: '545454******5454',
    approval_code: payment?.approvalCode,
    rrn: payment?.rrn,
    payment_system: 'mastercard',
    failure_reason: '',
  });
  expect(paid.fee).toBeGreaterThan(0);
});
