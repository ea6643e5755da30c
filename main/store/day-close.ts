import { type SqlBool, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { sumOfAmounts } from './invoices/invoices.ts';

/** Both ends belong to it, ms UTC. */
interface Range {
  from: number;
  to: number;
}

const paid = ({ from, to }: Range) =>
  build
    .selectFrom('invoices')
    .where('paid_date', '>=', from)
    .where('paid_date', '<=', to)
    // The plus keeps SQLite from going by it: nearly all invoices are of these.
    .where(sql<SqlBool>`+status in ('success', 'reversed')`);

export interface Counted {
  count: number;
  amount: number;
}
const NONE: Counted = { count: 0, amount: 0 };

const counted = [sql<number>`count(*)`.as('count'), sumOfAmounts.as('amount')];

/** Payments that were not asked for here. */
export const foreignPayments = (db: Db, range: Range): Counted =>
  db.get(paid(range).where('created_locally', '=', 0).select(counted)) ?? NONE;

/** Of the first, or the last, payment of the range. */
export const numberAtEnd = (db: Db, range: Range, end: 'first' | 'last'): number | undefined => {
  const direction = end === 'first' ? 'asc' : 'desc';
  return db.get(
    paid(range).select('number').orderBy('paid_date', direction).orderBy('id', direction).limit(1),
  )?.number;
};

/** What was opened in the range and is not paid, by what became of it. */
export const unpaidInvoices = (
  db: Db,
  { from, to }: Range,
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

/** What the bank was asked in the range, and nobody knows yet whether it did it. */
export const countDoubtsBetween = (db: Db, { from, to }: Range): number =>
  db.get(
    build
      .selectFrom('attempts')
      .where('status', '=', 'in_doubt')
      .where('created_at', '>=', from)
      .where('created_at', '<=', to)
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )?.count ?? 0;
