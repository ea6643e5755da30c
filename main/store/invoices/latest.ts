import { sql } from 'kysely';
import { build, type Db } from '../db/connection.ts';
import type { InvoiceRow } from './invoices.ts';
import { invoicesByIds } from './list/page.ts';

interface LatestFilter {
  terminal?: number | undefined;
  created_by?: number | undefined;
}

const latestBy = (db: Db, field: 'modified_date' | 'created_date', filter: LatestFilter, limit: number) => {
  let query = build.selectFrom('invoices').select('id').orderBy(sql.ref(field), 'desc').limit(limit);
  if (filter.terminal !== undefined) query = query.where('terminal_id', '=', filter.terminal);
  if (filter.created_by !== undefined) query = query.where('created_by', '=', filter.created_by);
  return db.all(query.where(sql.ref(field), 'is not', null)).map(({ id }) => id);
};

/** The invoices that were changed or made last. A new one has no modified date, so both are needed. */
export const latestInvoices = (db: Db, filter: LatestFilter, limit: number): InvoiceRow[] =>
  invoicesByIds(db, [
    ...new Set([
      ...latestBy(db, 'modified_date', filter, limit),
      ...latestBy(db, 'created_date', filter, limit),
    ]),
  ]);
