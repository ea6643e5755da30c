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

export interface Watched {
  status: InvoiceStatus;
  created_date: number;
  expires_at: number | null;
}

/**
 * When the bank is to be asked about an invoice again (ms), or null when nothing more is expected of it.
 * @param refundUnderWay the bank still works on a refund of it
 */
export const nextCheck = (invoice: Watched, now: number, refundUnderWay = false): number | null => {
  const { status, created_date, expires_at } = invoice;
  if (status === 'success') return refundUnderWay ? now + 10 * SECOND : null;
  if (status === 'reversed') return null;
  const age = Math.max(0, now - created_date);
  const every = PACE.find(({ youngerThan }) => age < youngerThan)?.every ?? MINUTE;
  if (status === 'processing') return now + every;
  // created, failure (the payer may try again) and expired end with the validity.
  if (expires_at === null || now > expires_at + GRACE) return null;
  if (now < expires_at) return Math.min(now + every, expires_at + SECOND);
  return now + MINUTE;
};
