import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SeriesQuery } from '../../shared/api/series.ts';
import { CURRENCY_UAH } from '../../shared/money.ts';
import { DAY_MS } from '../../shared/time.ts';
import { build, type ReadDb } from './db/connection.ts';
import { quarterSql } from './db/days.ts';
import { listed } from './db/list.ts';
import { notCancelled } from './db/snapshot.ts';
import type { Tables } from './db/tables.ts';
import { inCurrency, takenAmount } from './invoices/filter.ts';

export interface SeriesFilter
  extends Pick<SeriesQuery, 'from' | 'to' | 'terminal' | 'cash_register' | 'tender'> {
  /** Only of these terminals. */
  terminals?: readonly number[] | undefined;
  /** ISO 4217. Only what moved in it, summed in it; absent: all currencies are counted, and hryvnia is summed. */
  ccy?: number | undefined;
}

/** The groupings of the sums. */
export type SumsBy = 'quarter' | 'terminal' | 'cash_register' | 'employee' | 'payment_system';

/** A quarter's number, an id, or the name of a payment system. */
export type SumsKey = number | string | null;

export interface PaidSums {
  key: SumsKey;
  gross: number;
  fee: number;
  count: number;
}

export interface RefundSums {
  key: SumsKey;
  refunds: number;
  refund_count: number;
}

export const quarterOf = (column: 'invoices.paid_date' | 'refunds.refunded_at') =>
  sql.raw<SumsKey>(quarterSql(column));

/** The plus keeps SQLite from scanning all invoices in this order instead of sorting those of the range. */
const KEYS: Record<Exclude<SumsBy, 'quarter'>, RawBuilder<SumsKey>> = {
  terminal: sql`+invoices.terminal_id`,
  cash_register: sql`+invoices.cash_register_id`,
  employee: sql`invoices.created_by`,
  payment_system: sql`nullif(invoices.payment_system, '')`,
};

type Eb = ExpressionBuilder<Tables, 'invoices'>;

/** Payments or refunds in the range, by their column of time. */
const moved = (
  eb: Eb,
  column: 'invoices.paid_date' | 'refunds.refunded_at',
  { from, to, terminal, cash_register, terminals, ccy }: SeriesFilter,
): Expression<SqlBool> => {
  const conditions: Expression<SqlBool>[] = [];
  if (from !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} >= ${from}`);
  if (to !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} <= ${to}`);
  // The plus keeps SQLite from using these indexes: a terminal has years of invoices, the range mostly one day.
  if (terminal !== undefined) conditions.push(sql<SqlBool>`+invoices.terminal_id = ${terminal}`);
  if (cash_register !== undefined)
    conditions.push(sql<SqlBool>`+invoices.cash_register_id = ${cash_register}`);
  if (terminals !== undefined) conditions.push(sql<SqlBool>`+invoices.terminal_id in ${listed(terminals)}`);
  if (ccy !== undefined) conditions.push(sql<SqlBool>`+invoices.ccy = ${ccy}`);
  return eb.and(conditions);
};

const summed = (column: string, { ccy = CURRENCY_UAH }: SeriesFilter) => inCurrency(column, ccy);

/** Of a hold captured in part, only that part counts. */
const taken = (filter: SeriesFilter) =>
  sql<number>`(${summed('invoices.amount', filter)} - ${summed('invoices.uncaptured', filter)})`;

/** Payments made in the range. */
export const paid = (filter: SeriesFilter) =>
  build
    .selectFrom('invoices')
    .where('invoices.paid_date', 'is not', null)
    // The plus keeps SQLite from using the index: nearly all invoices have these statuses.
    .where(sql<SqlBool>`+invoices.status in ('success', 'reversed')`)
    .where((eb) => moved(eb, 'invoices.paid_date', filter))
    .where(notCancelled);

/** Refunds made in the range. */
export const refunded = (filter: SeriesFilter) =>
  build
    .selectFrom('refunds')
    .innerJoin('invoices', 'invoices.id', 'refunds.invoice_id')
    .where((eb) => moved(eb as unknown as Eb, 'refunds.refunded_at', filter));

/** Payments made in the range, refunded since or not. */
export const paidSums = (db: ReadDb, filter: SeriesFilter, by: SumsBy): PaidSums[] =>
  db.all(
    paid(filter)
      .select([
        (by === 'quarter' ? quarterOf('invoices.paid_date') : KEYS[by]).as('key'),
        sql<number>`sum(${taken(filter)})`.as('gross'),
        sql<number>`sum(${summed('invoices.fee', filter)})`.as('fee'),
        sql<number>`count(*)`.as('count'),
      ])
      .groupBy('key'),
  );

/** Refunds made in the range, of payments of any time. */
export const refundSums = (db: ReadDb, filter: SeriesFilter, by: SumsBy): RefundSums[] =>
  db.all(
    refunded(filter)
      .select([
        (by === 'quarter' ? quarterOf('refunds.refunded_at') : KEYS[by]).as('key'),
        sql<number>`sum(${summed('refunds.amount', filter)})`.as('refunds'),
        sql<number>`count(*)`.as('refund_count'),
      ])
      .groupBy('key'),
  );

/** Sums in a currency other than hryvnia, in its minor units. */
export interface CurrencySums {
  ccy: number;
  gross: number;
  fee: number;
  count: number;
  refunds: number;
  refund_count: number;
}

const otherThanHryvnia = sql<SqlBool>`+invoices.ccy <> ${sql.lit(CURRENCY_UAH)}`;

