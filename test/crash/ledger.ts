import { remainingAmount } from '../../main/money/bank-state/status.ts';
import type { Invoice as BankInvoice } from '../../main/practice-bank/records.ts';
import type { Books, JournaledAttempt } from './books.ts';

/** Every payment here once, every invoice there accounted for, nothing paid here that is not paid there. */

type Row = Books['invoices'][number];

/** Money has moved, or is on its way. */
export const isPayment = ({ status }: BankInvoice): boolean =>
  ['processing', 'hold', 'success', 'reversed'].includes(status);

export interface Found {
  /** Payments at the bank that are not here. */
  lost: string[];
  /** Payments that are here, or at the bank, twice. */
  doubled: string[];
  /** Refunds that the bank made more often than anybody wanted. */
  refundedTwice: string[];
  other: string[];
}

const there = ({ invoiceId, status, amount, finalAmount, info }: BankInvoice): string =>
  `the bank has ${invoiceId} (${info?.reference ?? ''}, ${status}, ${amount}${finalAmount === undefined ? '' : `, ${finalAmount} left`})`;
const here = (row: Row): string =>
  `Kramar has invoice ${row.id} = ${row.invoice_id} (${row.status}, ${row.amount}, final_amount ${row.final_amount})`;
const attempted = (attempt: JournaledAttempt | undefined): string =>
  attempt
    ? `attempt ${attempt.id} is ${attempt.status}${attempt.err_code ? ` ${attempt.err_code}` : ''}, its invoice ${attempt.invoice_id}, its key ${attempt.idempotency_key}`
    : 'no attempt has its tag';

export const tagOf = ({ info }: BankInvoice): string => info?.metadata?.kramar_attempt ?? '';

/**
 * Holds when the bank's answers have all been stored.
 * @param isOver the validity of what is unpaid has passed: nothing may be left open
 * @param isSuspect by the bank's id: what cannot be read there stays here as it was
 */
export const compareLedgers = (
  { bank, invoices, attempts, watched, deletedTerminals }: Books,
  isOver: boolean,
  isSuspect: (invoiceId: string) => boolean,
): Found => {
  const found: Found = { lost: [], doubled: [], refundedTwice: [], other: [] };
  const rowsById = Map.groupBy(invoices, (row) => row.invoice_id);
  const attemptsByTag = new Map(attempts.map((attempt) => [attempt.tag, attempt]));
  const isReadable = readableSales(bank, isSuspect);
  // A further payment of a sale has an invoice of its own once it has the money.
  const isStillSibling = ({ status, invoiceId }: BankInvoice) =>
    status === 'processing' && watched.has(invoiceId);
  for (const invoice of bank.filter((each) => isReadable(each) && !isStillSibling(each))) {
    const rows = rowsById.get(invoice.invoiceId) ?? [];
    const attempt = attemptsByTag.get(tagOf(invoice));
    const [row] = rows;
    if (rows.length > 1) found.doubled.push(`${there(invoice)}; ${rows.map(here).join('; ')}`);
    else if (row) {
      const isEnded = isOver && !deletedTerminals.has(row.terminal_id);
      found.other.push(...differ(invoice, row, isEnded), ...misborn(invoice, row, attempt));
    } else missing(invoice, attempt, isOver, found);
  }
  const known = new Set(bank.map(({ invoiceId }) => invoiceId));
  for (const row of invoices)
    if (!known.has(row.invoice_id)) found.other.push(`${here(row)}; the bank does not`);
  const numbers = new Set(invoices.map(({ number }) => number));
  if (numbers.size !== invoices.length) found.doubled.push('A number was given to two invoices.');
  return found;
};

/** Of a sale with several of the bank's invoices each depends on all of them. */
export const readableSales = (
  bank: readonly BankInvoice[],
  isSuspect: (invoiceId: string) => boolean,
): ((invoice: BankInvoice) => boolean) => {
  const suspects = bank.filter(({ invoiceId }) => isSuspect(invoiceId));
  const tags = new Set(suspects.map(tagOf).filter((tag) => tag !== ''));
  return (invoice) => !isSuspect(invoice.invoiceId) && !tags.has(tagOf(invoice));
};

