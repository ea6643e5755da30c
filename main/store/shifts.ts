import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { searchText } from '../../shared/text.ts';
import type { MoneyPermit } from '../platform/money-permit.ts';
import type { CashMoveRow } from './cash-moves.ts';
import { countedCash } from './counted-cash.ts';
import { build, type Db, type ReadDb } from './db/connection.ts';
import type { TimeRange } from './db/days.ts';
import { type Found, findSlice, type Slice } from './db/list.ts';
import { rowsBy } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { CashSaleItemsTable, CashSalesTable, ShiftCountsTable, ShiftsTable } from './db/tables.ts';

export type ShiftRow = Selectable<ShiftsTable>;
export type CashSaleRow = Selectable<CashSalesTable>;
export type CashSaleItemRow = Selectable<CashSaleItemsTable>;
export type ShiftCountRow = Selectable<ShiftCountsTable>;

export const { find: findShift, insert: insertShift } = rowsBy('shifts', 'id');
export const { insert: insertShiftCount } = rowsBy('shift_counts', 'id');
/** The sale, or the return, that an attempt at the bank belongs to. */
export const { find: cashSaleOfAttempt } = rowsBy('cash_sales', 'attempt_id');

const LATEST_FIRST = [{ field: 'id', descending: true }] as const;

/** At most one is open. */
export const openShiftOf = (db: Db): ShiftRow | undefined =>
  db.get(build.selectFrom('shifts').selectAll().where('closed_at', 'is', null));

/** The latest first. */
export const listShifts = (db: Db, slice: Slice): Found<ShiftRow> => {
  const all = build.selectFrom('shifts');
  return findSlice(db, all, all.selectAll(), 'shifts', LATEST_FIRST, slice);
};

/** Shifts that were open at some moment of a range (ms UTC, both ends included), in their order. */
export const shiftsWithin = (db: Db, { from, to }: TimeRange): ShiftRow[] =>
  db.all(
    build
      .selectFrom('shifts')
      .selectAll()
      .where('opened_at', '<=', to)
      .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>=', from)]))
      .orderBy('id'),
  );

export const updateShift = (db: Db, id: number, changes: Updateable<ShiftsTable>): ShiftRow =>
  db.write(build.updateTable('shifts').set(changes).where('id', '=', id).returningAll());

/** What the bank has refused never came about. */
export const notRefused = sql<boolean>`(cash_sales.attempt_id is null or not exists (select 1 from attempts
  where attempts.id = cash_sales.attempt_id and attempts.status = 'refused' and attempts.accepted_at is null))`;

export const findCashSale = (db: Db, id: number): CashSaleRow | undefined =>
  db.get(build.selectFrom('cash_sales').selectAll().where('id', '=', id).where(notRefused));

/** @param items in their order @param _permit of the guard */
export const insertCashSale = (
  db: Db,
  sale: Omit<Insertable<CashSalesTable>, 'search_text'>,
  items: readonly Omit<Insertable<CashSaleItemsTable>, 'cash_sale_id' | 'position'>[],
  _permit: MoneyPermit<'sale' | 'give-back'>,
): CashSaleRow => {
  const search_text = searchText(sale.remark, ...items.map(({ name }) => name));
  const row = db.write(
    build
      .insertInto('cash_sales')
      .values({ ...sale, search_text })
      .returningAll(),
  );
  const values = items.map((item, position) => ({ ...item, cash_sale_id: row.id, position }));
  if (values.length > 0) db.run(build.insertInto('cash_sale_items').values(values));
  return row;
};

const itemsBySales = fixedQuery<CashSaleItemRow, [ids: string]>(() =>
  build
    .selectFrom('cash_sale_items')
    .selectAll()
    .where('cash_sale_id', 'in', sql<number>`(select value from json_each(${placeholder<string>()}))`)
    .orderBy('cash_sale_id')
    .orderBy('position'),
);

/** The lines of cash sales and returns, by their ids. */
export const itemsOfCashSales = (db: Db, ids: readonly number[]): Map<number, CashSaleItemRow[]> =>
  Map.groupBy(db.all(itemsBySales(JSON.stringify(ids))), ({ cash_sale_id }) => cash_sale_id);

