import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { InvoiceQuery, InvoiceTotals } from '../../shared/api/invoices.ts';
import { build, type Db } from './database.ts';
import { searchText } from './fold.ts';
import { bit, type Found, matchesWords, ordered, type Slice } from './list.ts';
import type { InvoiceItemsTable, InvoicesTable, Tables } from './tables.ts';

export type InvoiceRow = Selectable<InvoicesTable> & { terminal_name: string };
export type InvoiceItemRow = Selectable<InvoiceItemsTable>;
export type NewInvoice = Omit<Insertable<InvoicesTable>, 'search_text'>;
export type InvoiceChanges = Partial<Omit<Selectable<InvoicesTable>, 'id' | 'number' | 'search_text'>>;
export type InvoiceFilter = Omit<InvoiceQuery, 'ordering' | 'page' | 'page_size'>;

const searched = (row: Pick<InvoiceRow, 'invoice_id' | 'reference' | 'destination' | 'masked_pan' | 'rrn'>) =>
  searchText(row.invoice_id, row.reference, row.destination, row.masked_pan, row.rrn);

export const withTerminalName = () =>
  build
    .selectFrom('invoices')
    .innerJoin('terminals', 'terminals.id', 'invoices.terminal_id')
    .selectAll('invoices')
    .select('terminals.name as terminal_name');

export const findInvoice = (db: Db, id: number): InvoiceRow | undefined =>
  db.get(withTerminalName().where('invoices.id', '=', id));

export const findInvoiceByBankId = (db: Db, invoiceId: string): InvoiceRow | undefined =>
  db.get(withTerminalName().where('invoices.invoice_id', '=', invoiceId));

/** The items of some invoices, by invoice, in their order. */
export const itemsOfInvoices = (db: Db, ids: readonly number[]): Map<number, InvoiceItemRow[]> => {
  const rows = db.all(
    build
      .selectFrom('invoice_items')
      .selectAll()
      // One statement for every number of ids, so that it is prepared once.
      .where('invoice_id', 'in', sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
      .orderBy('invoice_id')
      .orderBy('position'),
  );
  return Map.groupBy(rows, (row) => row.invoice_id);
};

const isDigits = (word: string) => /^\d{1,16}$/.test(word);

export type Eb = ExpressionBuilder<Tables, 'invoices'>;

/** Something of it was given back in the range; ms, both ends included. */
const wasRefunded = (eb: Eb, from = 0, to = Number.MAX_SAFE_INTEGER): Expression<SqlBool> =>
  eb(
    'invoices.id',
    'in',
    build
      .selectFrom('refunds')
      .select('invoice_id')
      .where('refunded_at', '>=', from)
      .where('refunded_at', '<=', to),
  );

export const matches = (eb: Eb, filter: InvoiceFilter): Expression<SqlBool> => {
  const conditions: Expression<SqlBool>[] = [];
  const { status, terminal, cash_register, created_locally } = filter;
  if (status !== undefined) conditions.push(eb('invoices.status', '=', status));
  if (terminal !== undefined) conditions.push(eb('invoices.terminal_id', '=', terminal));
  if (cash_register !== undefined) conditions.push(eb('invoices.cash_register_id', '=', cash_register));
  if (created_locally !== undefined)
    conditions.push(eb('invoices.created_locally', '=', bit(created_locally)));
  if (filter.created_from !== undefined)
    conditions.push(eb('invoices.created_date', '>=', filter.created_from));
  if (filter.created_to !== undefined) conditions.push(eb('invoices.created_date', '<=', filter.created_to));
  if (filter.paid_from !== undefined) conditions.push(eb('invoices.paid_date', '>=', filter.paid_from));
  if (filter.paid_to !== undefined) conditions.push(eb('invoices.paid_date', '<=', filter.paid_to));
  if (filter.refunded_from !== undefined || filter.refunded_to !== undefined)
    conditions.push(wasRefunded(eb, filter.refunded_from, filter.refunded_to));
  if (filter.amount_min !== undefined) conditions.push(eb('invoices.amount', '>=', filter.amount_min));
  if (filter.amount_max !== undefined) conditions.push(eb('invoices.amount', '<=', filter.amount_max));
  conditions.push(
    matchesWords(eb, 'invoices.search_text', filter.search, (word) =>
      isDigits(word) ? [eb('invoices.id', '=', Number(word)), eb('invoices.number', '=', Number(word))] : [],
    ),
  );
  return eb.and(conditions);
};

/** What paid invoices brought in: the final amount of each where one is set. */
export const takings = sql<number>`coalesce(sum(coalesce(final_amount, amount)) filter (where status = 'success'), 0)`;

export const NEWEST_FIRST = [{ field: 'created_date', descending: true }];

export const listInvoices = (
  db: Db,
  query: InvoiceQuery,
  slice: Slice,
): Found<InvoiceRow> & { totals: InvoiceTotals } => {
  const summary = db.get(
    build
      .selectFrom('invoices')
      .where((eb) => matches(eb, query))
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`coalesce(sum(amount), 0)`.as('total_amount'),
        takings.as('success_amount'),
      ]),
  );
  const page = ordered(
    withTerminalName().where((eb) => matches(eb as unknown as Eb, query)),
    'invoices',
    query.ordering ?? NEWEST_FIRST,
    slice,
  );
  const { count = 0, total_amount = 0, success_amount = 0 } = summary ?? {};
  return { count, rows: db.all(page), totals: { total_amount, success_amount } };
};

