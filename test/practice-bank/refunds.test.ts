import { describe, expect, test, vi } from 'vitest';
import type { RefundMode } from '../../main/practice-bank/refunds.ts';
import { callerOf, createInvoice, openBank, openStillBank, statusOf } from './setup.ts';

async function paidInvoice() {
  const { bank, call } = await openBank();
  const invoiceId = await createInvoice(call);
  bank.pay(invoiceId);
  const cancel = (fields: object = {}) => call('POST', 'invoice/cancel', { invoiceId, ...fields });
  return { bank, call, invoiceId, cancel, status: () => statusOf(call, invoiceId) };
}

test('in part, then the rest: finalAmount goes down to 0 and the invoice is reversed', async () => {
  const { cancel, status } = await paidInvoice();
  const items = [{ name: 'Лате', code: '1', qty: 1, sum: 10_000 }];
  const first = await cancel({ amount: 10_000, extRef: 'ref-1', items });
  const dates = { createdDate: expect.any(String), modifiedDate: expect.any(String) };
  expect(first.body).toEqual({ status: 'success', ...dates });
  expect(await status()).toMatchObject({
    status: 'success',
    amount: 34_000,
    finalAmount: 24_000,
    cancelList: [{ status: 'success', amount: 10_000, ccy: 980, extRef: 'ref-1', rrn: expect.any(String) }],
  });
  expect((await cancel()).status).toBe(200);
  expect(await status()).toMatchObject({ status: 'reversed', finalAmount: 0, paymentInfo: { fee: 442 } });
  const again = await cancel();
  expect([again.status, again.body.errCode]).toEqual([400, 'WRONG_CANCEL_AMOUNT']);
});

test('no wrong amount, never more than what is left, no invalid line', async () => {
  const { cancel, status } = await paidInvoice();
  const wrong = { status: 400, body: { errCode: 'WRONG_CANCEL_AMOUNT' } };
  for (const amount of [0, -1, 34_001]) {
    expect(await cancel({ amount })).toMatchObject(wrong);
    expect(await status()).toMatchObject({ status: 'success', finalAmount: 34_000 });
  }
  expect((await cancel({ amount: 1.5 })).body.errCode).toBe('BAD_REQUEST');
  expect((await cancel({ items: [{ name: 'x' }] })).body.errText).toMatch(/items\.0/);
  await cancel({ amount: 30_000 });
  expect(await cancel({ amount: 4001 })).toMatchObject(wrong);
  expect((await cancel({ amount: 4000 })).status).toBe(200);
});

test('an unpaid invoice has nothing to refund', async () => {
  const { bank, call } = await openBank();
  const invoiceId = await createInvoice(call);
  const answer = await call('POST', 'invoice/cancel', { invoiceId });
  expect([answer.status, answer.body.errCode]).toEqual([500, 'CANCEL_NOT_AVAILABLE']);
  expect(() => bank.refund(invoiceId)).toThrow('cannot refund: the invoice is created');
});

test('a refund under way reserves its share; settled, it counts or releases it', async () => {
  const { bank, cancel, status } = await paidInvoice();
  bank.setRefundMode('processing');
  expect((await cancel({ amount: 20_000 })).body.status).toBe('processing');
  expect(await status()).toMatchObject({ status: 'success', finalAmount: 34_000 });
  expect((await cancel({ amount: 20_000 })).body.errCode).toBe('WRONG_CANCEL_AMOUNT');
  bank.settleRefunds('failure');
  expect(await status()).toMatchObject({ finalAmount: 34_000, cancelList: [{ status: 'failure' }] });
  await cancel({ extRef: 'all' });
  bank.settleRefunds('success');
  expect(await status()).toMatchObject({
    status: 'reversed',
    finalAmount: 0,
    cancelList: [{ status: 'failure' }, { status: 'success', extRef: 'all', amount: 34_000 }],
  });
});

test('two calls are two refunds, under the same extRef too: the document promises no more', async () => {
  const { cancel, status } = await paidInvoice();
  expect((await cancel({ amount: 1000, extRef: 'same' })).status).toBe(200);
  expect((await cancel({ amount: 1000, extRef: 'same' })).status).toBe(200);
  expect(await status()).toMatchObject({
    finalAmount: 32_000,
    cancelList: [{ extRef: 'same' }, { extRef: 'same' }],
  });
});

