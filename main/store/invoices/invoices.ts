import { type Insertable, type Selectable, sql } from 'kysely';
import { OPEN_STATUSES } from '../../../shared/api/statuses.ts';
import { searchText } from '../../../shared/text.ts';
import { build, type Db } from '../db/connection.ts';
import { countOf } from '../db/list.ts';
import { fixedQuery, placeholder, plainSql, queryByColumns } from '../db/query-cache.ts';
import type { Bit, InvoiceItemsTable, InvoicesTable } from '../db/tables.ts';
import { FARTHEST_TRY_MS } from '../unreadable-records.ts';
import { OPEN_MONEY } from './attempts.ts';

export type InvoiceRow = Omit<Selectable<InvoicesTable>, 'search_text'> & { terminal_name: string };
export type InvoiceItemRow = Selectable<InvoiceItemsTable>;
export type NewInvoice = Omit<Insertable<InvoicesTable>, 'search_text'>;
export type InvoiceChanges = Partial<Omit<Selectable<InvoicesTable>, 'id' | 'number' | 'search_text'>>;

const SEARCHED = ['invoice_id', 'reference', 'destination', 'masked_pan', 'rrn'] as const;

export const searched = (row: Pick<InvoiceRow, (typeof SEARCHED)[number]>) =>
  searchText(...SEARCHED.map((name) => row[name]));

/** All columns except the long search text: it would take a sixth of the time of a page of rows. */
const SHOWN = [
  'invoices.id',
  'invoices.number',
  'invoices.invoice_id',
  'invoices.terminal_id',
  'invoices.status',
  'invoices.amount',
  'invoices.ccy',
  'invoices.final_amount',
  'invoices.reference',
  'invoices.destination',
  'invoices.comment',
  'invoices.page_url',
  'invoices.failure_code',
  'invoices.failure_reason',
  'invoices.masked_pan',
  'invoices.approval_code',
  'invoices.rrn',
  'invoices.payment_system',
  'invoices.fee',
  'invoices.created_locally',
  'invoices.webhook_received',
  'invoices.created_date',
  'invoices.modified_date',
  'invoices.paid_date',
  'invoices.expires_at',
  'invoices.next_check_at',
  'invoices.created_by',
  'invoices.bank_created_date',
  'invoices.sweep_at',
  'invoices.uncaptured',
] as const;

/** For cached queries: writing this many columns into a query takes long. */
export const shownInvoices = () =>
  build
    .selectFrom('invoices')
    .innerJoin('terminals', 'terminals.id', 'invoices.terminal_id')
    .select(SHOWN)
    // Excludes registers of deleted terminals, some of which may not be removed yet.
    .select(
      sql<number | null>`case when terminals.deleted_at is null then invoices.cash_register_id end`.as(
        'cash_register_id',
      ),
    )
    .select('terminals.name as terminal_name');

/** What `shownInvoices` has of the terminal, of an invoice that is being inserted. */
const shownOfTerminal = [
  sql<number | null>`(select invoices.cash_register_id from terminals
    where id = invoices.terminal_id and deleted_at is null)`.as('cash_register_id'),
  sql<string>`(select name from terminals where id = invoices.terminal_id)`.as('terminal_name'),
] as const;

export const withTerminalName = () =>
  build
    .selectFrom('invoices')
    .innerJoin('terminals', 'terminals.id', 'invoices.terminal_id')
    .selectAll('invoices')
    .select('terminals.name as terminal_name');

const byId = fixedQuery<InvoiceRow, [id: number]>(() =>
  shownInvoices().where('invoices.id', '=', placeholder<number>()),
);

export const findInvoice = (db: Db, id: number): InvoiceRow | undefined => db.get(byId(id));

const byBankId = fixedQuery<InvoiceRow, [invoiceId: string]>(() =>
  shownInvoices().where('invoices.invoice_id', '=', placeholder<string>()),
);

export const findInvoiceByBankId = (db: Db, invoiceId: string): InvoiceRow | undefined =>
  db.get(byBankId(invoiceId));

/** An invoice, and what else is kept about it: most have nothing, so the rows are read only where there is one. */
export interface KnownInvoice {
  invoice: InvoiceRow;
  hasHold: boolean;
  hasOpenMoney: boolean;
  isUnreadable: boolean;
}

interface Beside {
  has_hold: Bit;
  has_open_money: Bit;
  is_unreadable: Bit;
}

const known = () =>
  shownInvoices().select([
    sql<Bit>`exists (select 1 from holds where invoice_id = invoices.id)`.as('has_hold'),
    sql<Bit>`exists (select 1 from attempts where invoice_id = invoices.id and ${OPEN_MONEY})`.as(
      'has_open_money',
    ),
    sql<Bit>`exists (select 1 from unreadable_records where kind = 'invoice'
      and terminal_id = invoices.terminal_id and key = invoices.invoice_id)`.as('is_unreadable'),
  ]);

const knownById = fixedQuery<InvoiceRow & Beside, [id: number]>(() =>
  known().where('invoices.id', '=', placeholder<number>()),
);
const knownByBankId = fixedQuery<InvoiceRow & Beside, [bankId: string]>(() =>
  known().where('invoices.invoice_id', '=', placeholder<string>()),
);

const found = (row: (InvoiceRow & Beside) | undefined): KnownInvoice | undefined => {
  if (!row) return undefined;
  const { has_hold, has_open_money, is_unreadable, ...invoice } = row;
  return {
    invoice,
    hasHold: has_hold === 1,
    hasOpenMoney: has_open_money === 1,
    isUnreadable: is_unreadable === 1,
  };
};

export const findKnown = (db: Db, id: number): KnownInvoice | undefined => found(db.get(knownById(id)));

