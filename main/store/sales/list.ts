import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Order } from '../../../shared/api/query.ts';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type CashSaleFilter, cashStatus, matchingCashSales } from '../cash-sale-list.ts';
import { build, type Db } from '../db/connection.ts';
import { dayOf } from '../db/days.ts';
import { countOf, type Found, listed, type Slice } from '../db/list.ts';
import { notCancelled } from '../db/snapshot.ts';
import type { InvoicesTable, Tables } from '../db/tables.ts';
import { type InvoiceFilter, matches, NEWEST_FIRST } from '../invoices/filter.ts';
import type { InvoiceRow } from '../invoices/invoices.ts';
import { indexByDate } from '../invoices/list/ids.ts';
import { fromNearerEnd, invoicesByIds, reversed } from '../invoices/list/page.ts';
import { isSummedBy } from '../invoices/rollups/rollups.ts';
import { searchedInvoices } from '../invoices/search/search.ts';
import { type CashSaleRow, partsOfInvoices } from '../shifts.ts';
import { foundByWhole, invoiceSummary, ofTender, type SaleFilter, wholeAmount } from './parts.ts';

/**
 * Sales by any tender in one list: invoices, each with the cash that is paid beside it, and the entries of the till that no
 * invoice stands for.
 */

export interface SaleQuery extends SaleFilter {
  ordering?: readonly Order<string>[] | undefined;
}

/** One of the two, or of a sale in parts both. */
export interface SaleRow {
  kind: 'invoice' | 'cash_sale';
  status: InvoiceStatus;
  invoice: InvoiceRow | undefined;
  cash: CashSaleRow | undefined;
}

/** The entries of the till under a filter that have a row of their own. */
export const cashRows = ({ cash, tender }: SaleFilter): CashSaleFilter | undefined => {
  const [alone, inParts] = [tender.includes('cash'), tender.includes('parts')];
  if (cash === undefined || !(alone || inParts)) return undefined;
  return { ...cash, is_own_row: true, ...(alone && inParts ? {} : { in_parts: inParts }) };
};

/** @param whole the sales in parts that are found as a whole */
export const countSales = (db: Db, filter: SaleFilter, whole = foundByWhole(db, filter)): number => {
  const cash = cashRows(filter);
  return invoiceSummary(db, filter, whole).count + (cash ? countOf(db, matchingCashSales(cash)) : 0);
};

export const listSales = (db: Db, query: SaleQuery, slice: Slice): Found<SaleRow> =>
  db.read(() => {
    const whole = foundByWhole(db, query);
    const count = countSales(db, query, whole);
    const orders = query.ordering ?? NEWEST_FIRST;
    const isByDay = isCountedByDay(query, orders);
    const { isReversed, ...part } = isByDay ? fromLatest(slice, count, orders) : fromNearerEnd(slice, count);
    if (part.limit === 0) return { count, rows: [] };
    const days = isByDay ? withoutLaterDays(db, query, part.offset) : { query, offset: part.offset };
    const keys = keysOf(db, days.query, whole, isReversed ? reversed(orders) : orders, { ...part, ...days });
    return { count, rows: rowsOf(db, isReversed ? keys.reverse() : keys) };
  });

/** Index entries that are skipped sooner than days are counted. */
const NEAR = 4000;

const CASH = 0;
const INVOICE = 1;

interface Key {
  kind: typeof CASH | typeof INVOICE;
  id: number;
}

/** The columns of `cash_sales` that stand for the fields by which invoices are ordered. */
const CASH_FIELDS: Record<string, ReturnType<typeof sql>> = {
  id: sql`cash_sales.id`,
  number: sql`cash_sales.number`,
  status: cashStatus,
  amount: sql`cash_sales.amount`,
  created_date: sql`made_at`,
  paid_date: sql`iif(is_refund = 0 and voided_at is null and (attempt_id is null or ended = 'cash'), made_at, null)`,
};

const NONE = sql`null`;

/** A part of the list: its rows, and what orders them, field by field. */
type Arm = SelectQueryBuilder<never, never, Key>;

const armOf = (rows: unknown, kind: Key['kind'], values: readonly RawBuilder<unknown>[]): Arm =>
  (rows as SelectQueryBuilder<Tables, 'invoices', object>)
    .select(kind === INVOICE ? 'invoices.id' : sql<number>`cash_sales.id`.as('id'))
    .select(sql`${sql.lit(kind)}`.as('kind'))
    .select(values.map((value, at) => value.as(`o${at}`))) as unknown as Arm;

interface Wanted {
  /** The fields of the ordering. */
  fields: readonly string[];
  /** The first pages, for which an index is read in its order. */
  isNear: boolean;
}

const armsOf = (db: Db, query: SaleQuery, whole: readonly number[], wanted: Wanted): Arm[] => {
  const { invoices } = query;
  const { fields } = wanted;
  const values = fields.map((field) =>
    field === 'amount' ? wholeAmount : sql`${sql.ref(`invoices.${field}`)}`,
  );
  const cash = cashRows(query);
  const till = cash
    ? [
        armOf(
          matchingCashSales(cash),
          CASH,
          fields.map((field) => CASH_FIELDS[field] ?? NONE),
        ),
      ]
    : [];
  if (invoices === undefined) return till;
  const found = invoicesIn(db, query, invoices, wanted).where(ofTender(query));
  const byWhole = whole.length > 0 ? [armOf(byIds(whole), INVOICE, values)] : [];
  return [armOf(found, INVOICE, values), ...byWhole, ...till];
};