describe('a slow refund', () => {
  async function slow(mode: RefundMode) {
    const { clock, bank, call } = await openStillBank();
    const invoiceId = await createInvoice(call, { webHookUrl: 'http://127.0.0.1:9/webhook' });
    clock.forward(60);
    bank.pay(invoiceId);
    clock.forward(60);
    bank.setRefundMode(mode);
    const cancel = (fields: object = {}) => call('POST', 'invoice/cancel', { invoiceId, ...fields });
    const line = async () => (await call('GET', `statement?from=${clock.now() / 1000 - 3600}`)).body.list[0];
    return { bank, clock, cancel, line, invoiceId, status: () => statusOf(call, invoiceId) };
  }

  test.each([
    ['success', { status: 'reversed', finalAmount: 0 }],
    ['failure', { status: 'success', finalAmount: 34_000 }],
  ] as const)('is processing for a while, then ends by itself: %s', async (outcome, then) => {
    const { clock, cancel, status } = await slow({ mode: 'processing', settlesAfterMs: 5000, outcome });
    expect((await cancel({ extRef: 'slow' })).body.status).toBe('processing');
    clock.forward(4);
    expect(await status()).toMatchObject({ status: 'success', cancelList: [{ status: 'processing' }] });
    clock.forward(1);
    const ended = { status: outcome, extRef: 'slow', modifiedDate: '2026-03-02T10:02:05Z' };
    expect(await status()).toMatchObject({
      ...then,
      cancelList: [ended],
      modifiedDate: '2026-03-02T10:02:05Z',
    });
  });

  test('shows late: status and statement read for some seconds as if it had not been requested', async () => {
    const { clock, cancel, line, status } = await slow({ mode: 'success', shownAfterMs: 8000 });
    const before = [await status(), await line()];
    expect((await cancel({ amount: 4000, extRef: 'late' })).body.status).toBe('success');
    expect([await status(), await line()]).toEqual(before);
    clock.forward(3);
    expect((await cancel({ extRef: 'rest' })).body.status).toBe('success');
    expect([await status(), await line()]).toEqual(before);
    // It is made all the same: the bank counts with what is left.
    expect((await cancel()).body.errCode).toBe('WRONG_CANCEL_AMOUNT');
    clock.forward(5);
    const [late, rest] = [{ extRef: 'late' }, { extRef: 'rest' }];
    expect(await status()).toMatchObject({ status: 'success', finalAmount: 30_000, cancelList: [late] });
    clock.forward(3);
    expect(await status()).toMatchObject({ status: 'reversed', finalAmount: 0, cancelList: [late, rest] });
    expect((await line()).cancelList).toHaveLength(2);
  });

  test('settleRefunds shows at once a refund that would show later', async () => {
    const { bank, cancel, status } = await slow({ mode: 'success', shownAfterMs: 8000 });
    await cancel({ amount: 4000, extRef: 'late' });
    bank.settleRefunds('success');
    expect(await status()).toMatchObject({ finalAmount: 30_000, cancelList: [{ extRef: 'late' }] });
  });

  test('a hold released late still reads hold', async () => {
    const { bank, clock, cancel, invoiceId } = await slow({ mode: 'success', shownAfterMs: 8000 });
    const call = callerOf(bank);
    const held = await createInvoice(call, { paymentType: 'hold' });
    bank.pay(held);
    const before = await statusOf(call, held);
    expect((await cancel({ invoiceId: held })).status).toBe(200);
    expect(await statusOf(call, held)).toEqual(before);
    clock.forward(8);
    expect(await statusOf(call, held)).toMatchObject({ status: 'reversed' });
    expect(bank.invoice(invoiceId)?.refunds).toEqual([]);
  });

  test('the webhook reports it when it ends, or shows', async () => {
    const { bank, call } = await openBank();
    const invoiceId = await createInvoice(call, { webHookUrl: 'http://127.0.0.1:9/webhook' });
    bank.pay(invoiceId);
    const reported = () => bank.webhooks.map(({ body }) => JSON.parse(body).finalAmount);
    bank.setRefundMode({ mode: 'processing', settlesAfterMs: 50 });
    await call('POST', 'invoice/cancel', { invoiceId, amount: 1000 });
    await vi.waitFor(() => expect(reported()).toContain(33_000));
    bank.setRefundMode({ mode: 'success', shownAfterMs: 50 });
    await call('POST', 'invoice/cancel', { invoiceId, amount: 1000 });
    await vi.waitFor(() => expect(reported()).toContain(32_000));
  });
});
