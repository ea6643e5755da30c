import type { InvoiceHistory } from '../../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';

export type Stage = 'waiting' | 'processing' | 'paid' | 'failed' | 'over' | 'returned';

/**
 * What the screen of one invoice shows. After a failure the payer may try again on the same page: once the cashier has
 * seen it (`seenFailure` is its modified_date), it is waited for again, until the bank tells of another.
 */
export const stageOf = (
  { status, modified_date }: Pick<Invoice, 'status' | 'modified_date'>,
  seenFailure: string | undefined,
): Stage => {
  switch (status) {
    case 'created':
      return 'waiting';
    case 'processing':
      return 'processing';
    case 'success':
      return 'paid';
    case 'failure':
      return failureMark(modified_date) === seenFailure ? 'waiting' : 'failed';
    case 'expired':
      return 'over';
    case 'reversed':
      return 'returned';
  }
};

/** What tells one failure of an invoice from its next one. */
export const failureMark = (modifiedDate: string | null): string => modifiedDate ?? '';

/**
 * Whether it was cancelled, and did not run out of time: by when it ended, not by when it is looked at.
 * @param history undefined: not known
 * @param now ms UTC; decides while the history does not tell yet how it ended
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

/** Nothing is certain but that it may change any second. */
export const isOpenStage = (stage: Stage): boolean =>
  stage === 'waiting' || stage === 'processing' || stage === 'failed';

const POLL_LIVE_MS = 10_000;
const POLL_BLIND_MS = 2000;

/** Events tell first; this bounds what a lost one could do. @returns ms, or false: it does not change any more */
export const pollEvery = (status: Invoice['status'] | undefined, isLive: boolean): number | false => {
  if (status === 'reversed' || status === 'success') return false;
  return isLive && status !== undefined ? POLL_LIVE_MS : POLL_BLIND_MS;
};

/** `•••• 1902`: the last four digits, as far as the bank tells them. */
export const lastDigits = (maskedPan: string): string => /\d{4}$/u.exec(maskedPan)?.[0] ?? '';
