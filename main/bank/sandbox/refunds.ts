import type { Book, Invoice, Refund, RefundStatus } from './book.ts';
import { BankError, badRequest, NotPossible, wrongCancelAmount } from './errors.ts';
import { randomDigits } from './ids.ts';
import { anyInvoice, ownInvoice } from './invoices.ts';
import type { Merchant } from './merchants.ts';
import type { CancelRequest } from './requests.ts';

const sum = (refunds: readonly Refund[]) => refunds.reduce((total, refund) => total + refund.amount, 0);

/** Minor units not yet given back; a refund still under way holds its share, a failed one lets it go. */
function refundable(invoice: Invoice): number {
  const given = sum(invoice.refunds.filter((refund) => refund.status !== 'failure'));
  return (invoice.payment?.amount ?? 0) - given;
}

/** Status and finalAmount that follow from the refunds made. */
export function afterRefunds(invoice: Invoice, refunds: readonly Refund[]): Partial<Invoice> {
  const paid = invoice.payment?.amount ?? 0;
  const back = sum(refunds.filter((refund) => refund.status === 'success'));
  const status = back > 0 && back === paid ? 'reversed' : invoice.status;
  return { refunds, status, finalAmount: paid - back };
}

export function newRefund(amount: number, status: RefundStatus, at: number, extRef?: string): Refund {
  const codes = status === 'success' ? { approvalCode: randomDigits(6), rrn: randomDigits(12) } : {};
  return { status, amount, createdAt: at, modifiedAt: at, extRef, ...codes };
}

function give(book: Book, invoice: Invoice, amount: number, status: RefundStatus, extRef?: string): Refund {
  const refund = newRefund(amount, status, book.now(), extRef);
  book.change(invoice, afterRefunds(invoice, [...invoice.refunds, refund]));
  return refund;
}

function amountToRefund(invoice: Invoice, asked: number | undefined): number {
  const left = refundable(invoice);
  const amount = asked ?? left;
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

/** invoice/cancel: gives back the amount asked for, or all that is left. */
export function cancelInvoice(
  book: Book,
  merchant: Merchant,
  request: CancelRequest,
  mode: RefundStatus,
): Refund {
  const invoice = ownInvoice(book, merchant, request.invoiceId);
  if (merchant.prro && !request.items?.length) throw badRequest("empty 'items'");
  checkRefundable(invoice);
  return give(book, invoice, amountToRefund(invoice, request.amount), mode, request.extRef);
}

/** A refund made in the bank's own office: the client learns of it only by asking. Minor units. */
export function refundAtBank(book: Book, invoiceId: string, asked?: number): void {
  const invoice = anyInvoice(book, invoiceId);
  if (invoice.status !== 'success') throw new NotPossible(`cannot refund: the invoice is ${invoice.status}`);
  give(book, invoice, amountToRefund(invoice, asked), 'success');
}

/** Ends every refund still under way. */
export function settleRefunds(book: Book, outcome: 'success' | 'failure'): void {
  const waiting = book.all().filter((each) => each.refunds.some((refund) => refund.status === 'processing'));
  for (const invoice of waiting) {
    const refunds = invoice.refunds.map((refund) =>
      refund.status === 'processing'
        ? { ...newRefund(refund.amount, outcome, book.now(), refund.extRef), createdAt: refund.createdAt }
        : refund,
    );
    book.change(invoice, afterRefunds(invoice, refunds));
  }
}
