import type { InvoiceHistory } from '../../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';

export type Stage = 'waiting' | 'processing' | 'paid' | 'failed' | 'over' | 'returned';

type Failed = Pick<Invoice, 'modified_date' | 'failure_reason'>;

/**
 * The stage of an invoice's screen. After a failure the payer may try again on the same page: once the cashier has seen
 * it (`seenFailure` is its mark), the screen waits until the bank reports another.
 */
export const stageOf = (
  invoice: Pick<Invoice, 'status'> & Failed,
  seenFailure: string | undefined,
): Stage => {
  switch (invoice.status) {
    case 'created':
      return 'waiting';
    case 'processing':
      return 'processing';
    case 'success':
      return 'paid';
    case 'failure':
      return failureMark(invoice) === seenFailure ? 'waiting' : 'failed';
    case 'expired':
      return 'over';
    case 'reversed':
      return 'returned';
  }
};

/** Identifies a failure among the failures of one invoice, of which the bank may date two by one second. */
export const failureMark = ({ modified_date, failure_reason }: Failed): string =>
  `${modified_date} ${failure_reason}`;

/**
 * Whether it was cancelled rather than expired, by the time it ended.
 * @param history undefined: not known
 * @param now ms UTC; used until the history contains the end
 */
export const wasCancelled = (
  history: Pick<InvoiceHistory, 'expires_at' | 'results'> | undefined,
  now: number,
): boolean => {
  if (!history || history.expires_at === null) return true;
  const end = history.results.findLast(
    ({ type, status }) => type === 'status_changed' && status === 'expired',
  );
  return (end ? Date.parse(end.at) : now) < Date.parse(history.expires_at);
};

/** Whether the bank holds its money, or did. */
export const wasHeld = (history: Pick<InvoiceHistory, 'results'> | undefined): boolean =>
  history?.results.some(({ type }) => type === 'held') ?? false;

/** Whether the stage can still change. */
export const isOpenStage = (stage: Stage): boolean =>
  stage === 'waiting' || stage === 'processing' || stage === 'failed';

const POLL_LIVE_MS = 10_000;
const POLL_BLIND_MS = 2000;

/** Only an event can still change these: an expired invoice that was paid in its last second. */
const ENDED: readonly unknown[] = ['success', 'reversed', 'expired'] satisfies Invoice['status'][];

/** Events come first; polling bounds the effect of a lost one. @returns ms, or false: the invoice has ended */
export const pollEvery = (status: Invoice['status'] | undefined, isLive: boolean): number | false => {
  if (ENDED.includes(status)) return false;
  return isLive && status !== undefined ? POLL_LIVE_MS : POLL_BLIND_MS;
};
