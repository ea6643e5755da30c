import type { InvoiceQuery } from '../../shared/api/invoice-query.ts';
import type { Db } from '../store/db/connection.ts';
import { type ClockFilter, extentOf } from '../store/db/wall-clock.ts';
import type { ClockParam, InvoiceFilter } from '../store/invoices/filter.ts';
import { zoneOffsets } from './shop-time.ts';

interface Wanted {
  hour: number | undefined;
  weekday: number | undefined;
  /** Ends of the requested range, milliseconds UTC. */
  from: number | undefined;
  to: number | undefined;
}

/** Translates filters by the shop's calendar to filters of the store. */
export type ToInvoiceFilter = <Query extends InvoiceQuery>(
  db: Pick<Db, 'get'>,
  query: Query,
) => Omit<Query, ClockParam> & InvoiceFilter;

/** @param timeZone the shop's, IANA */
export const invoiceFilters = (timeZone: string): ToInvoiceFilter => {
  const offsetsBetween = zoneOffsets(timeZone);

  const clock = (
    db: Pick<Db, 'get'>,
    what: 'payments' | 'refunds',
    { hour, weekday, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Wanted,
  ): ClockFilter | undefined => {
    if (hour === undefined && weekday === undefined) return undefined;
    // An open or absurd range is cut to the existing data, since offsets need both ends.
    const { first, last } = extentOf(db, what);
    const offsets = offsetsBetween(Math.max(from, first ?? 0), Math.min(to, last ?? 0));
    return { hour, weekday, offsets };
  };

  return (db, { paid_hour, paid_weekday, refunded_hour, refunded_weekday, ...rest }) => {
    const paid = { hour: paid_hour, weekday: paid_weekday, from: rest.paid_from, to: rest.paid_to };
    const refunded = {
      hour: refunded_hour,
      weekday: refunded_weekday,
      from: rest.refunded_from,
      to: rest.refunded_to,
    };
    return {
      ...rest,
      paid_clock: clock(db, 'payments', paid),
      refunded_clock: clock(db, 'refunds', refunded),
    };
  };
};
