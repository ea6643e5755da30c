import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import type { CashSalesTable, Tables } from './db/tables.ts';

/**
 * The one rule of what counts as cash: every sum of the drawer, the shift, the reports and the income book is one over
 * these rows. Of a sale in parts the cash counts from the moment when the invoice of the rest is paid, of its return from
 * the moment when the bank has taken the refund of the rest: both follow from the bank's state, which is kept once.
 */

type Kept = 'id' | 'shift_id' | 'is_carried' | 'is_refund' | 'amount' | 'qr_amount' | 'rounding' | 'made_by';

interface CountedCash extends Pick<Selectable<CashSalesTable>, Kept | 'return_of' | 'number'> {
  at: number;
}

const COLUMNS = [
  ...(['cash_sales.id', 'shift_id', 'is_carried', 'is_refund', 'qr_amount', 'rounding', 'made_by'] as const),
  ...(['return_of', 'cash_sales.number'] as const),
  sql<number>`cash_sales.amount - qr_amount`.as('amount'),
] as const;

/** The pluses keep SQLite from the indexes of all invoices: there are far fewer sales in parts. */
const IS_PAID = sql<boolean>`(+invoices.paid_date is not null and +invoices.status in ('success', 'reversed'))`;
const IS_REFUNDED = sql<boolean>`(attempts.status = 'done' or attempts.accepted_at is not null)`;

/** Sales and returns that need no bank: those in cash alone, and those whose rest was taken in cash in the end. */
const inCashAlone = () =>
  build
    .selectFrom('cash_sales')
    .where('voided_at', 'is', null)
    .where((eb) => eb.or([eb('attempt_id', 'is', null), eb('ended', '=', 'cash')]))
    .select([...COLUMNS, 'made_at as at']);

/** What became of a sale is the people's word; without one, the bank's counts. */
const withQr = () =>
  build
    .selectFrom('cash_sales')
    .innerJoin('attempts', 'attempts.id', 'cash_sales.attempt_id')
    .where('cash_sales.attempt_id', 'is not', null)
    .where('ended', 'is', null);

const salesInParts = () =>
  withQr()
    .where('is_refund', '=', 0)
    .innerJoin('invoices', 'invoices.id', 'attempts.invoice_id')
    .where(IS_PAID)
    .select([...COLUMNS, sql<number>`+invoices.paid_date`.as('at')]);

const returnsInParts = () =>
  withQr()
    .where('is_refund', '=', 1)
    .where(IS_REFUNDED)
    .select([
      ...COLUMNS,
      sql<number>`coalesce(attempts.accepted_at, attempts.settled_at, cash_sales.made_at)`.as('at'),
    ]);

/**
 * A table for queries, under the name `cash`: `amount` is in cash, minor units, and `qr_amount` went by QR; `at` is when it
 * counts, ms UTC. What is carried counts in no shift until the next one opens.
 */
export const countedCash = (): SelectQueryBuilder<Tables & { cash: CountedCash }, 'cash', object> =>
  build.selectFrom(inCashAlone().unionAll(salesInParts()).unionAll(returnsInParts()).as('cash'));

/** What does not count, but may yet. */
const uncounted = () =>
  withQr()
    .leftJoin('invoices', 'invoices.id', 'attempts.invoice_id')
    .where('attempts.status', '!=', 'refused')
    .where(sql<boolean>`case is_refund when 0 then ${IS_PAID} else ${IS_REFUNDED} end is not 1`);

/** The cash of sales in parts that do not count, minor units: it lies aside. */
export const cashAside = (db: Db): number =>
  db.get(
    uncounted()
      .where('is_refund', '=', 0)
      .select(sql<number>`coalesce(sum(cash_sales.amount - qr_amount), 0)`.as('sum')),
  )?.sum ?? 0;

/** A closed shift keeps its sums: what counts later counts in the next one. */
export const carryUncounted = (db: Db, shiftId: number): void => {
  const ids = uncounted().where('shift_id', '=', shiftId).select('cash_sales.id');
  db.run(build.updateTable('cash_sales').set({ is_carried: 1 }).where('id', 'in', ids));
};

export const takeCarried = (db: Db, shift_id: number): void => {
  db.run(
    build
      .updateTable('cash_sales')
      .set({ shift_id, is_carried: 0 })
      .where('attempt_id', 'is not', null)
      .where('is_carried', '=', 1)
      .where('ended', 'is', null),
  );
};
