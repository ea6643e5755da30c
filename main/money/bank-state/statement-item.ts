import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import type { FieldFault } from '../../bank/unreadable.ts';
import type { StatementItem } from '../../bank/wire.ts';
import type { InvoiceChanges, InvoiceRow } from '../../store/invoices/invoices.ts';
import { factsOfLine, unknownFacts } from './payment-facts.ts';
import { changedFields, FROM_BANK, mayBecome, wasPaid } from './status.ts';

/** The tag of the attempt behind a payment, if Kramar created its invoice. */
export const tagOf = ({ metadata }: { metadata?: unknown }): string | undefined => {
  const tag = (metadata as { kramar_attempt?: unknown } | null | undefined)?.kramar_attempt;
  return typeof tag === 'string' ? tag : undefined;
};

const refundedSum = ({ cancelList }: StatementItem): number =>
  (cancelList ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** A cancelList that adds up to the amount makes a payment reversed; one of nothing (a card was verified) has no refund. */
export const statusOf = (item: StatementItem): InvoiceStatus => {
  const refunded = refundedSum(item);
  if (item.status === 'success' && refunded > 0 && refunded >= item.amount) return 'reversed';
  return FROM_BANK[item.status];
};

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
    ...unknownFacts(invoice, factsOfLine(item)),
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
