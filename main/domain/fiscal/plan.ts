import type { FiscalStatus } from '../../../shared/api/statuses.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { BankFiscalCheck } from '../../bank/wire.ts';

/** When the bank is asked for the fiscal check of a payment. Pure: no database, no clock, no network. */

/** A check is there within a minute or two; asked then, one call does for nearly every payment. */
export const FIRST_REQUEST_MS = 10 * MINUTE_MS;
/** A check that is not there by then is for people to look after. */
export const LOOKED_FOR_MS = 7 * DAY_MS;
const MAX_WAIT_MS = 12 * HOUR_MS;

/** A terminal of which nothing is known is asked about one payment of the last day: */
export const FRESH_MS = DAY_MS;
/** once a day, and once a week when the bank knew of no check three times in a row. */
const TRY_EVERY_MS = DAY_MS;
const TRIES = 3;
const SELDOM_MS = 7 * DAY_MS;

/** No plan for a payment, or for a terminal, reaches further ahead: a time beyond is from before the clock was set back. */
export const FARTHEST_REQUEST_MS = MAX_WAIT_MS + HOUR_MS;
export const FARTHEST_TRY_MS = SELDOM_MS + HOUR_MS;

/**
 * When to ask about a payment again (ms): after 20 minutes, 40, 80 … of its age, twice a day at the end, a dozen and a
 * half times in all. Null: not at all.
 */
export const nextRequestAt = (paidDate: number, status: FiscalStatus, now: number): number | null => {
  if (status === 'done') return null;
  const age = Math.max(0, now - paidDate);
  const next = now + Math.min(MAX_WAIT_MS, Math.max(FIRST_REQUEST_MS, age));
  return next <= paidDate + LOOKED_FOR_MS ? next : null;
};

/** When to try the next payment of a terminal that may not fiscalise (ms). */
export const nextTrialAt = (paymentsWithoutCheck: number, now: number): number =>
  now + (paymentsWithoutCheck < TRIES ? TRY_EVERY_MS : SELDOM_MS);

/** No check of a payment this old means that none will come: a younger one may wait for it, an older one be from before. */
export const isConclusive = (paidDate: number, now: number): boolean =>
  now - paidDate >= FIRST_REQUEST_MS && now - paidDate <= 2 * FRESH_MS;

/** The most hopeful first: a check that failed may have been made anew. */
const STATUS_PRIORITY = ['done', 'process', 'new', 'failed'] as const;

/** What the checks say of the sale. */
export const saleStatus = (
  checks: readonly Pick<BankFiscalCheck, 'type' | 'status' | 'statusDescription'>[],
): { status: FiscalStatus; description: string } => {
  const sales = checks.filter(({ type }) => type === 'sale');
  for (const hope of STATUS_PRIORITY) {
    const found = sales.findLast(({ status }) => status === hope);
    if (found) return { status: hope, description: found.statusDescription ?? '' };
  }
  return { status: 'none', description: '' };
};