/** Writes an invoice with its items and gives its id. */
export const insertInvoice = (
  db: Db,
  invoice: NewInvoice,
  items: readonly Omit<Insertable<InvoiceItemsTable>, 'invoice_id' | 'position'>[],
): number => {
  const row = db.get(
    build
      .insertInto('invoices')
      .values({ ...invoice, search_text: searched(invoice) })
      .returning('id'),
  );
  if (!row) throw new Error('The invoice was not written.');
  for (const [position, item] of items.entries())
    db.run(build.insertInto('invoice_items').values({ ...item, invoice_id: row.id, position }));
  return row.id;
};

export const updateInvoice = (db: Db, row: InvoiceRow, changes: InvoiceChanges): void => {
  db.run(
    build
      .updateTable('invoices')
      .set({ ...changes, search_text: searched({ ...row, ...changes }) })
      .where('id', '=', row.id),
  );
};

export const scheduleCheck = (db: Db, id: number, nextCheckAt: number | null): void => {
  db.run(build.updateTable('invoices').set({ next_check_at: nextCheckAt }).where('id', '=', id));
};

/** No check is planned further ahead than this. */
const FARTHEST_CHECK_MS = 15 * 60_000;

/**
 * Watched invoices of a terminal whose time has come, the most overdue first. A time too far ahead was planned
 * before the PC's clock was set back: it has come as well.
 */
export const dueInvoices = (db: Db, terminalId: number, now: number, limit: number): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .where('invoices.terminal_id', '=', terminalId)
      .where((eb) =>
        eb.or([
          eb('invoices.next_check_at', '<=', now),
          eb('invoices.next_check_at', '>', now + FARTHEST_CHECK_MS),
        ]),
      )
      .orderBy('invoices.next_check_at')
      .limit(limit),
  );

export const openInvoices = (db: Db, terminalId: number): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .where('invoices.terminal_id', '=', terminalId)
      .where('invoices.status', 'in', ['created', 'processing'])
      .orderBy('invoices.id'),
  );

export const countInvoices = (db: Db): number =>
  db.get(build.selectFrom('invoices').select((eb) => eb.fn.countAll<number>().as('count')))?.count ?? 0;

export const countOpenInvoices = (db: Db, terminalId: number): number =>
  db.get(
    build
      .selectFrom('invoices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('terminal_id', '=', terminalId)
      .where('status', 'in', ['created', 'processing']),
  )?.count ?? 0;
