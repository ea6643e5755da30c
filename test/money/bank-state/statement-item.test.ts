import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatementItem } from '../../../main/bank/wire.ts';
import { feeOf } from '../../../main/money/bank-state/payment-facts.ts';
import {
  finalAmountOf,
  statementChanges,
  statusOf,
  tagOf,
} from '../../../main/money/bank-state/statement-item.ts';
import { mayBecome } from '../../../main/money/bank-state/status.ts';
import type { InvoiceRow } from '../../../main/store/invoices/invoices.ts';
import { INVOICE_STATUSES } from '../../../shared/api/statuses.ts';
import { invoiceRow } from '../../helpers/invoice-row.ts';

const DATE = Date.UTC(2026, 4, 17, 9);

const item = (fields: Partial<StatementItem> = {}): StatementItem => ({
  invoiceId: 'p2_a',
  status: 'success',
  maskedPan: '444403******1902',
  date: DATE,
  amount: 10_000,
  ccy: 980,
  profitAmount: 9870,
  reference: 'R',
  destination: 'D',
  approvalCode: '123456',
  rrn: '060189181768',
  shortQrId: null,
  metadata: null,
  cancelList: null,
  ...fields,
});

const invoice = (fields: Partial<InvoiceRow> = {}): InvoiceRow =>
  invoiceRow({ invoice_id: 'p2_a', created_date: DATE - 60_000, ...fields });

const refunds = (...amounts: number[]) => amounts.map((amount) => ({ amount, date: DATE }));

describe('A cancelList that adds up to the amount makes it reversed; one that adds up to less lowers final_amount by its sum.', () => {
  test.each([
    [[], 'success', null],
    [[1], 'success', 9999],
    [[4000, 5999], 'success', 1],
    [[10_000], 'reversed', 0],
    [[4000, 6000], 'reversed', 0],
  ] as const)('%j → %s, %s', (amounts, status, left) => {
    const line = item({ cancelList: refunds(...amounts) });
    expect(statusOf(line)).toBe(status);
    expect(finalAmountOf(line)).toBe(left);
  });

  test('without a cancelList nothing is lowered', () => {
    expect(finalAmountOf(item({ cancelList: null }))).toBeNull();
    expect(statementChanges(invoice({ status: 'success' }), item())).not.toHaveProperty('final_amount');
  });

  test('a statement that does not contain the latest refund yet undoes nothing', () => {
    const known = invoice({ status: 'success', final_amount: 3000 });
    expect(statementChanges(known, item({ cancelList: refunds(4000) }))).not.toHaveProperty('final_amount');
    expect(statementChanges(invoice({ status: 'reversed', final_amount: 0 }), item())).toEqual({});
  });
});

test('Bank status → status: processing, hold→processing; success→success; failure→failure', () => {
  const reported = (['processing', 'hold', 'success', 'failure'] as const).map((status) =>
    statusOf(item({ status })),
  );
  expect(reported).toEqual(['processing', 'processing', 'success', 'failure']);
});

test('fee = amount − profitAmount; 0 when absent', () => {
  expect(feeOf(item({ amount: 12_345, profitAmount: 12_185 }))).toBe(160);
  expect(feeOf(item({ profitAmount: 10_000 }))).toBe(0);
  expect(feeOf(item({ profitAmount: null }))).toBe(0);
});

test('the metadata tag of an attempt, when it is one', () => {
  expect(tagOf(item({ metadata: { kramar_attempt: 'abc', other: '1' } }))).toBe('abc');
  expect(tagOf(item({ metadata: { kramar_attempt: 7 } }))).toBeUndefined();
  expect(tagOf(item({ metadata: {} }))).toBeUndefined();
  expect(tagOf(item({ metadata: null }))).toBeUndefined();
});

test('paid_date: the time of payment by the bank; null unless it was ever paid', () => {
  expect(statementChanges(invoice(), item())).toMatchObject({ status: 'success', paid_date: DATE });
  const whole = item({ cancelList: refunds(10_000) });
  expect(statementChanges(invoice(), whole)).toMatchObject({ status: 'reversed', paid_date: DATE });
  for (const status of ['failure', 'processing', 'hold'] as const)
    expect(statementChanges(invoice(), item({ status }))).not.toHaveProperty('paid_date');
  const earlier = invoice({ status: 'success', paid_date: DATE - 1 });
  expect(statementChanges(earlier, item())).not.toHaveProperty('paid_date');
});

describe('any statement line over any known invoice', () => {
  const anyItem = fc
    .record({
      status: fc.constantFrom('hold', 'processing', 'success', 'failure'),
      amount: fc.integer({ min: 1, max: 1000 }),
      profit: fc.option(fc.integer({ min: 0, max: 1000 })),
      parts: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 4 }),
      maskedPan: fc.option(fc.constantFrom('444403******1902', '555555******4444')),
    })
    .map(({ status, amount, profit, parts, maskedPan }) =>
      item({
        status: status as StatementItem['status'],
        amount,
        profitAmount: profit === null ? null : Math.min(profit, amount),
        cancelList: refunds(...parts),
        maskedPan,
      }),
    );
  const anyInvoice = fc
    .record({
      status: fc.constantFrom(...INVOICE_STATUSES),
      final: fc.option(fc.integer({ min: 0, max: 1000 })),
      paid: fc.option(fc.constant(DATE - 5)),
      fee: fc.nat(20),
      amount: fc.integer({ min: 1, max: 1000 }),
    })
    .map(({ status, final, paid, fee, amount }) =>
      invoice({
        status,
        amount,
        fee,
        final_amount: final === null ? null : Math.min(final, amount),
        paid_date: paid,
      }),
    );

  test('leaves it as it may be, and said twice it changes nothing the second time', () => {
    fc.assert(
      fc.property(anyInvoice, anyItem, (before, line) => {
        const after = { ...before, ...statementChanges(before, line) };
        expect(after.status === before.status || mayBecome(before.status, after.status)).toBe(true);
        // It is only ever lowered, and never below 0.
        expect(after.final_amount ?? after.amount).toBeLessThanOrEqual(before.final_amount ?? before.amount);
        expect(after.final_amount ?? 0).toBeGreaterThanOrEqual(0);
        expect(statementChanges(after, line)).toEqual({});
        const isPaid = after.status === 'success' || after.status === 'reversed';
        if (isPaid && after.status !== before.status) expect(after.paid_date).not.toBeNull();
        const { id, number, invoice_id, amount, reference, destination, comment, created_date } = before;
        const own = { id, number, invoice_id, amount, reference, destination, comment, created_date };
        expect(after).toMatchObject(own);
      }),
      { numRuns: 1000 },
    );
  });
});