/** The sale in parts whose rest is paid by an invoice. */
export const cashSaleOfInvoice = (db: Db, invoiceId: number): CashSaleRow | undefined =>
  db.get(
    build
      .selectFrom('cash_sales')
      .innerJoin('attempts', 'attempts.id', 'cash_sales.attempt_id')
      .selectAll('cash_sales')
      .where('attempts.invoice_id', '=', invoiceId)
      .where('is_refund', '=', 0),
  );

/** What a refund that failed would have given back by QR was not given back, whatever was given in cash. */
const FAILED = sql<boolean>`coalesce(attempts.status in ('refused', 'dropped'), 0)`;

/**
 * The returns of a sale that count, or may yet, in their order: `amount` is all of it, minor units, `qr_amount` what goes
 * by QR.
 */
export const returnsOfCashSale = (
  db: Db,
  id: number,
): Pick<CashSaleRow, 'id' | 'amount' | 'qr_amount' | 'rounding'>[] =>
  db.all(
    build
      .selectFrom('cash_sales')
      .leftJoin('attempts', 'attempts.id', 'cash_sales.attempt_id')
      .select(['cash_sales.id', 'rounding'])
      .select(sql<number>`cash_sales.amount - case when ${FAILED} then qr_amount else 0 end`.as('amount'))
      .select(sql<number>`case when ${FAILED} then 0 else qr_amount end`.as('qr_amount'))
      .where('return_of', '=', id)
      .where('voided_at', 'is', null)
      .where(
        sql<boolean>`(not ${FAILED} or (attempts.accepted_at is not null and cash_sales.amount > qr_amount))`,
      )
      .orderBy('cash_sales.id'),
  );

/** @param _permit of the guard */
export const updateCashSale = (
  db: Db,
  id: number,
  changes: Omit<Updateable<CashSalesTable>, 'remark' | 'search_text'>,
  _permit: MoneyPermit<'invalidate' | 'sale'>,
): CashSaleRow => db.write(build.updateTable('cash_sales').set(changes).where('id', '=', id).returningAll());

/** Its receipt goes to the printer at this moment, ms UTC; from then on it may be printed. */
export const noteCashReceipt = (db: Db, id: number, receipt_sent_at: number): void => {
  db.run(build.updateTable('cash_sales').set({ receipt_sent_at }).where('id', '=', id));
};

/** In their order. */
export const countsOfShift = (db: Db, shiftId: number): ShiftCountRow[] =>
  db.all(build.selectFrom('shift_counts').selectAll().where('shift_id', '=', shiftId).orderBy('id'));

/** Sums of what went through the till and counts, minor units. */
export interface CashSums {
  sales: number;
  sale_count: number;
  refunds: number;
  refund_count: number;
  /** What rounding added, less what it took off; the sums above include it. */
  rounding: number;
  cash_in: number;
  cash_out: number;
}

/** A return that went back by QR alone is none of cash. */
const salesSummed = () =>
  countedCash().select([
    sql<number>`coalesce(sum(amount * (1 - is_refund)), 0)`.as('sales'),
    sql<number>`coalesce(sum(1 - is_refund), 0)`.as('sale_count'),
    sql<number>`coalesce(sum(amount * is_refund), 0)`.as('refunds'),
    sql<number>`coalesce(sum(is_refund and amount > 0), 0)`.as('refund_count'),
    sql<number>`coalesce(sum(rounding * (1 - 2 * is_refund)), 0)`.as('rounding'),
  ]);
const movesSummed = () =>
  build
    .selectFrom('cash_moves')
    .select([
      sql<number>`coalesce(sum(case direction when 'in' then amount end), 0)`.as('cash_in'),
      sql<number>`coalesce(sum(case direction when 'out' then amount end), 0)`.as('cash_out'),
    ]);

const NO_SALES = { sales: 0, sale_count: 0, refunds: 0, refund_count: 0, rounding: 0 };
const NO_MOVES = { cash_in: 0, cash_out: 0 };

