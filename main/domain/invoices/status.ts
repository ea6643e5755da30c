import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { UnreadableAnswer } from '../../bank/errors.ts';
import type { BankInvoice, BankStatus } from '../../bank/wire.ts';
import type { InvoiceChanges, InvoiceRow } from '../../store/invoices/invoices.ts';

/** The rules by which the bank's word changes an invoice. Pure: no database, no clock, no network. */

const TRANSITIONS: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  created: ['processing', 'success', 'failure', 'expired', 'reversed'],
  processing: ['success', 'failure', 'expired', 'reversed'],
  // The payer may try again with another card.
  failure: ['processing', 'success', 'expired', 'reversed'],
  success: ['reversed'],
  // Paid in the last second.
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

/** Paid, and perhaps refunded since. */
export const wasPaid = (status: InvoiceStatus): boolean => status === 'success' || status === 'reversed';

/** What refunds have left, minor units; the whole amount before it was paid. */
export const remainingAmount = ({
  status,
  amount,
  final_amount,
}: Pick<InvoiceRow, 'status' | 'amount' | 'final_amount'>): number => {
  if (!wasPaid(status)) return amount;
  return final_amount ?? (status === 'reversed' ? 0 : amount);
};

export const isCancellable = (status: InvoiceStatus): boolean => status === 'created' || status === 'success';

const refunds = (bank: BankInvoice, wanted: (status: string) => boolean): number =>
  (bank.cancelList ?? [])
    .filter((cancel) => wanted(cancel.status))
    .reduce((sum, cancel) => sum + (cancel.amount ?? bank.amount), 0);

/** What finished refunds have left of a paid invoice, minor units. */
export const settledAmount = (bank: BankInvoice): number =>
  bank.finalAmount ?? Math.max(0, bank.amount - refunds(bank, (status) => status === 'success'));

/** What may still be refunded, minor units: the refunds that the bank still works on are spoken for. */
export const refundable = (bank: BankInvoice): number =>
  Math.max(0, settledAmount(bank) - refunds(bank, (status) => status === 'processing'));

/** When the refund was requested on which the bank is working (ms), or null. @param now ms, where it gives no date */
export const bankRefundSince = (bank: BankInvoice, now: number): number | null => {
  const working = bank.cancelList?.find(({ status }) => status === 'processing');
  return working ? (working.createdDate ?? now) : null;
};

/** The final amount is ours to show once the invoice was paid: what refunds have left of it. */
const finalAmount = (bank: BankInvoice, status: InvoiceStatus): number | null => {
  if (status === 'reversed') return bank.finalAmount ?? 0;
  if (status !== 'success') return null;
  const settled = settledAmount(bank);
  // Null until the bank sets it, or a refund does.
  return bank.finalAmount !== null || settled < bank.amount ? settled : null;
};

/** A bank's own machines are not further apart than this; a date beyond it comes from a fault. */
const DATE_AHEAD_MS = HOUR_MS;

/** @param bankNow ms; without the bank's clock there is nothing to compare a date with */
const isCredible = (date: number | null, bankNow: number | undefined): boolean =>
  date === null || bankNow === undefined || date <= bankNow + DATE_AHEAD_MS;

/** The same answer without its dates from the future: kept, one of them would make every later answer look old. */
export const withCredibleDates = (bank: BankInvoice, bankNow = bank.at): BankInvoice => {
  const credible = (date: number | null) => (isCredible(date, bankNow) ? date : null);
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

/** The bank tells when an invoice last changed, not when it was paid: the first sight of the payment is kept. */
const paidDate = (
  bank: BankInvoice,
  status: InvoiceStatus,
  known: number | null,
  now: number,
): number | null => {
  if (!wasPaid(status)) return null;
  if (known !== null) return known;
  // Refunded before we looked: it was paid before its first refund.
  const times = [bank.modifiedDate, ...(bank.cancelList ?? []).map((cancel) => cancel.createdDate)];
  const knownTimes = times.filter((time) => time !== null);
  return knownTimes.length > 0 ? Math.min(...knownTimes) : (bank.createdDate ?? bank.at ?? now);
};

/**
 * What the bank's answer changes in an invoice, or nothing: what is older than what is stored is ignored, and
 * so is a step that the transitions do not allow. An invoice past its validity by the date of the answer, and still
 * unpaid, becomes expired.
 * @param now milliseconds by the PC's clock: the time of a payment for which the bank gives none
 * @param bankNow milliseconds by the bank's clock: no date lies far beyond it
 */
export const applyBankStatus = (
  invoice: InvoiceRow,
  answer: BankInvoice,
  now: number,
  bankNow = answer.at,
): InvoiceChanges => {
  const bank = withCredibleDates(answer, bankNow);
  const modified_date = isCredible(invoice.modified_date, bankNow) ? invoice.modified_date : null;
  const paid_date = isCredible(invoice.paid_date, bankNow) ? invoice.paid_date : null;
  const bank_created_date = bank.createdDate ?? invoice.bank_created_date ?? bank.at ?? null;
  if (bank.modifiedDate !== null && modified_date !== null && bank.modifiedDate < modified_date) return {};
  const status = reportedStatus({ ...invoice, bank_created_date }, bank);
  if (!mayBecome(invoice.status, status)) return {};
  const keptFinalAmount = status === invoice.status ? invoice.final_amount : null;

  const changes = changedFields(invoice, {
    status,
    final_amount: finalAmount(bank, status) ?? keptFinalAmount,
    failure_code: bank.errCode ?? '',
    failure_reason: bank.failureReason ?? '',
    ...paymentFields(invoice, bank.paymentInfo),
    modified_date: bank.modifiedDate ?? modified_date,
    paid_date: paidDate(bank, status, paid_date, now) ?? paid_date,
    bank_created_date,
  });
  return isOvertaken(invoice, bank, changes) ? {} : changes;
};

/**
 * The bank takes back that an invoice was paid, or refunded in full: no transition leads there, so that somebody has to
 * look. What is older than what is stored is late news; so is a step back within the same second, but for a failure.
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
 * The bank's times are whole seconds, and its news arrive out of order: of two words of the same second the one that
 * knows of more refunds is the later, for money once given back stays so.
 */
const isOvertaken = (invoice: InvoiceRow, bank: BankInvoice, changes: InvoiceChanges): boolean =>
  bank.modifiedDate !== null &&
  bank.modifiedDate === invoice.modified_date &&
  remainingAmount({ ...invoice, ...changes }) > remainingAmount(invoice);

/** Until when an invoice may be paid by the bank's clock (ms); null: without end, or not known. */
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

const paymentFields = (invoice: InvoiceRow, payment: BankInvoice['paymentInfo']): InvoiceChanges => ({
  masked_pan: payment?.maskedPan ?? invoice.masked_pan,
  approval_code: payment?.approvalCode ?? invoice.approval_code,
  rrn: payment?.rrn ?? invoice.rrn,
  payment_system: payment?.paymentSystem ?? invoice.payment_system,
  fee: payment?.fee ?? invoice.fee,
});

/** The fields whose value differs. */
export const changedFields = (invoice: InvoiceRow, fields: InvoiceChanges): InvoiceChanges =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => invoice[name as keyof InvoiceRow] !== value),
  );