const missing = (
  invoice: BankInvoice,
  attempt: JournaledAttempt | undefined,
  isOver: boolean,
  { lost, other }: Found,
): void => {
  const reported = `${there(invoice)}; Kramar does not; ${attempted(attempt)}`;
  if (isPayment(invoice)) lost.push(reported);
  // The statement reports a failed payment too; one of a sale that another bank invoice stands for is no record here.
  else if ((invoice.payment && attempt?.status !== 'done') || !isAccountedFor(attempt, isOver))
    other.push(reported);
};

/** Of an unpaid invoice that is not here: an attempt knows of it, or made another in its place. */
const isAccountedFor = (attempt: JournaledAttempt | undefined, isOver: boolean): boolean =>
  attempt !== undefined && ['dropped', 'done', ...(isOver ? [] : ['in_doubt'])].includes(attempt.status);

const differ = (invoice: BankInvoice, row: Row, isOver: boolean): string[] => {
  const problems = [];
  if (!mayStandFor(row, invoice, isOver)) problems.push('their states');
  if (row.amount !== invoice.amount) problems.push('their amounts');
  if (isPayment(invoice) && invoice.status !== 'processing') problems.push(...paymentDiffers(invoice, row));
  return problems.map((what) => `${there(invoice)}; ${here(row)}: ${what} differ`);
};

const paymentDiffers = ({ status, amount, finalAmount, payment }: BankInvoice, row: Row): string[] => {
  const problems = [];
  if (remainingAmount(row) !== (finalAmount ?? amount)) problems.push('what refunds have left');
  // The bank gives the facts of a held payment once it is captured.
  if (status === 'hold') return problems;
  if (row.rrn !== (payment?.rrn ?? '')) problems.push('rrn');
  if (row.fee !== (payment?.fee ?? 0)) problems.push('fee');
  return problems;
};

/** An invoice that our attempt opened is ours, unless that attempt made another invoice. */
const misborn = (invoice: BankInvoice, row: Row, attempt: JournaledAttempt | undefined): string[] => {
  const isOurs = attempt !== undefined && (attempt.invoice_id === null || attempt.invoice_id === row.id);
  if (isOurs === (row.created_locally === 1)) return [];
  return [`${there(invoice)}; ${here(row)}, created_locally ${row.created_locally}; ${attempted(attempt)}`];
};

const UNPAID = ['created', 'failure', 'expired'];

const mayStandFor = (row: Row, invoice: BankInvoice, isOver: boolean): boolean => {
  const { status } = invoice;
  if (status === 'hold') return row.status === 'processing';
  if (status === row.status) return !isOver || status !== 'created';
  // A failed try that the statement alone imported is not queried again; one of ours only some time later.
  const mayLag = row.created_locally === 0 || !isOver;
  // Nor is one that ended at the bank a moment ago.
  const hasEnded =
    row.status !== 'created' || invoice.modifiedAt >= (row.expires_at ?? Number.POSITIVE_INFINITY);
  return mayLag && UNPAID.includes(status) && UNPAID.includes(row.status) && hasEnded;
};

/** Holds at every moment, also while the bank's answers are still on their way. */
export const compareHastily = ({ bank, invoices, faults }: Books): string[] => {
  const byId = new Map(bank.map((invoice) => [invoice.invoiceId, invoice]));
  const early = invoices.filter((row) => {
    const invoice = byId.get(row.invoice_id);
    if (!invoice) return true;
    if (row.status === 'success' || row.status === 'reversed')
      return !['success', 'reversed'].includes(invoice.status);
    return row.status === 'processing' && !invoice.payment;
  });
  return [...early.map((row) => `${here(row)}; the bank does not say so`), ...faults];
};
