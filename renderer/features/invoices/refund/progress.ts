import type { HistoryEntry, InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';
import type { InvoiceRefunds, OpenRefund } from '../../../../shared/api/refunds.ts';
import type { RefundAttempt } from './attempt-store.ts';

/** The progress of a refund, from the service's data and this tab's attempts: pure. */

export interface UnderWay extends Omit<OpenRefund, 'state' | 'reason'> {
  /** sent: this tab waits for the answer. */
  state: OpenRefund['state'] | 'sent';
  /** The refundable amount before it, minor units. */
  left: number;
}

interface Reading {
  refunds: InvoiceRefunds;
  /** ms UTC */
  at: number;
}

/** The refund in progress: until it ends, no other is offered. */
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

/** Whether the service knows the outcome of a lost attempt. */
export const isOver = (reading: Reading | undefined, attempt: RefundAttempt): boolean => {
  if (!reading || attempt.state !== 'unknown' || reading.refunds.under_way) return false;
  return reading.refunds.left < attempt.left || reading.at >= attempt.certainAt;
};

export type RefundEnding = 'done' | 'changed' | 'failed' | 'notFound';

/** The outcome of a refund that was in progress. @param left the refundable amount now, minor units */
export const endingOf = (
  was: Pick<UnderWay, 'amount' | 'left'>,
  left: number,
  history: Pick<InvoiceHistory, 'results'> | undefined,
): RefundEnding => {
  if (left <= was.left - was.amount) return 'done';
  if (left < was.left) return 'changed';
  // A refusal by the bank has a code; a refund that the bank never showed has none.
  return lastRefusal(history)?.detail ? 'failed' : 'notFound';
};

const lastRefusal = (history: Pick<InvoiceHistory, 'results'> | undefined): HistoryEntry | undefined =>
  history?.results.findLast(({ type, amount }) => type === 'refused' && amount !== null);
