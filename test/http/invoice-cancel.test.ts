import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';

/** The bank's clock; the service's own stands still, so that it polls nothing by itself. */
const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
const ours = stoppedClock(clock.now());
const shop = await shopOfFile({ now: ours.now, bank: { now: clock.now } });
beforeEach(() => {
  clock.forward(10);
  shop.bank.setRefundMode('success');
  shop.bank.clearRequests();
});

const cancel = <Body = Invoice>(id: number, body?: object) =>
  shop.owner.post<Body>(`invoices/${id}/cancel/`, body);
const { refresh } = shop;
const paid = (body?: object) => shop.paid(body);
const cancelled = async (id: number, body?: object): Promise<Invoice> => {
  const answer = await cancel(id, body);
  expect(answer.status, answer.text).toBe(200);
  expect(await shop.readInvoice(id)).toEqual(answer.body);
  return answer.body;
};
const refused = async (id: number, body?: object) => {
  const answer = await cancel<Refusal>(id, body);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.detail).toBe('Validation failed.');
  return answer.body.errors;
};
const requestedFor = (call: string) => shop.bank.requests.filter(({ path }) => path.endsWith(`/${call}`));

describe('created: invalidated at the bank, status expired (amount not allowed).', () => {
  test.each([
    ['body none', undefined],
    ['an empty body', {}],
    ['a comment', { comment: 'помилка касира' }],
  ])(
    'cancel: body none or `{"amount"?: integer, "comment"?: string}`: %s. Answer 200: the invoice.',
    async (_, body) => {
      const invoice = await shop.createInvoice();
      const answer = await cancelled(invoice.id, body);
      expect(answer).toMatchObject({
        id: invoice.id,
        status: 'expired',
        is_cancellable: false,
        paid_date: null,
      });
      expect(shop.bank.invoice(invoice.invoice_id)).toMatchObject({ status: 'expired', removed: true });
      expect(requestedFor('cancel')).toEqual([]);
      expect(rowsOf(shop, 'attempts').at(-1)).toMatchObject({
        kind: 'remove',
        status: 'done',
        invoice_id: invoice.id,
      });
    },
  );
  test('amount not allowed', async () => {
    const invoice = await shop.createInvoice();
    const answer = await withoutTrace(shop, () => cancel<Refusal>(invoice.id, { amount: 34_000 }));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ amount: [expect.any(String)] });
    expect((await shop.readInvoice(invoice.id)).status).toBe('created');
  });
});

