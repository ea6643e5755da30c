import { expect, test } from 'vitest';
import { callerOf, createInvoice, startBank, statusOf } from './setup.ts';

async function paidInvoice() {
  const bank = await startBank();
  const call = callerOf(bank);
  const invoiceId = await createInvoice(call);
  bank.pay(invoiceId);
  const cancel = (fields: object = {}) => call('POST', 'invoice/cancel', { invoiceId, ...fields });
  return { bank, call, invoiceId, cancel, status: () => statusOf(call, invoiceId) };
}

test('in part, then the rest: finalAmount goes down to 0 and the invoice is reversed', async () => {
  const { cancel, status } = await paidInvoice();
  const items = [{ name: 'Лате', code: '1', qty: 1, sum: 10_000 }];
  const first = await cancel({ amount: 10_000, extRef: 'ref-1', items });
  expect(first.body).toEqual({
    status: 'success',
    createdDate: expect.any(String),
    modifiedDate: expect.any(String),
  });
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

test.each([0, -1, 34_001])('an amount of %i is a wrong amount', async (amount) => {
  const { cancel, status } = await paidInvoice();
  const answer = await cancel({ amount });
  expect([answer.status, answer.body.errCode]).toEqual([400, 'WRONG_CANCEL_AMOUNT']);
  expect(await status()).toMatchObject({ status: 'success', finalAmount: 34_000 });
});

test('never more than what is left', async () => {
  const { cancel } = await paidInvoice();
  await cancel({ amount: 30_000 });
  expect((await cancel({ amount: 4001 })).body.errCode).toBe('WRONG_CANCEL_AMOUNT');
  expect((await cancel({ amount: 4000 })).status).toBe(200);
});

test('what is not an amount, or not a line, is a bad request', async () => {
  const { cancel } = await paidInvoice();
  expect((await cancel({ amount: 1.5 })).body.errCode).toBe('BAD_REQUEST');
  expect((await cancel({ items: [{ name: 'x' }] })).body.errText).toMatch(/items\.0/);
});

test('an unpaid invoice has nothing to give back', async () => {
  const bank = await startBank();
  const call = callerOf(bank);
  const invoiceId = await createInvoice(call);
  const answer = await call('POST', 'invoice/cancel', { invoiceId });
  expect([answer.status, answer.body.errCode]).toEqual([500, 'CANCEL_NOT_AVAILABLE']);
  expect(() => bank.refund(invoiceId)).toThrow('cannot refund: the invoice is created');
});

test('a refund under way holds its share; settled, it counts or lets go', async () => {
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

test('a refund can fail outright', async () => {
  const { bank, cancel, status } = await paidInvoice();
  bank.setRefundMode('failure');
  const answer = await cancel({ amount: 100 });
  expect([answer.status, answer.body.status]).toEqual([200, 'failure']);
  expect(await status()).toMatchObject({ status: 'success', finalAmount: 34_000 });
});

test('a refund at the bank shows like any other', async () => {
  const { bank, status } = await paidInvoice();
  bank.setRefundMode('failure');
  bank.refund(bank.invoices()[0]?.invoiceId ?? '', 4000);
  expect(await status()).toMatchObject({ finalAmount: 30_000, cancelList: [{ amount: 4000 }] });
  expect(() => bank.refund(bank.invoices()[0]?.invoiceId ?? '', 30_001)).toThrow('at most 30000');
});
