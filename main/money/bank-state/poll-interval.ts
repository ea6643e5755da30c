import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { bankExpiry, wasPaid } from './status.ts';

/** Seconds while the buyer is at the counter, then ever longer. */
const PACE: readonly { youngerThan: number; every: number }[] = [
  { youngerThan: 5 * MINUTE_MS, every: 2 * SECOND_MS },
  { youngerThan: 30 * MINUTE_MS, every: 10 * SECOND_MS },
  { youngerThan: 120 * MINUTE_MS, every: MINUTE_MS },
  { youngerThan: Number.POSITIVE_INFINITY, every: 10 * MINUTE_MS },
];

/** A payment in the last second of the validity is expected for this long. */
const GRACE = 2 * MINUTE_MS;

/** @param age milliseconds since the request to create it */
export const checkInterval = (age: number): number => {
  for (const { youngerThan, every } of PACE) if (Math.max(0, age) < youngerThan) return every;
  return MINUTE_MS;
};

export interface Watched {
  status: InvoiceStatus;
  created_date: number;
  expires_at: number | null;
  bank_created_date: number | null;
}

/**
 * Next request to the bank about an invoice (ms), or null when no change is expected. The PC's clock only paces the
 * requests: an invoice is watched until the bank's own clock, or its answer, says that it has ended.
 * @param openSince request time of the refund, capture or release with an open outcome (ms); null: none
 * @param bankNow milliseconds by the bank's clock; undefined: not known
 */
export const nextCheck = (
  invoice: Watched,
  now: number,
  openSince: number | null = null,
  bankNow?: number,
): number | null => {
  const { status, created_date, expires_at } = invoice;
  // Also if another change has made it reversed: the refund's outcome still has to be written.
  if (status === 'success' || status === 'reversed')
    return openSince === null ? null : now + checkInterval(now - openSince);
  const every = checkInterval(now - Math.max(created_date, openSince ?? created_date));
  if (status === 'processing') return now + every;
  // created, failure (the payer may try again) and expired end with the validity; what the bank still reports as created
  // is requested until that changes.
  if (expires_at === null || (status !== 'created' && isOver(invoice, expires_at, now, bankNow))) return null;
  if (now < expires_at) return Math.min(now + every, expires_at + SECOND_MS);
  return now + (now > expires_at + GRACE ? every : MINUTE_MS);
};

/** By the bank's clock; if that is not known, an expired one may end by the PC's. */
const isOver = (invoice: Watched, expires_at: number, now: number, bankNow: number | undefined): boolean => {
  const expiry = bankExpiry(invoice);
  if (bankNow !== undefined && expiry !== null) return bankNow > expiry + GRACE;
  return invoice.status === 'expired' && now > expires_at + GRACE;
};

/**
 * Plans requests about payments long after they were made: the statement shows refunds for 30 days only, and no payment
 * system. Pure: no database, no clock, no network.
 */

/** Older payments are not refunded. */
export const SWEPT_FOR_MS = 180 * DAY_MS;
/** Once a month, minus some days for a PC that is off, or for a till that is never idle. */
const SWEEP_EVERY_MS = 27 * DAY_MS;
/** From then on a payment is requested even if the till is busy: the month is nearly over. */
export const LATE_MS = 2 * DAY_MS;
/** A payment without a readable answer is requested again tomorrow; the others go on. */
export const AGAIN_MS = DAY_MS;

/** Next request about a payment (ms); null: none. A payment refunded in full has nothing left to refund. */
export const nextSweep = (
  { status, paid_date }: Pick<InvoiceRow, 'status' | 'paid_date'>,
  now: number,
): number | null => {
  if (status !== 'success' || paid_date === null) return null;
  const next = now + SWEEP_EVERY_MS;
  return next <= paid_date + SWEPT_FOR_MS ? next : null;
};

/** A payment from the statement was never requested individually; one of long ago is not either. */
export const firstSweep = (status: InvoiceRow['status'], paidAt: number, now: number): 0 | null =>
  wasPaid(status) && paidAt > now - SWEPT_FOR_MS ? 0 : null;
