import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { isCredibleDate } from '../../bank/clock.ts';
import { UnreadableAnswer } from '../../bank/errors.ts';
import type { BankInvoice, BankStatus } from '../../bank/wire.ts';
import type { InvoiceChanges, InvoiceRow } from '../../store/invoices/invoices.ts';
import { factsOfState } from './payment-facts.ts';

/** The rules by which the bank's answers change an invoice. Pure: no database, no clock, no network. */

const TRANSITIONS: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  created: ['processing', 'success', 'failure', 'expired', 'reversed'],
  processing: ['success', 'failure', 'expired', 'reversed'],
  // The payer may try again with another card.
  failure: ['processing', 'success', 'expired', 'reversed'],
  success: ['reversed'],
  // Paid in the last second of its validity.
  expired: ['processing', 'success', 'reversed'],
  reversed: [],
};

export const mayBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean =>
  from === to || TRANSITIONS[from].includes(to);

export const FROM_BANK: Record<BankStatus, InvoiceStatus> = {
  created: 'created',
  processing: 'processing',
  hold: 'processing',
  success: 'success',
  failure: 'failure',
  reversed: 'reversed',
  expired: 'expired',
};

/** Paid, possibly refunded since. */
export const wasPaid = (status: InvoiceStatus): boolean => status === 'success' || status === 'reversed';

/** The amount remaining after refunds, minor units; the whole amount before the payment. */
export const remainingAmount = ({
  status,
  amount,
  final_amount,
}: Pick<InvoiceRow, 'status' | 'amount' | 'final_amount'>): number => {
  if (!wasPaid(status)) return amount;
  return final_amount ?? (status === 'reversed' ? 0 : amount);
};

/** After a failed payment the payer may try again on the same page. */
export const isUnpaid = (status: InvoiceStatus): boolean => status === 'created' || status === 'failure';

const refunds = (bank: BankInvoice, wanted: (status: string) => boolean): number =>
  (bank.cancelList ?? [])
    .filter((cancel) => wanted(cancel.status))
    .reduce((sum, cancel) => sum + (cancel.amount ?? bank.amount), 0);

/** The sum of the finished refunds, minor units. */
export const refundedAmount = (bank: BankInvoice): number => refunds(bank, (status) => status === 'success');

/** The amount of a paid invoice remaining after finished refunds, minor units. */
export const settledAmount = (bank: BankInvoice): number =>
  bank.finalAmount ?? Math.max(0, bank.amount - refundedAmount(bank));

/** What was paid before refunds, minor units: of a hold, the captured part. */
export const paidAmount = (bank: BankInvoice): number => settledAmount(bank) + refundedAmount(bank);

/** The amount that may still be refunded, minor units: refunds in progress are deducted. */
export const refundable = (bank: BankInvoice): number =>
  Math.max(0, settledAmount(bank) - refunds(bank, (status) => status === 'processing'));

/**
 * Beginning of the refund in progress at the bank (ms), or null.
 * @param now ms, used if the bank gives no date
 */
export const bankRefundSince = (bank: BankInvoice, now: number): number | null => {
  const working = bank.cancelList?.find(({ status }) => status === 'processing');
  return working ? (working.createdDate ?? now) : null;
};

/** The final amount, set once the invoice was paid: what remains after refunds. */
const finalAmount = (bank: BankInvoice, status: InvoiceStatus): number | null => {
  if (status === 'reversed') return 0;
  if (status !== 'success') return null;
  const settled = settledAmount(bank);
  // Null until the bank sets it, or a refund changes it.
  return bank.finalAmount !== null || settled < bank.amount ? settled : null;
};

/** The same answer without dates from the future: if kept, one would make every later answer look old. */
export const withCredibleDates = (bank: BankInvoice, bankNow = bank.at): BankInvoice => {
  const credible = (date: number | null) => (isCredibleDate(date, bankNow) ? date : null);
  return {
    ...bank,
    modifiedDate: credible(bank.modifiedDate),
    createdDate: credible(bank.createdDate),
    cancelList:
      bank.cancelList?.map((cancel) => ({
        ...cancel,
        createdDate: credible(cancel.createdDate),
        modifiedDate: credible(cancel.modifiedDate),
      })) ?? null,
  };
};

