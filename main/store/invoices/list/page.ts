import { sql } from 'kysely';
import type { Order } from '../../../../shared/api/query.ts';
import { build, type Db } from '../../db/connection.ts';
import { ordered, type Slice } from '../../db/list.ts';
import { fixedQuery, placeholder } from '../../db/query-cache.ts';
import { notCancelled } from '../../db/snapshot.ts';
import { type InvoiceListQuery, matches, NEWEST_FIRST } from '../filter.ts';
import { type InvoiceRow, shownInvoices } from '../invoices.ts';
import { isSummedBy } from '../rollups/rollups.ts';
import { keysOf } from './days.ts';
import { idsByDate } from './ids.ts';

/**
 * Pages of invoices: finds the ids first, by an index that covers filter and order, then reads only these rows; starts
 * from the nearer end of the list.
 */

type Id = { id: number };
type Orders = readonly Order<string>[];

export const fromNearerEnd = (
  { limit: requested, offset }: Slice,
  count: number,
): Slice & { isReversed: boolean } => {
  const limit = Math.max(0, Math.min(requested, count - offset));
  const after = count - offset - limit;
  return after < offset ? { limit, offset: after, isReversed: true } : { limit, offset, isReversed: false };
};

/** Reverses each field; the id follows the direction of the last one (list.ts). */
export const reversed = (orders: Orders): Orders =>
  orders.length === 0
    ? [{ field: 'id', descending: true }]
    : orders.map(({ field, descending }) => ({ field, descending: !descending }));

/**
 * The ids of a slice, in order.
 * @param count of all matches, at the same moment
 */
export const idsOfSlice = (db: Db, query: InvoiceListQuery, slice: Slice, count: number): number[] => {
  const { isReversed, ...part } = fromNearerEnd(slice, count);
  if (part.limit === 0) return [];
  const requested = query.ordering ?? NEWEST_FIRST;
  const ids = findIds(db, query, isReversed ? reversed(requested) : requested, part).map(({ id }) => id);
  return isReversed ? ids.reverse() : ids;
};

const findIds = (db: Db, query: InvoiceListQuery, orders: Orders, part: Slice): Id[] => {
  const [by, ...others] = orders;
  if (by?.field === 'created_date' && others.length === 0 && isSummedBy(query))
    return idsByDate(db, query, part, by.descending);
  const byPayment = by?.field === 'paid_date' && others.length === 0 && isOfAll(query);
  return (byPayment && firstByPayment(db, by.descending, part)) || sorted(db, query, orders, part);
};

/** Leaves the plan to SQLite: without an index for filter and order, all matches are sorted. */
const sorted = (db: Db, query: InvoiceListQuery, orders: Orders, part: Slice): Id[] => {
  const ids = build
    .selectFrom('invoices')
    .select('invoices.id')
    .where((eb) => matches(eb, query))
    .where(notCancelled);
  return db.all(ordered(ids, 'invoices', orders, part));
};

/** Whether nothing is filtered. */
const isOfAll = (query: InvoiceListQuery): boolean =>
  isSummedBy(query) &&
  keysOf(query).length === 0 &&
  query.created_from === undefined &&
  query.created_to === undefined;

/**
 * The index by time of payment covers paid invoices only. It suffices for a slice that lies entirely before the end of
 * the paid (or, reversed, of the unpaid) ones; undefined for any other.
 */
const firstByPayment = (db: Db, descending: boolean, part: Slice): Id[] | undefined => {
  const paid = build.selectFrom('invoices').select('invoices.id').where('invoices.paid_date', 'is not', null);
  const unpaid = build.selectFrom('invoices').select('invoices.id').where('invoices.paid_date', 'is', null);
  const ids = db.all(
    descending
      ? ordered(paid, 'invoices', [{ field: 'paid_date', descending }], part)
      : ordered(unpaid, 'invoices', [], part),
  );
  return ids.length === part.limit ? ids : undefined;
};

const rowsByIds = fixedQuery<InvoiceRow, [ids: string]>(() =>
  shownInvoices().where(
    'invoices.id',
    'in',
    sql<number>`(select value from json_each(${placeholder<string>()}))`,
  ),
);

/** The invoices with these ids, in order. */
export const invoicesByIds = (db: Db, ids: readonly number[]): InvoiceRow[] => {
  const found = new Map(db.all(rowsByIds(JSON.stringify(ids))).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
};

/** @param count of all matches, at the same moment */
export const pageOfInvoices = (db: Db, query: InvoiceListQuery, slice: Slice, count: number): InvoiceRow[] =>
  invoicesByIds(db, idsOfSlice(db, query, slice, count));
