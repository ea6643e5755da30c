import type { BankInvoice, StatementItem } from '../../bank/wire.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { correctRefund, insertRefund, type Refund, refundsOf } from '../../store/invoices/refunds.ts';
import { remainingAmount, wasPaid } from '../bank-state/status.ts';

/**
 * The refunds of invoices. For every invoice they add up to the amount paid minus what remains, whatever the bank
 * reports, in whatever order.
 */

/** The bank's report about an invoice's refunds. */
export interface ReportedRefunds {
  /** The refunds listed by the bank. */
  listed: readonly Refund[];
  /** The time for refunds that the bank does not list, ms. */
  otherwise: number;
  /** No refund is missing from the list. */
  isComplete?: boolean;
}

/** @param now ms: the time of refunds that the bank does not date */
export const refundsInStatus = (bank: BankInvoice, now: number): ReportedRefunds => {
  const otherwise = bank.modifiedDate ?? now;
  const listed = (bank.cancelList ?? [])
    .filter(({ status }) => status === 'success')
    // The money moved when the bank finished the refund.
    .map(({ amount, modifiedDate, createdDate }) => ({
      amount: amount ?? bank.amount,
      refunded_at: modifiedDate ?? createdDate ?? otherwise,
    }));
  return { listed, otherwise, isComplete: true };
};

/** @param now ms: the time of refunds that the bank does not date */
export const refundsInStatement = ({ cancelList }: StatementItem, now: number): ReportedRefunds => ({
  listed: (cancelList ?? []).map(({ amount, date }) => ({ amount, refunded_at: date ?? now })),
  otherwise: now,
});

/**
 * The refunds to add so that they sum up to `refunded`. Of the listed refunds, those known with the same time and
 * amount are skipped; of the rest, oldest first, the part that exceeds the known unlisted ones is added. An unlisted
 * remainder comes last, with the given time.
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

/** Removes one element of `refunds` for each equal element of `others`. */
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

type Paid = Pick<InvoiceRow, 'status' | 'amount' | 'final_amount' | 'uncaptured'>;

/** What the shop took: of a hold, the captured part. */
const taken = ({ amount, uncaptured }: Paid): number => amount - uncaptured;

/** The remaining amount of an invoice; a bank that reports more than was taken is not believed. */
const remaining = (invoice: Paid): number => Math.min(taken(invoice), remainingAmount(invoice));

/**
 * The total refunded after a change, minor units. Money that was never taken is no refund. A hold of which Kramar did not
 * know may have been captured in part: the bank then first reports a final amount below the amount, and lists no refund.
 * So for the first final amount only listed refunds count, and for a later one its decrease, or what is listed by then.
 * @param before the invoice before the change; undefined: it is new here
 * @param known the total refunded before
 */
export const refundedAfter = (
  before: Paid | undefined,
  after: Paid,
  known: number,
  { listed, isComplete = false }: ReportedRefunds,
): number => {
  const missing = taken(after) - remaining(after);
  const atLeast = Math.min(missing, Math.max(known, sumOf(listed)));
  const wasTaken = before !== undefined && wasPaid(before.status);
  const isFirst = !wasTaken || before.final_amount === null;
  if (isFirst && isComplete && after.status === 'success' && after.uncaptured === 0) return atLeast;
  return wasTaken && before.uncaptured === after.uncaptured
    ? Math.max(atLeast, known + remaining(before) - remaining(after))
    : missing;
};

/** Updates an invoice's refunds to their correct sum, in the transaction that changes it. Returns the increase. */
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
  // Corrects refunds on which statement and invoice state differ, latest first.
  for (const { id, amount } of rows.toReversed()) {
    if (surplus <= 0) break;
    const taken = Math.min(surplus, amount);
    correctRefund(db, id, amount - taken);
    surplus -= taken;
  }
  return refunded - sumOf(rows);
};