describe('success: refunded, in full or by amount (1…what is left); in full it becomes reversed with final_amount 0', () => {
  test.each([
    ['without an amount', undefined],
    ['with the whole amount', { amount: 34_000 }],
  ])('in full %s', async (_, body) => {
    const invoice = await paid();
    const answer = await cancelled(invoice.id, body);
    expect(answer).toMatchObject({
      status: 'reversed',
      final_amount: 0,
      amount: 34_000,
      is_cancellable: false,
      paid_date: invoice.paid_date,
      rrn: invoice.rrn,
    });
    expect(shop.bank.invoice(invoice.invoice_id)).toMatchObject({ status: 'reversed' });
    expect(requestedFor('invoice/cancel')).toHaveLength(1);
    // A later report of the bank is the same as our answer.
    expect(await refresh(invoice.id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  });

  test('in part it stays success with final_amount lowered', async () => {
    const { id, invoice_id } = await paid();
    expect(await cancelled(id, { amount: 1 })).toMatchObject({
      status: 'success',
      final_amount: 33_999,
      is_cancellable: true,
    });
    expect(await cancelled(id, { amount: 3999 })).toMatchObject({ status: 'success', final_amount: 30_000 });
    expect(shop.bank.invoice(invoice_id)).toMatchObject({ status: 'success', finalAmount: 30_000 });
    expect(await refresh(id)).toMatchObject({ status: 'success', final_amount: 30_000 });
    expect(await cancelled(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
    expect(shop.bank.invoice(invoice_id)?.refunds.map(({ amount }) => amount)).toEqual([1, 3999, 30_000]);
  });
});

describe('while the bank is still working on the refund it stays success, and a later refresh brings the outcome', () => {
  test('that succeeds', async () => {
    const { id } = await paid();
    shop.bank.setRefundMode('processing');
    expect(await cancelled(id)).toMatchObject({ status: 'success' });
    expect((await refresh(id)).status).toBe('success');
    clock.forward(5);
    shop.bank.settleRefunds('success');
    expect(await refresh(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  });
  test('that fails', async () => {
    const { id } = await paid();
    shop.bank.setRefundMode('processing');
    await cancelled(id);
    clock.forward(5);
    shop.bank.settleRefunds('failure');
    expect(await refresh(id)).toMatchObject({
      status: 'success',
      final_amount: 34_000,
      is_cancellable: true,
    });
    shop.bank.setRefundMode('success');
    expect((await cancelled(id)).status).toBe('reversed');
  });
});

describe('Any other status: 400 `errors.status` with the reason.', () => {
  test.each([
    ['processing', (id: string) => shop.bank.processing(id)],
    ['expired', (id: string) => shop.bank.expire(id)],
    [
      'reversed',
      (id: string) => {
        shop.bank.pay(id);
        shop.bank.refund(id);
      },
    ],
  ])('%s', async (status, happen) => {
    const { id, invoice_id } = await shop.createInvoice();
    happen(invoice_id);
    expect((await refresh(id)).status).toBe(status);
    const answer = await withoutTrace(shop, () => cancel<Refusal>(id));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ status: [expect.stringMatching(/\w/)] });
  });
});

describe("If the bank's state turns out to be another than ours (paid meanwhile), ours is brought up to date and the answer is that 400: never a refund that was not asked for.", () => {
  test.each([
    ['created', 'success', (id: string) => shop.bank.pay(id)],
    ['created', 'processing', (id: string) => shop.bank.processing(id)],
    ['created', 'failure', (id: string) => shop.bank.decline(id)],
    ['created', 'expired', (id: string) => shop.bank.expire(id)],
    // At the second try.
    ['failure', 'success', (id: string) => shop.bank.pay(id)],
  ])('ours %s, the bank %s', async (ours, status, happen) => {
    const { id, invoice_id } = await shop.createInvoice();
    if (ours === 'failure') {
      shop.bank.decline(invoice_id);
      expect((await refresh(id)).status).toBe('failure');
      clock.forward(1);
    }
    happen(invoice_id);
    expect(await refused(id)).toEqual({ status: [expect.any(String)] });
    expect((await shop.readInvoice(id)).status).toBe(status);
    expect(requestedFor('cancel')).toEqual([]);
    expect(requestedFor('remove')).toEqual([]);
    expect(shop.bank.invoice(invoice_id)?.status).toBe(status);
  });

  test('ours success, refunded at the bank', async () => {
    const { id, invoice_id } = await paid();
    clock.forward(5);
    shop.bank.refund(invoice_id);
    expect(await refused(id)).toEqual({ status: [expect.any(String)] });
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
    expect(requestedFor('cancel')).toEqual([]);
  });

  test('paid in the moment of the cancel', async () => {
    const { id, invoice_id } = await shop.createInvoice();
    shop.bank.fault({ kind: 'delay', path: 'invoice/remove', ms: 400 });
    const answer = refused(id);
    await vi.waitFor(() => expect(requestedFor('remove')).toHaveLength(1));
    shop.bank.pay(invoice_id);
    expect(await answer).toEqual({ status: [expect.any(String)] });
    expect((await shop.readInvoice(id)).status).toBe('success');
    expect(shop.bank.invoice(invoice_id)).toMatchObject({ status: 'success', refunds: [] });
    expect(rowsOf(shop, 'attempts').at(-1)).toMatchObject({ kind: 'remove', status: 'refused' });
  });
});

describe('Less is left than asked for (part was refunded at the bank): 400 `errors.amount`.', () => {
  test('as the bank says when it is asked', async () => {
    const { id, invoice_id } = await paid();
    clock.forward(5);
    shop.bank.refund(invoice_id, 10_000);
    expect(await refused(id, { amount: 24_001 })).toEqual({
      amount: ['Ensure this value is less than or equal to 24000.'],
    });
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 24_000 });
    expect(requestedFor('cancel')).toEqual([]);
    expect(await cancelled(id, { amount: 24_000 })).toMatchObject({ status: 'reversed', final_amount: 0 });
  });

  const refundMeanwhile = async (requested: object, atBank: number) => {
    const { id, invoice_id } = await paid();
    shop.bank.fault({ kind: 'delay', path: 'invoice/cancel', ms: 400 });
    const answer = cancel<Invoice & Refusal>(id, requested);
    await vi.waitFor(() => expect(requestedFor('cancel')).toHaveLength(1));
    shop.bank.refund(invoice_id, atBank);
    return { id, invoice_id, answer: await answer };
  };
  test('refunded in part at the bank in the moment of the cancel', async () => {
    const { id, answer } = await refundMeanwhile({ amount: 30_000 }, 10_000);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ amount: ['Ensure this value is less than or equal to 24000.'] });
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 24_000 });
  });
  test('in part it stays success with final_amount lowered: also by what was refunded at the bank in that moment', async () => {
    const { id, invoice_id, answer } = await refundMeanwhile({ amount: 20_000 }, 10_000);
    expect(answer.status).toBe(200);
    expect(shop.bank.invoice(invoice_id)?.finalAmount).toBe(4000);
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 4000 });
  });
  test('in full it becomes reversed: also when the rest was refunded at the bank in that moment', async () => {
    const { id, invoice_id, answer } = await refundMeanwhile({ amount: 24_000 }, 10_000);
    expect(answer.status).toBe(200);
    expect(shop.bank.invoice(invoice_id)?.status).toBe('reversed');
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  });
});

describe('one refund at a time', () => {
  test('five partial refunds at once are one: the others arrived while it was under way', async () => {
    const { id, invoice_id } = await paid();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => cancel<Refusal>(id, { amount: 10_000 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(body.errors).toEqual({ status: [expect.stringContaining('10000')] });
    expect(shop.bank.invoice(invoice_id)?.refunds).toHaveLength(1);
    expect(await shop.readInvoice(id)).toMatchObject({ status: 'success', final_amount: 24_000 });
    expect((await cancel(id, { amount: 10_000 })).status).toBe(200);
  });
  test('two cancels of an unpaid invoice at once', async () => {
    const { id } = await shop.createInvoice();
    const answers = await Promise.all([cancel(id), cancel(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(requestedFor('remove')).toHaveLength(1);
  });
});
