import { OwnerError } from '../../platform/owner-error.ts';
import type { Db } from '../../store/db/connection.ts';
import { payableInvoices } from '../../store/invoices/open.ts';

/** An operation that must not interrupt a customer's payment. */
interface Interruption {
  /** Milliseconds UTC. */
  now: number;
  /** The operation, as the beginning of a sentence. */
  what: string;
}

/** @throws OwnerError OPEN_PAYMENT with the newest invoice that may still be paid */
export const refuseOpenPayment = (db: Db, { now, what }: Interruption): void => {
  const [newest, ...others] = payableInvoices(db, now);
  if (!newest) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new OwnerError(
    'OPEN_PAYMENT',
    `${what} while an invoice may still be paid: number ${newest.number}${more}. Nothing was changed. ` +
      'Wait until it is paid or expires, or cancel it.',
  );
};
