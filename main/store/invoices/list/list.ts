import type { InvoiceTotals } from '../../../../shared/api/invoice-query.ts';
import { build, type Db } from '../../db/connection.ts';
import { type Found, listed, type Slice } from '../../db/list.ts';
import {
  type InvoiceFilter,
  type InvoiceListQuery,
  type InvoiceSummary,
  matching,
  summed,
} from '../filter.ts';
import type { InvoiceRow } from '../invoices.ts';
import { isSummedBy, type SumsFilter, sumOf, sumsOf } from '../rollups/rollups.ts';
import { searchInvoices } from '../search/search.ts';
import { pageOfInvoices } from './page.ts';

/** A page of the list and the sums of all matches, as of one moment. */
export const listInvoices = (
  db: Db,
  query: InvoiceListQuery,
  slice: Slice,
): Found<InvoiceRow> & { totals: InvoiceTotals } => {
  if (query.search !== undefined && query.search.length > 0) return searchInvoices(db, query, slice);
  return db.read(() => {
    const { count, totals } = summaryOf(db, query);
    return { count, rows: pageOfInvoices(db, query, slice, count), totals };
  });
};

/** The totals of all invoices under a filter. */
const summaryOf = (db: Db, filter: InvoiceFilter): InvoiceSummary =>
  isSummedBy(filter) ? keptSummary(db, filter) : countedSummary(db, filter);

const keptSummary = (db: Db, filter: SumsFilter): InvoiceSummary => {
  const sums = sumsOf(db, filter);
  const { count, amount } = sumOf(sums);
  return { count, totals: { total_amount: amount, success_amount: sums.success.taken } };
};

const countedSummary = (db: Db, filter: InvoiceFilter): InvoiceSummary => summed(db, matching(filter));

/** The totals of the invoices with these ids. */
export const summaryOfIds = (db: Db, ids: readonly number[]): InvoiceSummary =>
  summed(db, build.selectFrom('invoices').where('invoices.id', 'in', listed(ids)));