/** All parts are read in order, each by its index, and merged: nothing is sorted that an index has in this order. */
const keysOf = (
  db: Db,
  query: SaleQuery,
  whole: readonly number[],
  orders: readonly Order<string>[],
  slice: Slice,
): Key[] => {
  const fields = orders.map(({ field }) => field);
  const isNear = slice.offset + slice.limit <= NEAR;
  const [first, ...others] = armsOf(db, query, whole, { fields, isNear });
  if (first === undefined) return [];
  const last = orders.at(-1)?.descending ?? false;
  const terms = [
    ...orders.map(({ descending }, at) => [`o${at}`, descending] as const),
    ...(['id', 'kind'] as const).map((name) => [name, last] as const),
  ];
  const ordered = terms.reduce(
    (all, [name, descending]) => all.orderBy(sql.ref(name), descending ? 'desc' : 'asc'),
    others.reduce((all, arm) => all.unionAll(arm), first),
  );
  return db.all(ordered.limit(slice.limit).offset(slice.offset));
};

const byIds = (ids: readonly number[]) =>
  build.selectFrom('invoices').where('invoices.id', 'in', listed(ids));

const invoicesIn = (
  db: Db,
  { tender }: SaleFilter,
  filter: InvoiceFilter,
  { fields: [field, ...others], isNear }: Wanted,
) => {
  const isByDate = field === 'created_date' && others.length === 0;
  if (filter.search !== undefined && filter.search.length > 0)
    return searchedInvoices(db, filter, isNear && isByDate);
  const hint =
    isSummedBy(filter) && tender.includes('qr') && isByDate
      ? sql`invoices indexed by ${sql.id(indexByDate(filter))}`
      : sql`invoices`;
  return build
    .selectFrom(sql<InvoicesTable>`invoices`.as<'invoices'>(hint))
    .where((eb) => matches(eb as never, filter))
    .where(notCancelled);
};

const rowsOf = (db: Db, keys: readonly Key[]): SaleRow[] => {
  const idsOf = (wanted: Key['kind']) => keys.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const ids = idsOf(INVOICE);
  const invoices = new Map(invoicesByIds(db, ids).map((invoice) => [invoice.id, invoice]));
  const parts = partsOfInvoices(db, ids);
  const entries = build
    .selectFrom('cash_sales')
    .selectAll()
    .select(cashStatus.as('status'))
    .where('id', 'in', listed(idsOf(CASH)));
  const till = new Map(db.all(entries).map((entry) => [entry.id, entry]));
  return keys.flatMap(({ kind, id }): SaleRow[] => {
    const invoice = kind === INVOICE ? invoices.get(id) : undefined;
    if (invoice) return [{ kind: 'invoice', status: invoice.status, invoice, cash: parts.get(id) }];
    const cash = kind === CASH ? till.get(id) : undefined;
    return cash ? [{ kind: 'cash_sale', status: cash.status, invoice: undefined, cash }] : [];
  });
};

/** Whether the sales before a day are counted without being read. */
const isCountedByDay = ({ invoices, cash }: SaleFilter, [by, ...others]: readonly Order<string>[]): boolean =>
  by?.field === 'created_date' &&
  others.length === 0 &&
  (invoices === undefined ? cash?.search === undefined : isSummedBy(invoices));

const fromLatest = ({ limit: requested, offset }: Slice, count: number, orders: readonly Order<string>[]) => {
  const limit = Math.max(0, Math.min(requested, count - offset));
  const isReversed = orders[0]?.descending === false;
  return { limit, offset: isReversed ? count - offset - limit : offset, isReversed };
};

/** The first UTC day with a sale, and the one after the last. */
const daysOf = (db: Db): [first: number, end: number] => {
  const ends = sql<{ first: number; last: number }>`select min(at) as first, max(at) as last from (
    select min(created_date) as at from invoices union all select max(created_date) from invoices
    union all select min(made_at) from cash_sales union all select max(made_at) from cash_sales)`;
  const { first = 0, last = 0 } = db.get({ compile: () => ends.compile(build) }) ?? {};
  return [dayOf(first), dayOf(last) + 1];
};

/**
 * Leaves out the latest days that lie before the slice, found by bisection. Each sale is counted twice at most, most of
 * them by the sums of their day or month.
 */
const withoutLaterDays = (db: Db, query: SaleQuery, offset: number): { query: SaleQuery; offset: number } => {
  if (offset <= NEAR) return { query, offset };
  let [first, end] = daysOf(db);
  let skipped = 0;
  while (end - first > 1) {
    const day = Math.floor((first + end) / 2);
    const count = countSales(db, within(query, day * DAY_MS, end * DAY_MS - 1), []);
    if (skipped + count > offset) first = day;
    else [end, skipped] = [day, skipped + count];
  }
  return { query: within(query, Number.MIN_SAFE_INTEGER, end * DAY_MS - 1), offset: offset - skipped };
};

const within = ({ invoices, cash, ...query }: SaleQuery, from: number, to: number): SaleQuery => ({
  ...query,
  invoices: invoices && {
    ...invoices,
    created_from: Math.max(invoices.created_from ?? from, from),
    created_to: Math.min(invoices.created_to ?? to, to),
  },
  cash: cash && {
    ...cash,
    date_from: Math.max(cash.date_from ?? from, from),
    date_to: Math.min(cash.date_to ?? to, to),
  },
});
