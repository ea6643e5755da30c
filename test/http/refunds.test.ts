import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { invoiceByBankId, syncInvoices } from '../helpers/statement.ts';
import { rowsOf } from '../helpers/trace.ts';
import { deliver, setAddress } from '../helpers/webhooks.ts';

/** A row of the table of refunds: when money was refunded. */

const clock = stoppedClock(Date.UTC(2026, 4, 20, 12));
const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
// The clock moves fast: a token is valid for an hour.
beforeEach(() => shop.signInAgain());

const refundsOf = (id: number) =>
  rowsOf(shop, 'refunds')
    .filter(({ invoice_id }) => invoice_id === id)
    .map(({ amount, refunded_at }) => [amount, refunded_at]);

const { refresh } = shop;
const cancel = (id: number, amount?: number) =>
  shop.owner.post<Invoice>(`invoices/${id}/cancel/`, amount === undefined ? {} : { amount });

const paid = async (amount: number): Promise<Invoice> => {
  const invoice = await shop.paid({ amount });
  clock.forward(60);
  return invoice;
};

/** Ten minutes in which the bank is not queried. */
const later = () => {
  const before = clock.now();
  clock.forward(600);
  return before;
};

describe('each is written with the time at which money moved', () => {
  test('those made here', async () => {
    const { id } = await paid(1000);
    await cancel(id, 300);
    const first = later();
    await cancel(id);
    expect(refundsOf(id)).toEqual([
      [300, first],
      [700, clock.now()],
    ]);
  });

  test('those made at the bank, learned later by a request', async () => {
    const { id, invoice_id } = await paid(1000);
    shop.bank.refund(invoice_id, 100);
    const first = later();
    shop.bank.refund(invoice_id, 200);
    const second = later();
    await refresh(id);
    expect(refundsOf(id)).toEqual([
      [100, first],
      [200, second],
    ]);
  });

  test('those made at the bank, learned of later from the statement', async () => {
    const { id, invoice_id } = await paid(1000);
    shop.bank.refund(invoice_id, 100);
    const at = later();
    await syncInvoices(shop);
    expect(refundsOf(id)).toEqual([[100, at]]);
    shop.bank.refund(invoice_id);
    const rest = later();
    await syncInvoices(shop);
    expect(refundsOf(id)).toEqual([
      [100, at],
      [900, rest],
    ]);
  });

  test('those of a payment made outside Kramar, found with its refunds', async () => {
    const bankId = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 500 });
    const [first, second] = [later(), later()];
    shop.bank.refund(bankId, 200);
    const third = later();
    shop.bank.refund(bankId, 300);
    const fourth = later();
    expect(first).toBeLessThan(second);
    await syncInvoices(shop);
    const { id, status } = await invoiceByBankId(shop, bankId);
    expect(status).toBe('reversed');
    expect(refundsOf(id)).toEqual([
      [200, third],
      [300, fourth],
    ]);
  });

  test('one that the bank works on: the time when it was done', async () => {
    const { id } = await paid(1000);
    shop.bank.setRefundMode('processing');
    await cancel(id, 400);
    expect(refundsOf(id)).toEqual([]);
    later();
    shop.bank.setRefundMode('success');
    shop.bank.settleRefunds('success');
    const done = clock.now();
    clock.forward(60);
    await refresh(id);
    expect(refundsOf(id)).toEqual([[400, done]]);
  });
});

/** A report of the bank that names another sum, and no time: of any age. */
const sendFinalAmount = (
  { invoice_id, amount }: Pick<Invoice, 'invoice_id' | 'amount'>,
  finalAmount: number,
) =>
  deliver(shop, JSON.stringify({ invoiceId: invoice_id, status: 'success', amount, ccy: 980, finalAmount }));

test('a refund that the bank takes back is no refund any more, the latest first', async () => {
  setAddress(shop);
  const invoice = await paid(1000);
  await cancel(invoice.id, 100);
  const first = later();
  await cancel(invoice.id, 200);
  const second = clock.now();
  const reportedRemaining = async (left: number) => {
    expect((await sendFinalAmount(invoice, left)).status).toBe(200);
    return refundsOf(invoice.id);
  };
  expect(await reportedRemaining(760)).toEqual([
    [100, first],
    [140, second],
  ]);
  expect(await reportedRemaining(940)).toEqual([[60, first]]);
  expect(await reportedRemaining(1000)).toEqual([]);
  // More than was requested is about another amount: nothing changes.
  expect((await sendFinalAmount(invoice, 1100)).status).toBe(400);
  expect(refundsOf(invoice.id)).toEqual([]);
  expect(await reportedRemaining(990)).toEqual([[10, second]]);
});

/** By its name: what is done, to which of the payments, with how much. */
const ACTS: Record<string, (invoice: Invoice, amount: number) => Promise<unknown>> = {
  refund: async ({ invoice_id }, amount) => {
    try {
      shop.bank.refund(invoice_id, amount);
    } catch {
      // More than is left.
    }
  },
  cancel: ({ id }, amount) => cancel(id, amount),
  cancelWhole: ({ id }) => cancel(id),
  refresh: ({ id }) => refresh(id),
  report: (invoice, amount) => sendFinalAmount(invoice, invoice.amount - amount),
  sync: () => syncInvoices(shop),
  slow: async () => shop.bank.setRefundMode('processing'),
  quick: async () => shop.bank.setRefundMode('success'),
  settle: async () => shop.bank.settleRefunds('success'),
  fail: async () => shop.bank.settleRefunds('failure'),
};

test('for every invoice the refunds add up to its amount less what is left, after any sequence of steps', async () => {
  const step = fc.record({
    act: fc.constantFrom(...Object.keys(ACTS)),
    which: fc.nat(2),
    amount: fc.integer({ min: 1, max: 700 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const foreign = shop.bank.payOutsideKramar(shop.merchant.token, { amount: 900 });
      const invoices = [await paid(1000), await paid(800)];
      await syncInvoices(shop);
      // Known with its final amount, so that a lower one is a refund, listed or not.
      invoices.push(await refresh((await invoiceByBankId(shop, foreign)).id));
      for (const { act, which, amount } of steps) {
        clock.forward(1);
        await ACTS[act]?.(invoices[which % invoices.length] as Invoice, amount);
        expectSums();
      }
      shop.bank.setRefundMode('success');
      shop.bank.settleRefunds('success');
      await syncInvoices(shop);
      expectSums();
    }),
    { numRuns: 15 },
  );
});

/** The fields of the interface, computed once more, independently of the program. */
const expectSums = (): void => {
  const refunds = rowsOf(shop, 'refunds');
  for (const { id, status, amount, final_amount } of rowsOf(shop, 'invoices')) {
    const left = status === 'reversed' ? Number(final_amount ?? 0) : Number(final_amount ?? amount);
    const given = refunds
      .filter(({ invoice_id }) => invoice_id === id)
      .reduce((sum, refund) => sum + Number(refund.amount), 0);
    expect(given, `invoice ${id}`).toBe(Number(amount) - left);
  }
};