/** @param madeBy only of what this account (id) entered */
export const cashOfShift = (db: Db, shiftId: number, madeBy?: number): CashSums => {
  const sales = salesSummed().where('shift_id', '=', shiftId).where('is_carried', '=', 0);
  const moves = movesSummed().where('shift_id', '=', shiftId);
  return {
    ...(db.get(madeBy === undefined ? sales : sales.where('made_by', '=', madeBy)) ?? NO_SALES),
    ...(db.get(madeBy === undefined ? moves : moves.where('made_by', '=', madeBy)) ?? NO_MOVES),
  };
};

/** @param range of the times when they count, ms UTC, both ends included */
export const cashWithin = (db: ReadDb, { from, to }: TimeRange): CashSums => ({
  ...(db.get(salesSummed().where('at', '>=', from).where('at', '<=', to)) ?? NO_SALES),
  ...(db.get(movesSummed().where('made_at', '>=', from).where('made_at', '<=', to)) ?? NO_MOVES),
});

/** The latest time recorded of a shift, ms UTC. */
export const lastTimeOf = (db: Db, { id, opened_at, closed_at }: ShiftRow): number => {
  const found = [
    db.get(
      build
        .selectFrom('cash_sales')
        .where('shift_id', '=', id)
        .select(sql<number | null>`max(max(made_at, coalesce(voided_at, 0)))`.as('at')),
    ),
    ...(['cash_moves', 'shift_counts'] as const).map((table) =>
      db.get(
        build.selectFrom(table).where('shift_id', '=', id).select(sql<number | null>`max(made_at)`.as('at')),
      ),
    ),
  ];
  return Math.max(opened_at, closed_at ?? opened_at, ...found.map((each) => each?.at ?? opened_at));
};

/** Whether cash was entered at this moment (ms UTC) or later. */
export const hasCashSince = (db: ReadDb, since: number): boolean =>
  db.get(build.selectFrom('cash_sales').select('id').where('made_at', '>=', since).limit(1)) !== undefined;

/** A cash sale, or a return, that counts. */
export interface CountedSale {
  sale: CashSaleRow;
  /** In cash, minor units. */
  cash: number;
  /** When it counts, ms UTC. */
  at: number;
}

const countedOf = (db: Db, sales: readonly CashSaleRow[]): CountedSale[] => {
  if (sales.length === 0) return [];
  const ids = JSON.stringify(sales.map(({ id }) => id));
  const found = db.all(
    countedCash()
      .where('cash.id', 'in', sql<number>`(select value from json_each(${ids}))`)
      .select(['cash.id', 'cash.amount', 'cash.at']),
  );
  const byId = new Map(found.map((each) => [each.id, each]));
  return sales.flatMap((sale) => {
    const counts = byId.get(sale.id);
    return counts ? [{ sale, cash: counts.amount, at: counts.at }] : [];
  });
};

/** The sales in parts, by the invoices of their rest. */
export const partsOfInvoices = (db: Db, invoices: readonly number[]): Map<number, CashSaleRow> => {
  const rows = db.all(
    build
      .selectFrom('cash_sales')
      .innerJoin('attempts', 'attempts.id', 'cash_sales.attempt_id')
      .where('is_refund', '=', 0)
      .where('ended', 'is', null)
      .where(
        'attempts.invoice_id',
        'in',
        sql<number>`(select value from json_each(${JSON.stringify(invoices)}))`,
      )
      .selectAll('cash_sales')
      .select('attempts.invoice_id as invoice'),
  );
  return new Map(rows.map(({ invoice, ...sale }) => [invoice ?? 0, sale]));
};

/** The latest entries of the till and the latest shifts, of everyone, the newest first; what does not count left out. */
export const latestTill = (
  db: Db,
  limit: number,
): { sales: CountedSale[]; moves: CashMoveRow[]; shifts: ShiftRow[] } => ({
  sales: countedOf(
    db,
    db.all(
      build
        .selectFrom('cash_sales')
        .selectAll()
        .where('voided_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(limit),
    ),
  ),
  moves: db.all(build.selectFrom('cash_moves').selectAll().orderBy('id', 'desc').limit(limit)),
  shifts: db.all(build.selectFrom('shifts').selectAll().orderBy('id', 'desc').limit(limit)),
});
