import { type Invoice, type Refund, type RefundStatus, randomDigits } from './records.ts';

/** What refunds make of an invoice: by their outcome, by the clock, and to whom they show. */

export const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((total, refund) => total + refund.amount, 0);

/** Status and finalAmount that follow from the refunds made. */
export function afterRefunds(invoice: Invoice, refunds: readonly Refund[]): Partial<Invoice> {
  const paid = invoice.payment?.amount ?? 0;
  const back = sumOf(refunds.filter((refund) => refund.status === 'success'));
  const status = back > 0 && back === paid ? 'reversed' : invoice.status;
  return { refunds, status, finalAmount: paid - back };
}

/** The codes that a refund has once it is made. */
export const refundCodes = (status: RefundStatus) =>
  status === 'success' ? { approvalCode: randomDigits(6), rrn: randomDigits(12) } : {};

/** A refund under way, come to its end. @param at milliseconds UTC */
export function ended(refund: Refund, outcome: 'success' | 'failure', at: number): Refund {
  const { settles: _, ...rest } = refund;
  return { ...rest, status: outcome, modifiedAt: at, ...refundCodes(outcome) };
}

/** The invoice with the refunds ended that the clock has ended; the same object when there are none. */
export function settleDue(invoice: Invoice, now: number): Invoice {
  const isDue = ({ settles }: Refund) => settles !== undefined && settles.at <= now;
  if (!invoice.refunds.some(isDue)) return invoice;
  const refunds = invoice.refunds.map((refund) =>
    refund.settles && isDue(refund) ? ended(refund, refund.settles.outcome, refund.settles.at) : refund,
  );
  const modifiedAt = Math.max(invoice.modifiedAt, ...refunds.map((refund) => refund.modifiedAt));
  return { ...invoice, ...afterRefunds(invoice, refunds), modifiedAt };
}

/** The invoice as answers show it while its latest refunds are not yet everywhere at the bank. */
export function shownAt(invoice: Invoice, now: number): Invoice {
  const isHidden = ({ shownFrom }: Refund) => shownFrom !== undefined && shownFrom > now;
  const before = invoice.refunds.find(isHidden)?.before;
  if (!before) return invoice;
  const refunds = invoice.refunds.filter((refund) => !isHidden(refund));
  const base: Invoice = { ...invoice, status: before.status };
  const modifiedAt = Math.max(before.modifiedAt, ...refunds.map((refund) => refund.modifiedAt));
  const shown = { ...base, ...afterRefunds(base, refunds), modifiedAt };
  return before.status === 'hold' ? { ...shown, finalAmount: undefined } : shown;
}
