import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { InvoiceTotals } from '../../../../shared/api/invoice-query.ts';
import type { Order } from '../../../../shared/api/query.ts';
import { CURRENCY_UAH } from '../../../../shared/money.ts';
import { build, type Db } from '../../db/connection.ts';
import { type Found, inOrder, ordered, type Slice } from '../../db/list.ts';
import { notCancelled } from '../../db/snapshot.ts';
import type { InvoicesTable, Tables } from '../../db/tables.ts';
import {
  type Eb,
  type InvoiceFilter,
  type InvoiceListQuery,
  matches,
  NEWEST_FIRST,
  summed,
} from '../filter.ts';
import type { InvoiceRow } from '../invoices.ts';
import { fromNearerEnd, invoicesByIds, reversed } from '../list/page.ts';
import { isSummedBy, sumOf, sumsOf } from '../rollups/rollups.ts';
import { hasWords, planSearch, type SearchPlan } from './plan.ts';
import type { SearchLimits } from './trigrams.ts';

type Listed = Found<InvoiceRow> & { totals: InvoiceTotals };

interface Search {
  plan: SearchPlan;
  scanBy: ScanBy;
  filter: InvoiceFilter;
  orders: readonly Order<string>[];
  slice: Slice;
}

/** The scanned invoices: those with the trigrams, by id, or those that match the other filters. */
type ScanBy = 'trigrams' | 'filters';

/** The invoices that contain some words; the result equals that of checking every invoice's text. */
export const searchInvoices = (
  db: Db,
  { search = [], ordering, ...filter }: InvoiceListQuery,
  slice: Slice,
  limits?: SearchLimits,
): Listed => {
  const plan = planSearch(db, search, limits);
  const scanBy = chooseScan(db, plan, filter);
  const request = { plan, scanBy, filter, orders: ordering ?? NEWEST_FIRST, slice };
  return plan.isRare ? fewFound(db, request) : manyFound(db, request);
};

/**
 * Those that contain the words, without an order.
 * @param isNear the first of them are read in the order of an index: with common words, sooner than all of them are found
 */
export const searchedInvoices = (
  db: Db,
  { search = [], ...filter }: InvoiceFilter,
  isNear: boolean,
): SelectQueryBuilder<Tables, 'invoices', object> => {
  const plan = planSearch(db, search);
  const scanBy = isNear && !plan.isRare ? 'filters' : chooseScan(db, plan, filter);
  const rows = matchingRows({ plan, scanBy, filter });
  return rows as unknown as SelectQueryBuilder<Tables, 'invoices', object>;
};

const chooseScan = (db: Db, plan: SearchPlan, filter: InvoiceFilter): ScanBy => {
  if (plan.isRare) return 'trigrams';
  return plan.isWorthwhile && countUnderFilters(db, filter) > plan.candidates ? 'trigrams' : 'filters';
};

/** Number of invoices under the filters that have an index or sums; an upper bound for all filters. */
const countUnderFilters = (
  db: Db,
  { status, terminal, cash_register, created_from, created_to }: InvoiceFilter,
): number => sumOf(sumsOf(db, { status, terminal, cash_register, created_from, created_to })).count;

const matchingRows = ({ plan, scanBy, filter }: Omit<Search, 'orders' | 'slice'>, isNarrow = false) => {
  const rows = sql<Selectable<InvoicesTable>>`invoices`;
  // The cross join fixes the order: without statistics SQLite would start with another index.
  const source = sql`(${plan.among}) as hits cross join invoices`;
  const hint = isNarrow ? sql`invoices indexed by invoices_narrow` : sql`invoices`;
  const table =
    scanBy === 'trigrams'
      ? sql<Selectable<InvoicesTable>>`${source}`.as<'invoices'>(hint)
      : rows.as<'invoices'>(sql`invoices`);
  return build
    .selectFrom(table)
    .where((eb) => matches(eb as unknown as Eb, filter))
    .where((eb) =>
      eb.and([
        ...(scanBy === 'trigrams' ? [sql<SqlBool>`invoices.id = hits.id`] : []),
        notCancelled,
        ...(scanBy === 'trigrams' && plan.isSure ? [] : hasWords(plan)),
      ]),
    );
};

/** Reads all matches at once: each is read only once. */
const fewFound = (db: Db, search: Search): Listed => {
  const { orders, slice } = search;
  const query = matchingRows(search).select([
    ...([
      'invoices.id',
      'invoices.status',
      'invoices.amount',
      'invoices.final_amount',
      'invoices.ccy',
    ] as const),
  ]);
  const all = db.all(inOrder(query, 'invoices', orders));
  let total_amount = 0;
  let success_amount = 0;
  for (const { status, amount, final_amount } of all.filter(({ ccy }) => ccy === CURRENCY_UAH)) {
    total_amount += amount;
    if (status === 'success') success_amount += final_amount ?? amount;
  }
  const ids = all.slice(slice.offset, slice.offset + slice.limit).map(({ id }) => id);
  return { count: all.length, rows: invoicesByIds(db, ids), totals: { total_amount, success_amount } };
};

const manyFound = (db: Db, search: Search): Listed => {
  const { plan, scanBy, filter } = search;
  // Neither filter nor sums need more than this index holds.
  const isNarrow = scanBy === 'trigrams' && plan.isSure && isSummedBy(filter);
  const { count, totals } = summed(db, matchingRows(search, isNarrow));
  return { count, rows: pageOf(db, search, count), totals };
};

/** Finds the ids first, from the nearer end, so that little is sorted and skipped. */
const pageOf = (db: Db, search: Search, count: number): InvoiceRow[] => {
  const { plan, slice, orders } = search;
  const { isReversed, ...part } = fromNearerEnd(slice, count);
  if (part.limit === 0) return [];
  // With common words, scanning in order finds the first matches sooner than sorting all of them.
  const isNear = isIndexed(orders) && ((part.offset + part.limit) * plan.size) / count < plan.candidates;
  const ids = db
    .all(
      ordered(
        matchingRows(isNear ? { ...search, scanBy: 'filters' } : search).select('invoices.id'),
        'invoices',
        isReversed ? reversed(orders) : orders,
        part,
      ),
    )
    .map(({ id }) => id);
  return invoicesByIds(db, isReversed ? ids.reverse() : ids);
};

/** Any other order sorts all matches first. */
const INDEXED = new Set(['created_date', 'id', 'number']);
const isIndexed = ([by, ...others]: readonly Order<string>[]): boolean =>
  by !== undefined && others.length === 0 && INDEXED.has(by.field);
