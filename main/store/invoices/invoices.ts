import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { InvoiceQuery } from '../../../shared/api/invoice-query.ts';
import { OPEN_STATUSES } from '../../../shared/api/statuses.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import { searchText } from '../../../shared/text.ts';
import { build, type Db } from '../db/connection.ts';
import { bit, countOf, matchesWords } from '../db/list.ts';
import { fixedQuery, placeholder, plainSql, queryByColumns } from '../db/query-cache.ts';
import type { InvoiceItemsTable, InvoicesTable, Tables } from '../db/tables.ts';
import { type ClockFilter, matchesLocalTime } from '../db/wall-clock.ts';
import { FARTHEST_TRY_MS } from '../unreadable-records.ts';
import { awaitsPayment, SHOWN, shownInvoices, shownOfTerminal } from './columns.ts';

export type InvoiceRow = Omit<Selectable<InvoicesTable>, 'search_text'> & { terminal_name: string };
export type InvoiceItemRow = Selectable<InvoiceItemsTable>;
export type NewInvoice = Omit<Insertable<InvoicesTable>, 'search_text'>;
export type InvoiceChanges = Partial<Omit<Selectable<InvoicesTable>, 'id' | 'number' | 'search_text'>>;

/** Filters that depend on the shop's time zone: money/sale/filter.ts translates them to clock filters. */
export type ClockParam = 'paid_hour' | 'paid_weekday' | 'refunded_hour' | 'refunded_weekday';
export type InvoiceFilter = Omit<InvoiceQuery, 'ordering' | 'page' | 'page_size' | ClockParam> & {
  [Param in ClockParam]?: never;
} & {
  paid_clock?: ClockFilter | undefined;
  refunded_clock?: ClockFilter | undefined;
  /** Awaits payment at this time, ms UTC: a declined one, too, until its time is over. */
  payable_at?: number | undefined;
};
export type InvoiceListQuery = InvoiceFilter & Pick<InvoiceQuery, 'ordering'>;

const SEARCHED = ['invoice_id', 'reference', 'destination', 'masked_pan', 'rrn'] as const;

export const searched = (row: Pick<InvoiceRow, (typeof SEARCHED)[number]>) =>
  searchText(...SEARCHED.map((name) => row[name]));

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

export const isDigits = (word: string) => /^\d{1,16}$/.test(word);

export type Eb = ExpressionBuilder<Tables, 'invoices'>;

/** Matches invoices with a refund in the range, at this local time of the shop. */
const wasRefunded = (eb: Eb, filter: InvoiceFilter): Expression<SqlBool>[] => {
  const { refunded_from, refunded_to, refunded_clock } = filter;
  if (refunded_from === undefined && refunded_to === undefined && refunded_clock === undefined) return [];
  return [eb('invoices.id', 'in', refundsIn(filter).select('invoice_id'))];
};

/** The refunds in the filter's range, at its local time of the shop; all refunds without them. */
export const refundsIn = ({ refunded_from, refunded_to, refunded_clock }: InvoiceFilter) =>
  build
    .selectFrom('refunds')
    .where('refunded_at', '>=', refunded_from ?? 0)
    .where('refunded_at', '<=', refunded_to ?? Number.MAX_SAFE_INTEGER)
    .where((of) => of.and(refunded_clock ? matchesLocalTime('refunds.refunded_at', refunded_clock) : []));

const items = () => build.selectFrom('invoice_items').select('invoice_items.invoice_id');
const ofInvoice = sql<SqlBool>`invoice_items.invoice_id = invoices.id`;

/**
 * Filters of the reports' sums. Cost: a clock is computed for each payment (or refund) of the range, or of all time
 * without a range, from the index alone; a product is found by its lines; the remaining filters are checked on the
 * invoices left by the others, like `amount_min`.
 */
const countedUnder = (eb: Eb, filter: InvoiceFilter): Expression<SqlBool>[] => {
  const { paid_clock, created_by, product, payment_system, without = [] } = filter;
  const conditions: Expression<SqlBool>[] = [...wasRefunded(eb, filter)];
  if (paid_clock)
    conditions.push(
      eb('invoices.paid_date', 'is not', null),
      ...matchesLocalTime('invoices.paid_date', paid_clock),
    );
  if (created_by !== undefined) conditions.push(eb('invoices.created_by', '=', created_by));
  if (product !== undefined)
    conditions.push(eb('invoices.id', 'in', items().where('invoice_items.product_id', '=', product)));
  if (payment_system !== undefined) conditions.push(eb('invoices.payment_system', '=', payment_system));
  if (without.includes('payment_system')) conditions.push(eb('invoices.payment_system', '=', ''));
  if (without.includes('created_by')) conditions.push(eb('invoices.created_by', 'is', null));
  // The plus keeps SQLite from using the index: in a shop without registers it holds every invoice.
  if (without.includes('cash_register')) conditions.push(sql<SqlBool>`+invoices.cash_register_id is null`);
  if (without.includes('product'))
    conditions.push(
      eb.or([
        eb.not(eb.exists(items().where(ofInvoice))),
        eb.exists(items().where(ofInvoice).where('invoice_items.product_id', 'is', null)),
      ]),
    );
  return conditions;
};