/** The bank dates the last change of an invoice, not its payment: the first sight of the payment is kept. */
const paidDate = (
  bank: BankInvoice,
  status: InvoiceStatus,
  known: number | null,
  now: number,
): number | null => {
  if (!wasPaid(status)) return null;
  if (known !== null) return known;
  // Refunded before Kramar's first request: it was paid before its first refund.
  const times = [bank.modifiedDate, ...(bank.cancelList ?? []).map((cancel) => cancel.createdDate)];
  const knownTimes = times.filter((time) => time !== null);
  return knownTimes.length > 0 ? Math.min(...knownTimes) : (bank.createdDate ?? bank.at ?? now);
};

/**
 * The changes of an invoice by the bank's answer, or none: an answer older than the stored state is ignored, and so is
 * a forbidden transition. An unpaid invoice past its validity by the answer's date becomes expired.
 * @param now milliseconds by the PC's clock: the time of a payment that the bank does not date
 * @param bankNow milliseconds by the bank's clock: no date lies far beyond it
 */
export const applyBankStatus = (
  invoice: InvoiceRow,
  answer: BankInvoice,
  now: number,
  bankNow = answer.at,
): InvoiceChanges => {
  const bank = withCredibleDates(answer, bankNow);
  const modified_date = isCredibleDate(invoice.modified_date, bankNow) ? invoice.modified_date : null;
  const paid_date = isCredibleDate(invoice.paid_date, bankNow) ? invoice.paid_date : null;
  const bank_created_date = bank.createdDate ?? invoice.bank_created_date ?? bank.at ?? null;
  if (bank.modifiedDate !== null && modified_date !== null && bank.modifiedDate < modified_date) return {};
  const status = reportedStatus({ ...invoice, bank_created_date }, bank);
  if (!mayBecome(invoice.status, status)) return {};
  const keptFinalAmount = status === invoice.status ? invoice.final_amount : null;

  const changes = changedFields(invoice, {
    status,
    final_amount: finalAmount(bank, status) ?? keptFinalAmount,
    ...factsOfState(bank),
    modified_date: bank.modifiedDate ?? modified_date,
    paid_date: paidDate(bank, status, paid_date, now) ?? paid_date,
    bank_created_date,
  });
  return isOvertaken(invoice, bank, changes) ? {} : changes;
};

/**
 * The bank revokes that an invoice was paid, or refunded in full: no transition leads there, so a person has to look.
 * Answers older than the stored state are late; so is a step back within the same second, except for a failure.
 */
export const contradictionIn = (invoice: InvoiceRow, bank: BankInvoice): UnreadableAnswer | undefined => {
  const { status, modified_date } = invoice;
  if (!wasPaid(status) || mayBecome(status, FROM_BANK[bank.status])) return undefined;
  const age = (bank.modifiedDate ?? modified_date ?? 0) - (modified_date ?? 0);
  if (age < 0 || (age === 0 && (status !== 'success' || bank.status !== 'failure'))) return undefined;
  const value = JSON.stringify(bank.status);
  return new UnreadableAnswer('/api/merchant/invoice/status', { field: 'status', value }, status);
};

/**
 * The bank's times are whole seconds, and its webhooks arrive out of order: of two answers of the same second the one
 * with more refunds is the later, because a refund is never undone.
 */
const isOvertaken = (invoice: InvoiceRow, bank: BankInvoice, changes: InvoiceChanges): boolean =>
  bank.modifiedDate !== null &&
  bank.modifiedDate === invoice.modified_date &&
  remainingAmount({ ...invoice, ...changes }) > remainingAmount(invoice);

/** End of the validity by the bank's clock (ms); null: unlimited, or not known. */
export const bankExpiry = ({
  bank_created_date,
  created_date,
  expires_at,
}: Pick<InvoiceRow, 'bank_created_date' | 'created_date' | 'expires_at'>): number | null =>
  bank_created_date === null || expires_at === null ? null : bank_created_date + (expires_at - created_date);

const reportedStatus = (invoice: InvoiceRow, bank: BankInvoice): InvoiceStatus => {
  const isUnpaid = bank.status === 'created' || bank.status === 'failure';
  const expiry = bankExpiry(invoice);
  const isOverdue = isUnpaid && expiry !== null && bank.at !== undefined && expiry <= bank.at;
  return isOverdue ? 'expired' : FROM_BANK[bank.status];
};

/** The fields whose value differs. */
export const changedFields = (invoice: InvoiceRow, fields: InvoiceChanges): InvoiceChanges =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => invoice[name as keyof InvoiceRow] !== value),
  );
