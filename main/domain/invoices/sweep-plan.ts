import { DAY_MS } from '../../../shared/time.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { wasPaid } from './status.ts';

/**
 * When payments are asked about again long after they were made: the statement tells of refunds for 30 days, and names
 * no payment system. Pure: no database, no clock, no network.
 */

/** Nobody refunds a payment that is older. */
export const SWEPT_FOR_MS = 180 * DAY_MS;
/** Once a month, with some days to spare for a PC that is off, or for a till that is never idle. */
const SWEEP_EVERY_MS = 27 * DAY_MS;
/** From then on a payment is asked about though the till is busy: the month is nearly over. */
export const LATE_MS = 2 * DAY_MS;
/** A payment about which the bank gave no readable answer is asked about tomorrow; the others go on. */
export const AGAIN_MS = DAY_MS;

/** When to ask about a payment again (ms); null: not at all. What was refunded in full has nothing left to refund. */
export const nextSweep = (
  { status, paid_date }: Pick<InvoiceRow, 'status' | 'paid_date'>,
  now: number,
): number | null => {
  if (status !== 'success' || paid_date === null) return null;
  const next = now + SWEEP_EVERY_MS;
  return next <= paid_date + SWEPT_FOR_MS ? next : null;
};

/** A payment that the statement has brought was never asked about by itself. */
export const firstSweep = (status: InvoiceRow['status']): 0 | null => (wasPaid(status) ? 0 : null);
