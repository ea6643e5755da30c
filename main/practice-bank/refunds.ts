import type { Book } from './book.ts';
import { BankError, badRequest, NotPossible, wrongCancelAmount } from './errors.ts';
import { checkReturnLines } from './fiscal-lines.ts';
import { anyInvoice, ownInvoice } from './invoices.ts';
import type { Merchant } from './merchants.ts';
import {
  afterRefunds,
  type Draw,
  endRefund,
  type Invoice,
  type Refund,
  type RefundStatus,
  refundCodes,
  shownAt,
  sumOf,
} from './records.ts';
import type { CancelRequest } from './requests.ts';

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
