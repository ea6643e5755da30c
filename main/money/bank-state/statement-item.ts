import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { FieldFault } from '../../bank/unreadable.ts';
import type { StatementItem } from '../../bank/wire.ts';
import type { Db } from '../../store/db/connection.ts';
import { openMoneyOf } from '../../store/invoices/attempts.ts';
import { findHold } from '../../store/invoices/holds.ts';
import { type InvoiceChanges, type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { noteHeldLine } from '../hold/hold-status.ts';
import { refundsInStatement } from '../refund/refunds.ts';
import { changeInvoice } from './change.ts';
import { firstSweep, nextCheck } from './poll-interval.ts';
import { changedFields, FROM_BANK, mayBecome, wasPaid } from './status.ts';

/** The tag of the attempt behind a payment, if Kramar created its invoice. */
export const tagOf = ({ metadata }: { metadata?: unknown }): string | undefined => {
  const tag = (metadata as { kramar_attempt?: unknown } | null | undefined)?.kramar_attempt;
  return typeof tag === 'string' ? tag : undefined;
};

const refundedSum = ({ cancelList }: StatementItem): number =>
  (cancelList ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** A cancelList that adds up to the amount makes a payment reversed. */
export const statusOf = (item: StatementItem): InvoiceStatus => {
  if (item.status === 'success' && refundedSum(item) >= item.amount) return 'reversed';
  return FROM_BANK[item.status];
};

/** Acquiring fee, minor units. */
export const feeOf = ({ amount, profitAmount }: StatementItem): number =>
  profitAmount === null ? 0 : Math.max(0, amount - profitAmount);

export const finalAmountOf = (item: StatementItem): number | null => {
  const refunded = refundedSum(item);
  return refunded === 0 ? null : Math.max(0, item.amount - refunded);
};

/**
 * The changes of an invoice by a line of the statement. The statement has no modifiedDate: it only moves an invoice on,
 * lowers what remains after refunds, and fills unknown fields.
 */
export const statementChanges = (invoice: InvoiceRow, item: StatementItem): InvoiceChanges => {
  const status = statusOf(item);
  if (!mayBecome(invoice.status, status)) return {};
  const left = finalAmountOf(item);
  const lowered = left !== null && left < (invoice.final_amount ?? invoice.amount);
  return changedFields(invoice, {
    status,
    ...(lowered ? { final_amount: left } : {}),
    ...(wasPaid(status) && invoice.paid_date === null ? { paid_date: item.date } : {}),
    ...(invoice.fee === 0 ? { fee: feeOf(item) } : {}),
    masked_pan: invoice.masked_pan || (item.maskedPan ?? ''),
    approval_code: invoice.approval_code || (item.approvalCode ?? ''),
    rrn: invoice.rrn || (item.rrn ?? ''),
  });
};

/**
 * Amount and currency of an invoice never change: a line that differs cannot be about it. Of a hold captured in part it
 * shows what was captured.
 */
export const mismatchIn = (
  invoice: Pick<InvoiceRow, 'amount' | 'ccy' | 'uncaptured'>,
  item: StatementItem,
): FieldFault | undefined => {
  const expected = {
    ...invoice,
    ...(invoice.amount - invoice.uncaptured === item.amount && { amount: item.amount }),
  };
  const field = (['amount', 'ccy'] as const).find((name) => item[name] !== expected[name]);
  return field && { field, value: String(item[field]) };
};

/** Applies a line; `mismatch` says why it was not applied. */
export const applyStatementItem = (
  db: Db,
  invoice: InvoiceRow,
  item: StatementItem,
  now: number,
): { invoice: InvoiceRow; changed: boolean; mismatch?: FieldFault } => {
  const hold = findHold(db, invoice.id);
  if (hold && hold.state !== 'captured' && item.status !== 'hold') {
    // The statement dates a payment by its hold, and lists what was captured: the invoice's own state tells both.
    if (hold.state !== 'released') scheduleCheck(db, invoice.id, now);
    return { invoice, changed: false };
  }
  const mismatch = mismatchIn(invoice, item);
  if (mismatch) return { invoice, changed: false, mismatch };
  const changes = statementChanges(invoice, item);
  if (Object.keys(changes).length === 0) {
    noteHeldLine(db, hold, invoice, item, now);
    return { invoice, changed: false };
  }
  // The statement has no extRef, so a request about the invoice settles an open request; it stays planned.
  const requestedAt = openMoneyOf(db, invoice.id)?.created_at;
  const plans = {
    next_check_at: nextCheck({ ...invoice, ...changes }, now, requestedAt),
    ...(changes.status === undefined ? {} : { sweep_at: firstSweep(changes.status, item.date, now) }),
  };
  const refunds = refundsInStatement(item, now);
  const changed = changeInvoice(db, invoice, { ...changes, ...plans }, now, refunds);
  noteHeldLine(db, hold, changed, item, now);
  return { invoice: changed, changed: true };
};
