import { type RawBuilder, sql } from 'kysely';
import { CURRENCY_UAH } from '../../shared/money.ts';
import { countedCash } from './counted-cash.ts';
import type { ReadDb } from './db/connection.ts';
import { quarterSql } from './db/days.ts';
import { countOf } from './db/list.ts';
import { paid, type SeriesFilter, type SumsBy, type SumsKey } from './series.ts';

/** What was sold for cash and given back in it, for the same reports as the payments by QR. */

const NO_KEY = sql<SumsKey>`null`;

/** A till has no terminal. */
const KEYS: Partial<Record<SumsBy, RawBuilder<SumsKey>>> = {
  quarter: sql.raw<SumsKey>(quarterSql('cash.at')),
  employee: sql`cash.made_by`,
};

/** Whether a filter leaves any cash. */
const hasCash = ({ tender, terminal, cash_register, ccy = CURRENCY_UAH }: SeriesFilter): boolean =>
  (tender === 'cash' || tender === 'all') &&
  terminal === undefined &&
  cash_register === undefined &&
  ccy === CURRENCY_UAH;

const counted = ({ from, to }: SeriesFilter) => {
  const all = countedCash();
  const begun = from === undefined ? all : all.where('cash.at', '>=', from);
  return to === undefined ? begun : begun.where('cash.at', '<=', to);
};

export interface CashPoint {
  key: SumsKey;
  gross: number;
  count: number;
  refunds: number;
  refund_count: number;
}

/** Of a sale or a return in parts its cash; beside the payments by QR it is counted there. */
export const cashSums = (db: ReadDb, filter: SeriesFilter, by: SumsBy): CashPoint[] => {
  if (!hasCash(filter)) return [];
  const own = filter.tender === 'all' ? sql.ref('cash.qr_amount') : sql.lit(0);
  const isCounted = sql<number>`(cash.amount > 0 and ${own} = 0)`;
  return db.all(
    counted(filter)
      .select([
        (KEYS[by] ?? NO_KEY).as('key'),
        sql<number>`sum(cash.amount * (1 - cash.is_refund))`.as('gross'),
        sql<number>`sum(${isCounted} * (1 - cash.is_refund))`.as('count'),
        sql<number>`sum(cash.amount * cash.is_refund)`.as('refunds'),
        sql<number>`sum(${isCounted} * cash.is_refund)`.as('refund_count'),
      ])
      .groupBy('key'),
  );
};

/** A line of a sale or a return; one by amount is one line without a product, or the lines of the sale it gives back. */
export interface CashLine {
  sale: number;
  isRefund: 0 | 1;
  product: number | null;
  /** Thousandths. */
  quantity: number;
  /** Weight of the line. */
  amount: number;
  /** Of the whole sale or return. */
  taken: number;
  /** The part of it that went by QR. */
  byQr: number;
}

/** Those of each sale together; of one in parts the goods of both, unless only cash is asked for. */
export const cashLines = (db: ReadDb, filter: SeriesFilter): CashLine[] => {
  if (!hasCash(filter)) return [];
  const byQr = filter.tender === 'all' ? sql<number>`cash.qr_amount` : sql<number>`0`;
  return db.all(
    counted(filter)
      .leftJoin('cash_sale_items as item', (join) =>
        join.on(
          'item.cash_sale_id',
          '=',
          sql<number>`iif(exists (select 1 from cash_sale_items own where own.cash_sale_id = cash.id),
            cash.id, cash.return_of)`,
        ),
      )
      .select([
        'cash.id as sale',
        'cash.is_refund as isRefund',
        'item.product_id as product',
        sql<number>`coalesce(item.quantity, 0)`.as('quantity'),
        sql<number>`coalesce(item.amount, 1)`.as('amount'),
        sql<number>`cash.amount + ${byQr}`.as('taken'),
        byQr.as('byQr'),
      ])
      .orderBy('cash.id')
      .orderBy('item.position'),
  );
};

/** How many sales were paid in parts. */
export const countParts = (db: ReadDb, filter: SeriesFilter): number =>
  countOf(db, counted(filter).where('cash.is_refund', '=', 0).where('cash.qr_amount', '>', 0));

/** Goods at their prices less what is to be paid: a surcharge is no discount. */
const discount = (goods: RawBuilder<unknown>, total: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(max(0, coalesce((select sum((price * quantity + 500) / 1000) from ${goods}), 0)
    - (${total}))), 0)`.as('given');

/** What was taken off the prices of the goods sold in the range, by QR and in cash, minor units. */
export const discountsGiven = (db: ReadDb, filter: SeriesFilter): number => {
  const byQr = paid(filter).select(
    discount(sql`invoice_items where invoice_id = invoices.id`, sql`invoices.amount`),
  );
  const inCash = counted(filter)
    .where('cash.is_refund', '=', 0)
    .select(
      discount(
        sql`cash_sale_items where cash_sale_id = cash.id`,
        sql`cash.amount + cash.qr_amount - cash.rounding`,
      ),
    );
  return (db.get(byQr)?.given ?? 0) + (db.get(inCash)?.given ?? 0);
};
