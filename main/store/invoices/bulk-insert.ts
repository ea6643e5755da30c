import type { Insertable } from 'kysely';
import { slicesOf } from '../../platform/async.ts';
import { build, type Db } from '../db/connection.ts';
import { cached, type Query } from '../db/query-cache.ts';
import type { EventsTable, InvoiceItemsTable } from '../db/tables.ts';
import { type NewInvoice, searched } from './invoices.ts';

/**
 * Rows per statement for bank statements and generated histories. Inserted one by one, each invoice would become a
 * segment of its own in the search index: SQLite flushes the index before every further statement of a transaction that
 * may fail by itself, and the segments are then merged again and again.
 */
export const MAX_ROWS = 100;

type Row = Readonly<Record<string, unknown>>;

/**
 * The query's text depends on the number of rows and on their columns.
 * @param make all rows have the same columns in the same order
 */
const byShape =
  <Written>(table: string, make: (rows: readonly Row[]) => Query<Written>) =>
  (rows: readonly Row[]): Query<Written> => {
    if (rows.length > MAX_ROWS) throw new Error(`${rows.length} rows at once`);
    const key = [table, rows.length, ...Object.keys(rows[0] ?? {})].join(' ');
    const parameters = rows.flatMap((row) => Object.values(row));
    return cached(key, parameters, () => make(rows).compile());
  };

type Values = Parameters<ReturnType<typeof insertInto>['values']>[0];
const insertInto = () => build.insertInto('invoices');

const invoicesInsert = byShape<{ id: number; number: number }>('invoices', (rows) =>
  insertInto()
    .values(rows as unknown as Values)
    .returning(['id', 'number']),
);

/** Inserts invoices without items, in order; returns a function that maps an invoice's number to its id. */
export const insertInvoices = (db: Db, invoices: readonly NewInvoice[]): ((number: number) => number) => {
  const rows = invoices.map((invoice) => ({ ...invoice, search_text: searched(invoice) }));
  const ids = new Map(db.all(invoicesInsert(rows)).map(({ number, id }) => [number, id]));
  return (number) => {
    const id = ids.get(number);
    if (id === undefined) throw new Error(`The invoice ${number} was not written.`);
    return id;
  };
};

const itemsInsert = byShape('invoice_items', (rows) =>
  build.insertInto('invoice_items').values(rows as unknown as Insertable<InvoiceItemsTable>[]),
);

/** Inserts items of any invoices, in order; the caller gives each its invoice and position. */
export const insertItemRows = (db: Db, rows: readonly Insertable<InvoiceItemsTable>[]): void => {
  for (const slice of slicesOf(rows, MAX_ROWS)) db.run(itemsInsert(slice.map((row) => ({ ...row }))));
};

const eventsInsert = byShape('events', (rows) =>
  build.insertInto('events').values(rows as unknown as Insertable<EventsTable>[]),
);

/** Inserts events in order. */
export const insertEvents = (db: Db, events: readonly Insertable<EventsTable>[]): void => {
  db.run(eventsInsert(events.map((event) => ({ ...event }))));
};
