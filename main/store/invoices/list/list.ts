import type { InvoiceTotals } from '../../../../shared/api/invoices.ts';
import type { Db } from '../../db/connection.ts';
import type { Found, Slice } from '../../db/list.ts';
import type { InvoiceListQuery, InvoiceRow } from '../invoices.ts';
import { searchInvoices } from '../search/search.ts';
import { pageOfInvoices } from './page.ts';
import { summaryOf } from './summary.ts';

/** A page of the list, with the sums of all that match, of one moment. */
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
