import type { FiscalStatus } from '../../../shared/api/statuses.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { BankFiscalCheck } from '../../bank/wire.ts';

/** Schedule of requests for fiscal checks. Pure: no database, no clock, no network. */

/** A check exists within a minute or two; after this time one request suffices for nearly every payment. */
export const FIRST_REQUEST_MS = 10 * MINUTE_MS;
/** A check that is missing by then needs a person. */
export const LOOKED_FOR_MS = 7 * DAY_MS;
const MAX_WAIT_MS = 12 * HOUR_MS;

/** At an unknown terminal, only one payment of the last day is requested: */
export const FRESH_MS = DAY_MS;
/** once a day, or once a week after three payments in a row without a check. */
const TRY_EVERY_MS = DAY_MS;
const TRIES = 3;
const SELDOM_MS = 7 * DAY_MS;

/** No plan for a payment or terminal reaches further ahead: a later time is from before the clock was set back. */
export const FARTHEST_REQUEST_MS = MAX_WAIT_MS + HOUR_MS;
export const FARTHEST_TRY_MS = SELDOM_MS + HOUR_MS;

/** Next request about a payment (ms): at age 20 minutes, 40, 80 …, finally twice a day, some 18 in all. Null: none. */
export const nextRequestAt = (paidDate: number, status: FiscalStatus, now: number): number | null => {
  if (status === 'done') return null;
  const age = Math.max(0, now - paidDate);
  const next = now + Math.min(MAX_WAIT_MS, Math.max(FIRST_REQUEST_MS, age));
  return next <= paidDate + LOOKED_FOR_MS ? next : null;
};

/** Next trial payment of a terminal that may not fiscalise (ms). */
export const nextTrialAt = (paymentsWithoutCheck: number, now: number): number =>
  now + (paymentsWithoutCheck < TRIES ? TRY_EVERY_MS : SELDOM_MS);

/**
 * For a payment of this age, a missing check means that none will come: a younger one may still get it, an older one
 * may predate fiscalisation.
 */
export const isConclusive = (paidDate: number, now: number): boolean =>
  now - paidDate >= FIRST_REQUEST_MS && now - paidDate <= 2 * FRESH_MS;

type Reported = Pick<BankFiscalCheck, 'type' | 'status' | 'statusDescription'>;
interface CheckState {
  status: FiscalStatus;
  description: string;
}

const stateOf = ({ status, statusDescription }: Reported): CheckState => ({
  status,
  description: statusDescription ?? '',
});

/**
 * The status of each refund's check, in the order of the refunds; the bank does not say which check is of which refund,
 * and lists them in that order. Of more checks than refunds, failed ones were repeated.
 */
export const returnStatuses = (checks: readonly Reported[], refunds: number): CheckState[] => {
  const returns = checks.filter(({ type }) => type === 'return');
  let surplus = returns.length - refunds;
  const counted = returns.filter(({ status }) => {
    if (surplus <= 0 || status !== 'failed') return true;
    surplus -= 1;
    return false;
  });
  return Array.from({ length: refunds }, (_, at) => {
    const check = counted[at];
    return check ? stateOf(check) : { status: 'none', description: '' };
  });
};

/** Best first: a failed check may have been repeated. */
const STATUS_PRIORITY = ['done', 'process', 'new', 'failed'] as const;

/** The sale's status according to its checks. */
export const saleStatus = (checks: readonly Reported[]): CheckState => {
  const sales = checks.filter(({ type }) => type === 'sale');
  for (const hope of STATUS_PRIORITY) {
    const found = sales.findLast(({ status }) => status === hope);
    if (found) return stateOf(found);
  }
  return { status: 'none', description: '' };
};