/** Payments and refunds in each other currency, which no sum of hryvnias includes. */
export const otherCurrencySums = (db: ReadDb, filter: SeriesFilter): CurrencySums[] => {
  const sums = new Map<number, CurrencySums>();
  const add = ({ ccy, ...part }: Partial<CurrencySums> & { ccy: number }): void => {
    const before = sums.get(ccy) ?? { ccy, gross: 0, fee: 0, count: 0, refunds: 0, refund_count: 0 };
    sums.set(ccy, { ...before, ...part });
  };
  const received = paid(filter)
    .where(otherThanHryvnia)
    .select([
      'invoices.ccy',
      // Of a hold captured in part, only that part counts.
      sql<number>`sum(${takenAmount})`.as('gross'),
      sql<number>`sum(invoices.fee)`.as('fee'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy('invoices.ccy');
  const returned = refunded(filter)
    .where(otherThanHryvnia)
    .select([
      'invoices.ccy',
      sql<number>`sum(refunds.amount)`.as('refunds'),
      sql<number>`count(*)`.as('refund_count'),
    ])
    .groupBy('invoices.ccy');
  for (const row of db.all(received)) add(row);
  for (const row of db.all(returned)) add(row);
  return [...sums.values()].toSorted((one, other) => one.ccy - other.ccy);
};

/** A line of a payment; a payment without lines counts as one line without a product. */
export interface SoldLine {
  invoice: number;
  /** Fee of the whole payment. */
  fee: number;
  product: number | null;
  /** Thousandths. */
  quantity: number;
  amount: number;
  /** Of the whole payment: of a hold captured in part, only that part. */
  taken: number;
}

const lineColumns = (filter: SeriesFilter) => [
  sql<number>`invoices.id`.as('invoice'),
  summed('invoices.fee', filter).as('fee'),
  sql<number | null>`invoice_items.product_id`.as('product'),
  sql<number>`coalesce(invoice_items.quantity, 0)`.as('quantity'),
  sql<number>`coalesce(${summed('invoice_items.amount', filter)}, ${summed('invoices.amount', filter)})`.as(
    'amount',
  ),
  taken(filter).as('taken'),
];

const WEEK_MS = 7 * DAY_MS;
const MAX_PARTS = 400;

/**
 * Lines of payments made in the range; each payment's lines in order. Reads week by week: the lines of a million
 * payments at once took 450 MB.
 */
export function* soldLines(db: ReadDb, filter: SeriesFilter): Generator<SoldLine[]> {
  const { first, last } =
    db.get(
      paid(filter).select([
        sql<number | null>`min(invoices.paid_date)`.as('first'),
        sql<number | null>`max(invoices.paid_date)`.as('last'),
      ]),
    ) ?? {};
  if (typeof first !== 'number' || typeof last !== 'number') return;
  const step = Math.max(WEEK_MS, Math.ceil((last - first + 1) / MAX_PARTS));
  for (let from = first; from <= last; from += step)
    yield linesOf(db, { ...filter, from, to: Math.min(from + step - 1, last) });
}

const linesOf = (db: ReadDb, filter: SeriesFilter): SoldLine[] =>
  db.all(
    paid(filter)
      .leftJoin('invoice_items', 'invoice_items.invoice_id', 'invoices.id')
      .select(lineColumns(filter))
      // The plus has the same reason as above.
      .orderBy(sql`+invoices.id`)
      .orderBy('invoice_items.position'),
  );

/** Lines of payments refunded in the range; each payment's lines in order. */
export const refundedLines = (db: ReadDb, filter: SeriesFilter): SoldLine[] =>
  db.all(
    build
      .selectFrom('invoices')
      .leftJoin('invoice_items', 'invoice_items.invoice_id', 'invoices.id')
      .where('invoices.id', 'in', refunded(filter).select('refunds.invoice_id'))
      .select(lineColumns(filter))
      .orderBy('invoices.id')
      .orderBy('invoice_items.position'),
  );

export interface LineRefund {
  invoice: number;
  amount: number;
  /** 1: made in the range. */
  counts: 0 | 1;
}

/** All refunds of payments refunded in the range, in order of time. */
export const refundsOfRange = (db: ReadDb, filter: SeriesFilter): LineRefund[] => {
  const { from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = filter;
  return db.all(
    build
      .selectFrom('refunds')
      .innerJoin('invoices', 'invoices.id', 'refunds.invoice_id')
      .where('refunds.invoice_id', 'in', refunded(filter).select('refunds.invoice_id'))
      .select([
        'refunds.invoice_id as invoice',
        summed('refunds.amount', filter).as('amount'),
        sql<0 | 1>`refunds.refunded_at between ${from} and ${to}`.as('counts'),
      ])
      .orderBy('refunds.refunded_at')
      .orderBy('refunds.id'),
  );
};

/** Display names by id; includes deleted terminals. */
export const seriesLabels = (
  db: ReadDb,
  of: 'terminal' | 'cash_register' | 'product' | 'employee',
): Map<number, string> => {
  const rows: { id: number; label: string }[] = db.all(LABELS[of]);
  return new Map(rows.map(({ id, label }) => [id, label]));
};

const LABELS = {
  terminal: build.selectFrom('terminals').select(['id', 'name as label']),
  cash_register: build.selectFrom('cash_registers').select(['id', 'name as label']),
  product: build.selectFrom('products').select(['id', 'name as label']),
  employee: build
    .selectFrom('accounts')
    .select(['id', sql<string>`iif(full_name = '', username, full_name)`.as('label')]),
};