export const findKnownByBankId = (db: Db, bankId: string): KnownInvoice | undefined =>
  found(db.get(knownByBankId(bankId)));

const ofAnySale = fixedQuery<{ id: number }, [bankInvoiceId: string, bankInvoiceId: string]>(() =>
  build
    .selectFrom('invoices')
    .select('id')
    .where('invoice_id', '=', placeholder<string>())
    .unionAll(
      build.selectFrom('sale_invoices').select('id').where('bank_invoice_id', '=', placeholder<string>()),
    ),
);

/** Whether a bank invoice belongs to any sale here. */
export const isKnownAtBank = (db: Db, bankInvoiceId: string): boolean =>
  db.get(ofAnySale(bankInvoiceId, bankInvoiceId)) !== undefined;

/** One statement for any number of ids, so that it is prepared once. */
const itemsByInvoice = fixedQuery<InvoiceItemRow, [ids: string]>(() =>
  build
    .selectFrom('invoice_items')
    .selectAll()
    .where('invoice_id', 'in', sql<number>`(select value from json_each(${placeholder<string>()}))`)
    .orderBy('invoice_id')
    .orderBy('position'),
);

const itemsOfOne = fixedQuery<InvoiceItemRow, [id: number]>(() =>
  build
    .selectFrom('invoice_items')
    .selectAll()
    .where('invoice_id', '=', placeholder<number>())
    .orderBy('position'),
);

/** The items of several invoices, by invoice, in order. */
export const itemsOfInvoices = (db: Db, ids: readonly number[]): Map<number, InvoiceItemRow[]> => {
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return new Map([[id, db.all(itemsOfOne(id))]]);
  return Map.groupBy(db.all(itemsByInvoice(JSON.stringify(ids))), (row) => row.invoice_id);
};

const inserted = queryByColumns<InvoiceRow, Insertable<InvoicesTable>>((invoice) =>
  build.insertInto('invoices').values(invoice).returning(SHOWN).returning(shownOfTerminal),
);

type NewItem = Omit<Insertable<InvoiceItemsTable>, 'invoice_id' | 'position'>;

/** Writes an invoice with its items, and returns them as they are read later. */
export const insertInvoice = (
  db: Db,
  values: NewInvoice,
  items: readonly NewItem[],
): { invoice: InvoiceRow; items: InvoiceItemRow[] } => {
  const invoice = db.write(inserted({ ...values, search_text: searched(values) }));
  if (items.length === 0) return { invoice, items: [] };
  const rows = db.all(plainSql<InvoiceItemRow>(INSERT_ITEMS, invoice.id, JSON.stringify(items)));
  return { invoice, items: rows.sort((one, other) => one.position - other.position) };
};

/** One statement for any number of lines. A product that was deleted meanwhile leaves its line without one. */
const INSERT_ITEMS = `insert into invoice_items
  (invoice_id, position, name, price, quantity, unit, product_id, discount, amount)
  select ?, key, value ->> 'name', value ->> 'price', value ->> 'quantity', value ->> 'unit',
    (select id from products where id = value ->> 'product_id'), value ->> 'discount', value ->> 'amount'
  from json_each(?) order by key returning *`;

const updated = queryByColumns((changes: InvoiceChanges & { search_text?: string | undefined }, id: number) =>
  build.updateTable('invoices').set(changes).where('id', '=', id),
);

export const updateInvoice = (db: Db, row: InvoiceRow, changes: InvoiceChanges): void => {
  if (Object.keys(changes).length === 0) return;
  // Most changes only plan the next request about the invoice.
  const isFound = SEARCHED.some((name) => name in changes);
  const search_text = isFound ? searched({ ...row, ...changes }) : undefined;
  db.run(updated({ ...changes, search_text }, row.id));
};

export const scheduleCheck = (db: Db, id: number, nextCheckAt: number | null): void => {
  db.run(updated({ next_check_at: nextCheckAt }, id));
};

/** Farthest planned check, except for an invoice whose state cannot be read. */
export const FARTHEST_CHECK_MS = 15 * 60_000;

const postponed = (now: number) =>
  build
    .selectFrom('unreadable_records')
    .select('unreadable_records.id')
    .where('unreadable_records.invoice_id', '=', sql<number>`invoices.id`)
    .where('unreadable_records.next_try_at', '=', sql<number>`invoices.next_check_at`)
    .where('unreadable_records.kind', '=', 'invoice')
    .where('unreadable_records.next_try_at', '<=', now + FARTHEST_TRY_MS);

/**
 * Watched invoices of a terminal whose check is due, the most overdue first. A time too far ahead was planned before
 * the PC's clock was set back, so it is due as well.
 */
export const dueInvoices = (db: Db, terminalId: number, now: number, limit: number): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .where('invoices.terminal_id', '=', terminalId)
      .where((eb) =>
        eb.or([
          eb('invoices.next_check_at', '<=', now),
          eb.and([
            eb('invoices.next_check_at', '>', now + FARTHEST_CHECK_MS),
            eb.not(eb.exists(postponed(now))),
          ]),
        ]),
      )
      .orderBy('invoices.next_check_at')
      .limit(limit),
  );

export const openInvoices = (db: Db, terminalId: number): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .where('invoices.terminal_id', '=', terminalId)
      .where('invoices.status', 'in', OPEN_STATUSES)
      .orderBy('invoices.id'),
  );

export const countInvoices = (db: Db): number => countOf(db, build.selectFrom('invoices'));

export const countOpenInvoices = (db: Db, terminalId: number): number =>
  countOf(
    db,
    build.selectFrom('invoices').where('terminal_id', '=', terminalId).where('status', 'in', OPEN_STATUSES),
  );
