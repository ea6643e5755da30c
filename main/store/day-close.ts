import { type SqlBool, sql } from 'kysely';
import { build, type Db, type ReadDb } from './db/connection.ts';
import type { TimeRange } from './db/days.ts';
import { countOf } from './db/list.ts';
import { inHryvnia, sumOfAmounts, takenAmount } from './invoices/filter.ts';

const paid = ({ from, to }: TimeRange) =>
  build
    .selectFrom('invoices')
    .where('paid_date', '>=', from)
    .where('paid_date', '<=', to)
    // The plus keeps SQLite from using the status index: nearly all invoices have these statuses.
    .where(sql<SqlBool>`+status in ('success', 'reversed')`);

export interface Counted {
  count: number;
  amount: number;
}
const NONE: Counted = { count: 0, amount: 0 };

const counted = [sql<number>`count(*)`.as('count'), sumOfAmounts.as('amount')];
/** Of a hold captured in part, only that part was paid. */
const countedPaid = [
  sql<number>`count(*)`.as('count'),
  sql<number>`coalesce(sum(${inHryvnia(takenAmount)}), 0)`.as('amount'),
];

/** Payments that were not created by Kramar. */
export const foreignPayments = (db: Db, range: TimeRange): Counted =>
  db.get(paid(range).where('created_locally', '=', 0).select(countedPaid)) ?? NONE;

/** The number of the range's first or last payment. */
export const numberAtEnd = (db: Db, range: TimeRange, end: 'first' | 'last'): number | undefined => {
  const direction = end === 'first' ? 'asc' : 'desc';
  return db.get(
    paid(range).select('number').orderBy('paid_date', direction).orderBy('id', direction).limit(1),
  )?.number;
};

/** Invoices created in the range and not paid, by outcome. */
export const unpaidInvoices = (
  db: Db,
  { from, to }: TimeRange,
): Record<'open' | 'expired' | 'failed', Counted> => {
  const rows = db.all(
    build
      .selectFrom('invoices')
      .where('created_date', '>=', from)
      .where('created_date', '<=', to)
      .where('status', 'in', ['created', 'processing', 'expired', 'failure'])
      .select(
        sql<
          'open' | 'expired' | 'failed'
        >`case status when 'expired' then 'expired' when 'failure' then 'failed'
          else 'open' end`.as('became'),
      )
      .select(counted)
      .groupBy('became'),
  );
  const found = new Map(rows.map(({ became, ...sums }) => [became, sums]));
  return {
    open: found.get('open') ?? NONE,
    expired: found.get('expired') ?? NONE,
    failed: found.get('failed') ?? NONE,
  };
};

/** Requests to the bank in the range whose outcome is unknown. */
export const countDoubtsBetween = (db: ReadDb, { from, to }: TimeRange): number =>
  countOf(
    db,
    build
      .selectFrom('attempts')
      .where('status', '=', 'in_doubt')
      .where('created_at', '>=', from)
      .where('created_at', '<=', to),
  );
