import type { BankInvoice, StatementItem } from '../../bank/wire.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { correctRefund, insertRefund, type Refund, refundsOf } from '../../store/invoices/refunds.ts';
import { remainingAmount, wasPaid } from './status.ts';

/**
 * When money was given back. For every invoice the refunds add up to what was taken of it less what is left of it,
 * whatever the bank reports, in whatever order.
 */

/** What the bank tells of the refunds of an invoice. */
export interface ReportedRefunds {
  /** As many as it lists. */
  listed: readonly Refund[];
  /** The moment of what it does not list, ms. */
  otherwise: number;
  /** No refund is missing from the list. */
  isComplete?: boolean;
}

/** @param now ms: of what the bank tells no time of */
export const refundsInStatus = (bank: BankInvoice, now: number): ReportedRefunds => {
  const otherwise = bank.modifiedDate ?? now;
  const listed = (bank.cancelList ?? [])
    .filter(({ status }) => status === 'success')
    // Money moved when the bank was done with it.
    .map(({ amount, modifiedDate, createdDate }) => ({
      amount: amount ?? bank.amount,
      refunded_at: modifiedDate ?? createdDate ?? otherwise,
    }));
  return { listed, otherwise, isComplete: true };
};

/** @param now ms: of what the bank tells no time of */
export const refundsInStatement = ({ cancelList }: StatementItem, now: number): ReportedRefunds => ({
  listed: (cancelList ?? []).map(({ amount, date }) => ({ amount, refunded_at: date ?? now })),
  otherwise: now,
});

/**
 * What is to be noted for all of `refunded` to be known. Of the refunds that the bank lists those are left out that are
 * known to the moment; of the rest, oldest first, what is beyond the known ones that it does not list so. What the list
 * does not tell of comes last, at the moment named for it.
 */
export const unknownRefunds = (
  known: readonly Refund[],
  refunded: number,
  { listed, otherwise }: ReportedRefunds,
): Refund[] => {
  const unlisted = without(known, listed);
  const wanted = refunded - sumOf(known) + sumOf(unlisted);
  const inOrder = without(listed, known).sort((one, other) => one.refunded_at - other.refunded_at);
  const found: Refund[] = [];
  let upTo = 0;
  for (const { amount, refunded_at } of [...inOrder, { amount: wanted, refunded_at: otherwise }]) {
    const from = Math.max(sumOf(unlisted), upTo);
    upTo += amount;
    const beyond = Math.min(wanted, upTo) - from;
    if (beyond > 0) found.push({ amount: beyond, refunded_at });
  }
  return found;
};

const sumOf = (refunds: readonly Refund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** One of `refunds` for each equal one of `others` taken out. */
const without = (refunds: readonly Refund[], others: readonly Refund[]): Refund[] => {
  const rest = [...others];
  return refunds.filter((refund) => {
    const at = rest.findIndex(
      ({ amount, refunded_at }) => amount === refund.amount && refunded_at === refund.refunded_at,
    );
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
};

type Paid = Pick<InvoiceRow, 'status' | 'amount' | 'final_amount'>;

/** What is left of an invoice; the bank may name more than was asked for, a tip. */
const withoutTip = (invoice: Paid): number => Math.min(invoice.amount, remainingAmount(invoice));

/**
 * What has been given back in all once an invoice has changed, minor units. A hold may be captured in part: the bank
 * then names a final amount below the amount when it first names one, and lists no refund. What was never taken is no
 * refund, so that of the first final amount only listed refunds count, and of a later one what it is lower by.
 * @param before the invoice before the change; undefined: it is new here
 * @param known what was given back before
 */
export const refundedAfter = (
  before: Paid | undefined,
  after: Paid,
  known: number,
  { listed, isComplete = false }: ReportedRefunds,
): number => {
  const missing = after.amount - withoutTip(after);
  const wasTaken = before !== undefined && wasPaid(before.status);
  const isFirst = !wasTaken || before.final_amount === null;
  if (isFirst && isComplete && after.status === 'success')
    return Math.min(missing, Math.max(known, sumOf(listed)));
  return wasTaken ? Math.max(0, known + withoutTip(before) - withoutTip(after)) : missing;
};

/**
 * Brings the refunds of an invoice to what they must add up to, within the transaction that changes it. Gives by how
 * much they grew.
 */
export const noteRefunds = (
  db: Db,
  before: Paid | undefined,
  after: Paid & Pick<InvoiceRow, 'id'>,
  reported: ReportedRefunds,
): number => {
  const rows = refundsOf(db, after.id);
  const refunded = refundedAfter(before, after, sumOf(rows), reported);
  for (const refund of unknownRefunds(rows, refunded, reported)) insertRefund(db, after.id, refund);
  let surplus = sumOf(rows) - refunded;
  // What the statement told and the invoice's own state tells otherwise: the latest first.
  for (const { id, amount } of rows.toReversed()) {
    if (surplus <= 0) break;
    const taken = Math.min(surplus, amount);
    correctRefund(db, id, amount - taken);
    surplus -= taken;
  }
  return refunded - sumOf(rows);
};
