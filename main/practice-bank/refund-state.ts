import { type Draw, type Invoice, type Refund, type RefundStatus, randomDigits } from './records.ts';

/** The effect of refunds on an invoice: by outcome, by the clock, and by visibility. */

export const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((total, refund) => total + refund.amount, 0);

/** Status and finalAmount after the refunds. */
export function afterRefunds(invoice: Invoice, refunds: readonly Refund[]): Partial<Invoice> {
  const paid = invoice.payment?.amount ?? 0;
  const back = sumOf(refunds.filter((refund) => refund.status === 'success'));
  const status = back > 0 && back === paid ? 'reversed' : invoice.status;
  return { refunds, status, finalAmount: paid - back };
}

/** The codes of a completed refund. */
export const refundCodes = (status: RefundStatus, draw?: Draw) =>
  status === 'success' ? { approvalCode: randomDigits(6, draw), rrn: randomDigits(12, draw) } : {};

/** Ends a refund. @param at milliseconds UTC */
export function endRefund(refund: Refund, outcome: 'success' | 'failure', at: number): Refund {
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
