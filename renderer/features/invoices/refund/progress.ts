import type { HistoryEntry, InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';
import type { InvoiceRefunds, OpenRefund } from '../../../../shared/api/refunds.ts';
import type { RefundAttempt } from './attempt-store.ts';

/** How far a refund has come, by what the service says and by what this tab sent: pure. */

export interface UnderWay extends Omit<OpenRefund, 'state'> {
  /** sent: this tab waits for the answer. */
  state: OpenRefund['state'] | 'sent';
  /** What was left of the payment before it, minor units. */
  left: number;
}

interface Reading {
  refunds: InvoiceRefunds;
  /** ms UTC */
  at: number;
}

/** The refund that is not over: while there is one, no other is offered. */
export const underWayOf = (
  reading: Reading | undefined,
  attempt: RefundAttempt | undefined,
  me: string,
): UnderWay | undefined => {
  const refund = reading?.refunds.under_way;
  if (reading && refund && attempt?.state !== 'sent') return { ...refund, left: reading.refunds.left };
  if (!attempt || attempt.state === 'refused' || isOver(reading, attempt)) return undefined;
  return {
    amount: attempt.refund.amount,
    requested_at: new Date(attempt.at).toISOString(),
    by: me,
    state: attempt.state === 'sent' ? 'sent' : 'in_doubt',
    left: attempt.left,
  };
};

/** Whether the service has said what became of an attempt whose answer was lost. */
export const isOver = (reading: Reading | undefined, attempt: RefundAttempt): boolean => {
  if (!reading || attempt.state !== 'unknown' || reading.refunds.under_way) return false;
  return reading.refunds.left < attempt.left || reading.at >= attempt.certainAt;
};

export type RefundEnding = 'done' | 'changed' | 'failed' | 'notFound';

/**
 * What became of a refund that was under way and is no longer.
 * @param left of the payment now, minor units
 */
export const endingOf = (
  was: Pick<UnderWay, 'amount' | 'left'>,
  left: number,
  history: Pick<InvoiceHistory, 'results'> | undefined,
): RefundEnding => {
  if (left <= was.left - was.amount) return 'done';
  if (left < was.left) return 'changed';
  // The bank's code stands with what the bank refused; what it never showed has none.
  return lastRefusal(history)?.detail ? 'failed' : 'notFound';
};

const lastRefusal = (history: Pick<InvoiceHistory, 'results'> | undefined): HistoryEntry | undefined =>
  history?.results.findLast(({ type, amount }) => type === 'refused' && amount !== null);