/**
 * Another index leaves fewer invoices than the status index does: four of five invoices are paid. SQLite assumes ten
 * rows per status; a plus keeps it from that index (https://sqlite.org/optoverview.html#disqualify_terms).
 */
const isNarrowedOtherwise = (filter: InvoiceFilter): boolean =>
  [
    ...[filter.paid_from, filter.paid_to, filter.paid_clock, filter.product],
    ...[filter.reference, filter.created_by],
    ...[filter.refunded_from, filter.refunded_to, filter.refunded_clock],
  ].some((value) => value !== undefined);

export const matches = (eb: Eb, filter: InvoiceFilter): Expression<SqlBool> => {
  const conditions: Expression<SqlBool>[] = [];
  const { status, terminal, cash_register, created_locally } = filter;
  if (status !== undefined)
    conditions.push(
      isNarrowedOtherwise(filter)
        ? sql<SqlBool>`+invoices.status = ${status}`
        : eb('invoices.status', '=', status),
    );
  if (terminal !== undefined) conditions.push(eb('invoices.terminal_id', '=', terminal));
  if (cash_register !== undefined) conditions.push(eb('invoices.cash_register_id', '=', cash_register));
  if (filter.reference !== undefined) conditions.push(eb('invoices.reference', '=', filter.reference));
  if (created_locally !== undefined)
    conditions.push(eb('invoices.created_locally', '=', bit(created_locally)));
  if (filter.created_from !== undefined)
    conditions.push(eb('invoices.created_date', '>=', filter.created_from));
  if (filter.created_to !== undefined) conditions.push(eb('invoices.created_date', '<=', filter.created_to));
  if (filter.paid_from !== undefined) conditions.push(eb('invoices.paid_date', '>=', filter.paid_from));
  if (filter.paid_to !== undefined) conditions.push(eb('invoices.paid_date', '<=', filter.paid_to));
  if (filter.amount_min !== undefined) conditions.push(eb('invoices.amount', '>=', filter.amount_min));
  if (filter.amount_max !== undefined) conditions.push(eb('invoices.amount', '<=', filter.amount_max));
  if (filter.payable_at !== undefined) conditions.push(awaitsPayment(filter.payable_at));
  conditions.push(...countedUnder(eb, filter));
  conditions.push(
    matchesWords(eb, 'invoices.search_text', filter.search, (word) =>
      isDigits(word) ? [eb('invoices.id', '=', Number(word)), eb('invoices.number', '=', Number(word))] : [],
    ),
  );
  return eb.and(conditions);
};

/** Revenue of paid invoices: the final amount of each invoice that has one. */
export const takings = sql<number>`coalesce(sum(coalesce(final_amount, amount))
  filter (where status = 'success' and ccy = ${sql.lit(CURRENCY_UAH)}), 0)`;

/** Sums are in hryvnia: an invoice in another currency is counted, but adds nothing. */
export const inHryvnia = (amount: string | RawBuilder<unknown>) => inCurrency(amount, CURRENCY_UAH);

/**
 * The amount where the invoice is in this currency, otherwise 0.
 * @param amount a column, or an expression
 * @param ccy ISO 4217, a number of the program's own
 */
export const inCurrency = (amount: string | RawBuilder<unknown>, ccy: number) =>
  sql<number>`iif(invoices.ccy = ${sql.lit(ccy)}, ${typeof amount === 'string' ? sql.ref(amount) : amount}, 0)`;

/** The amount of a payment before refunds; of a hold, the captured part. */
export const takenAmount = sql<number>`(invoices.amount - invoices.uncaptured)`;

/** The total amount of invoices. */
export const sumOfAmounts = sql<number>`coalesce(sum(${inHryvnia('invoices.amount')}), 0)`;

export const NEWEST_FIRST = [{ field: 'created_date', descending: true }];

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
