import type { Book } from './book.ts';
import { BankError, badRequest, NotPossible, wrongCancelAmount } from './errors.ts';
import { checkReturnLines } from './fiscal-lines.ts';
import { anyInvoice, ownInvoice } from './invoices.ts';
import type { Merchant } from './merchants.ts';
import { type Draw, type Invoice, type Refund, type RefundStatus, randomDigits } from './records.ts';
import type { CancelRequest } from './requests.ts';

/** The effect of refunds on an invoice: by outcome, by the clock, and by visibility. */

const sumOf = (refunds: readonly Refund[]) => refunds.reduce((total, refund) => total + refund.amount, 0);

/** Status and finalAmount after the refunds. */
export function afterRefunds(invoice: Invoice, refunds: readonly Refund[]): Partial<Invoice> {
  const paid = invoice.payment?.amount ?? 0;
  const back = sumOf(refunds.filter((refund) => refund.status === 'success'));
  const status = back > 0 && back === paid ? 'reversed' : invoice.status;
  return { refunds, status, finalAmount: paid - back };
}

/** The codes of a completed refund. */
const refundCodes = (status: RefundStatus, draw?: Draw) =>
  status === 'success' ? { approvalCode: randomDigits(6, draw), rrn: randomDigits(12, draw) } : {};

/** Ends a refund. @param at milliseconds UTC */
function endRefund(refund: Refund, outcome: 'success' | 'failure', at: number): Refund {
  const { settles: _, ...rest } = refund;
  return { ...rest, status: outcome, modifiedAt: at, ...refundCodes(outcome) };
}

/** Ends the overdue refunds of an invoice; gives the same object when there are none. */
export function settleDue(invoice: Invoice, now: number): Invoice {
  const isDue = ({ settles }: Refund) => settles !== undefined && settles.at <= now;
  if (!invoice.refunds.some(isDue)) return invoice;
  const refunds = invoice.refunds.map((refund) =>
    refund.settles && isDue(refund) ? endRefund(refund, refund.settles.outcome, refund.settles.at) : refund,
  );
  const modifiedAt = Math.max(invoice.modifiedAt, ...refunds.map((refund) => refund.modifiedAt));
  return { ...invoice, ...afterRefunds(invoice, refunds), modifiedAt };
}

/** The invoice as answers show it while its capture has not reached all copies at the bank. */
function captureShownAt(invoice: Invoice, now: number): Invoice {
  const { capture, modifiedAt } = invoice;
  if (!capture || invoice.refunds.length > 0) return invoice;
  const { first, keepsDate, shownFrom = Number.POSITIVE_INFINITY } = capture;
  if (shownFrom > now) return { ...invoice, finalAmount: first };
  return keepsDate || shownFrom === Number.POSITIVE_INFINITY
    ? invoice
    : { ...invoice, modifiedAt: Math.max(modifiedAt, shownFrom) };
}

/** The invoice as answers show it while its latest changes have not reached all copies at the bank. */
export function shownAt(whole: Invoice, now: number): Invoice {
  const invoice = captureShownAt(whole, now);
  const isHidden = ({ shownFrom }: Refund) => shownFrom !== undefined && shownFrom > now;
  const before = invoice.refunds.find(isHidden)?.before;
  if (!before) return invoice;
  const refunds = invoice.refunds.filter((refund) => !isHidden(refund));
  const base: Invoice = { ...invoice, status: before.status };
  const modifiedAt = Math.max(before.modifiedAt, ...refunds.map((refund) => refund.modifiedAt));
  const shown = { ...base, ...afterRefunds(base, refunds), modifiedAt };
  return before.status === 'hold' ? { ...shown, finalAmount: undefined } : shown;
}

/** Minor units that are not refunded yet; an open refund keeps its share, a failed one releases it. */
function refundable(invoice: Invoice): number {
  const given = sumOf(invoice.refunds.filter((refund) => refund.status !== 'failure'));
  return (invoice.payment?.amount ?? 0) - given;
}

