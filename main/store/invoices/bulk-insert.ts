import type { CompiledQuery, Insertable } from 'kysely';
import { build, type Db, type Query } from '../db/connection.ts';
import type { EventsTable } from '../db/tables.ts';
import { type NewInvoice, searched } from './invoices.ts';

/**
 * Rows written by one statement, as a bank statement or a made up history brings them. One by one, each invoice would become a part of its
 * own in the search index: SQLite has the index write what it holds before every further statement of a transaction
 * that may fail by itself, and the parts are then merged over and over.
 */
export const MAX_ROWS = 100;

type Row = Readonly<Record<string, unknown>>;

/** Built and compiled once for each number of rows, and columns. @param make all rows have the same in the same order */
const byShape = <Written>(make: (rows: readonly Row[]) => Query<Written>) => {
  const compiled = new Map<string, CompiledQuery<Written>>();
  return (rows: readonly Row[]): Query<Written> => {
    if (rows.length > MAX_ROWS) throw new Error(`${rows.length} rows at once`);
    const shape = [rows.length, ...Object.keys(rows[0] ?? {})].join(' ');
    const known = compiled.get(shape) ?? make(rows).compile();
    compiled.set(shape, known);
    return { compile: () => ({ ...known, parameters: rows.flatMap((row) => Object.values(row)) }) };
  };
};

type Values = Parameters<ReturnType<typeof insertInto>['values']>[0];
const insertInto = () => build.insertInto('invoices');

const invoicesInsert = byShape<{ id: number; number: number }>((rows) =>
  insertInto()
    .values(rows as unknown as Values)
    .returning(['id', 'number']),
);

/** Invoices without items, in their order; gives what tells an invoice's id by its number. */
export const insertInvoices = (db: Db, invoices: readonly NewInvoice[]): ((number: number) => number) => {
  const rows = invoices.map((invoice) => ({ ...invoice, search_text: searched(invoice) }));
  const ids = new Map(db.all(invoicesInsert(rows)).map(({ number, id }) => [number, id]));
  return (number) => {
    const id = ids.get(number);
    if (id === undefined) throw new Error(`The invoice ${number} was not written.`);
    return id;
  };
};

const eventsInsert = byShape((rows) =>
  build.insertInto('events').values(rows as unknown as Insertable<EventsTable>[]),
);

/** In their order. */
export const insertEvents = (db: Db, events: readonly Insertable<EventsTable>[]): void => {
  db.run(eventsInsert(events.map((event) => ({ ...event }))));
};
