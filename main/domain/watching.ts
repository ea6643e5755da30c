import type { InvoiceStatus } from '../../shared/api/invoices.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Seconds while the buyer stands at the counter, then ever more seldom. */
const PACE: readonly { youngerThan: number; every: number }[] = [
  { youngerThan: 5 * MINUTE, every: 2 * SECOND },
  { youngerThan: 30 * MINUTE, every: 10 * SECOND },
  { youngerThan: 120 * MINUTE, every: MINUTE },
  { youngerThan: Number.POSITIVE_INFINITY, every: 10 * MINUTE },
];

/** A payment made in the last second of its validity is still looked for this long. */
const GRACE = 2 * MINUTE;

/** @param age milliseconds since the bank was requested to open it */
export const checkInterval = (age: number): number =>
  PACE.find(({ youngerThan }) => Math.max(0, age) < youngerThan)?.every ?? MINUTE;

export interface Watched {
  status: InvoiceStatus;
  created_date: number;
  expires_at: number | null;
}

/**
 * When the bank is to be asked about an invoice again (ms), or null when nothing more is expected of it.
 * @param refundSince when the refund was requested whose outcome is still to come (ms); null: there is none
 */
export const nextCheck = (
  invoice: Watched,
  now: number,
  refundSince: number | null = null,
): number | null => {
  const { status, created_date, expires_at } = invoice;
  if (status === 'reversed') return null;
  if (status === 'success') return refundSince === null ? null : now + checkInterval(now - refundSince);
  const every = checkInterval(now - created_date);
  if (status === 'processing') return now + every;
  // created, failure (the payer may try again) and expired end with the validity.
  if (expires_at === null || now > expires_at + GRACE) return null;
  if (now < expires_at) return Math.min(now + every, expires_at + SECOND);
  return now + MINUTE;
};