/** How invoice/cancel ends from now on. */
export interface RefundMode {
  readonly mode: RefundStatus;
  /** For `processing`: it ends by itself after so many milliseconds; without, it waits for settleRefunds. */
  readonly settlesAfterMs?: number | undefined;
  /** Its outcome then; default `success`. */
  readonly outcome?: 'success' | 'failure' | undefined;
  /**
   * Delays, in milliseconds, until status and statement show the refund: they come from another copy than the one that
   * took it.
   */
  readonly shownAfterMs?: number | undefined;
}

export function newRefund(
  amount: number,
  status: RefundStatus,
  at: number,
  extRef?: string,
  draw?: Draw,
): Refund {
  return { status, amount, createdAt: at, modifiedAt: at, extRef, ...refundCodes(status, draw) };
}

/**
 * Records a refund. The extRef of another refund is no error: the published document calls it the merchant's reference,
 * and promises no more. Two calls are two refunds.
 */
function recordRefund(
  book: Book,
  invoice: Invoice,
  amount: number,
  how: RefundMode,
  extRef?: string,
): Refund {
  const now = book.now();
  const { mode, settlesAfterMs, outcome = 'success', shownAfterMs } = how;
  const before = shownAt(invoice, now);
  const refund: Refund = {
    ...newRefund(amount, mode, now, extRef),
    ...(mode === 'processing' &&
      settlesAfterMs !== undefined && { settles: { at: now + settlesAfterMs, outcome } }),
    ...(shownAfterMs && {
      shownFrom: now + shownAfterMs,
      before: { status: before.status, modifiedAt: before.modifiedAt },
    }),
  };
  book.change(invoice, afterRefunds(invoice, [...invoice.refunds, refund]));
  return refund;
}

function amountToRefund(invoice: Invoice, requested: number | undefined): number {
  const left = refundable(invoice);
  const amount = requested ?? left;
  if (left === 0) throw wrongCancelAmount('already cancelled');
  if (amount < 1 || amount > left) throw wrongCancelAmount(`wrong cancel amount, at most ${left}`);
  // A hold is released whole; a part of it is kept by finalizing the other part.
  if (invoice.status === 'hold' && amount !== left) throw wrongCancelAmount('a hold is released whole');
  return amount;
}

function checkRefundable(invoice: Invoice): void {
  if (invoice.status === 'reversed') throw wrongCancelAmount('already cancelled');
  if (invoice.status === 'success' || invoice.status === 'hold') return;
  throw new BankError(500, 'CANCEL_NOT_AVAILABLE', `cancel not available: the invoice is ${invoice.status}`);
}

/** invoice/cancel: refunds the requested amount, or all that is left. */
export function cancelInvoice(
  book: Book,
  merchant: Merchant,
  request: CancelRequest,
  how: RefundMode,
): Refund {
  const invoice = ownInvoice(book, merchant, request.invoiceId);
  if (merchant.prro && !request.items?.length) throw badRequest("empty 'items'");
  checkRefundable(invoice);
  const amount = amountToRefund(invoice, request.amount);
  if (merchant.prro) checkReturnLines(request.items ?? [], amount, merchant.prroService);
  return recordRefund(book, invoice, amount, how, request.extRef);
}

/** Refunds in the bank's own office: the client learns of it only by a query. Minor units. */
export function refundAtBank(book: Book, invoiceId: string, requested?: number): void {
  const invoice = anyInvoice(book, invoiceId);
  if (invoice.status !== 'success') throw new NotPossible(`cannot refund: the invoice is ${invoice.status}`);
  recordRefund(book, invoice, amountToRefund(invoice, requested), { mode: 'success' });
}

/** Ends every open refund, and shows the results that answers still hide. */
export function settleRefunds(book: Book, outcome: 'success' | 'failure'): void {
  const isOpen = (refund: Refund) => refund.status === 'processing' || refund.shownFrom !== undefined;
  for (const invoice of book.all().filter((each) => each.refunds.some(isOpen))) {
    const refunds = invoice.refunds.map(({ shownFrom: _, before: __, ...refund }) =>
      refund.status === 'processing' ? endRefund(refund, outcome, book.now()) : refund,
    );
    book.change(invoice, afterRefunds(invoice, refunds));
  }
}
