import type { BankInvoice, StatementItem } from '../bank/wire.ts';
import type { Db } from '../store/database.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { correctRefund, insertRefund, type Refund, refundsOf } from '../store/refunds.ts';
import { left } from './invoice-status.ts';

/**
 * When money was given back. For every invoice the refunds add up to its amount less what is left of it, after
 * whatever the bank has told, in whatever order.
 */

/** What the bank tells of the refunds of an invoice. */
export interface ToldRefunds {
  /** As many as it lists. */
  listed: readonly Refund[];
  /** The moment of what it does not list, ms. */
  otherwise: number;
}

/** @param now ms: of what the bank tells no time of */
export const refundsInStatus = (bank: BankInvoice, now: number): ToldRefunds => {
  const otherwise = bank.modifiedDate ?? now;
  const listed = (bank.cancelList ?? [])
    .filter(({ status }) => status === 'success')
    // Money moved when the bank was done with it.
    .map(({ amount, modifiedDate, createdDate }) => ({
      amount: amount ?? bank.amount,
      refunded_at: modifiedDate ?? createdDate ?? otherwise,
    }));
  return { listed, otherwise };
};

/** @param now ms: of what the bank tells no time of */
export const refundsInStatement = ({ cancelList }: StatementItem, now: number): ToldRefunds => ({
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
  { listed, otherwise }: ToldRefunds,
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

/** Brings the refunds of an invoice to what they must add up to; within the transaction that changes it. */
export const noteRefunds = (
  db: Db,
  invoice: Pick<InvoiceRow, 'id' | 'status' | 'amount' | 'final_amount'>,
  told: ToldRefunds,
): void => {
  // The bank may name more than was asked for, a tip.
  const refunded = Math.max(0, invoice.amount - left(invoice));
  const rows = refundsOf(db, invoice.id);
  for (const refund of unknownRefunds(rows, refunded, told)) insertRefund(db, invoice.id, refund);
  let surplus = sumOf(rows) - refunded;
  // What the statement told and the invoice's own state tells otherwise: the latest first.
  for (const { id, amount } of rows.toReversed()) {
    if (surplus <= 0) break;
    const taken = Math.min(surplus, amount);
    correctRefund(db, id, amount - taken);
    surplus -= taken;
  }
};
