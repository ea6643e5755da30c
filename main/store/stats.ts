import { sql } from 'kysely';
import type { InvoiceStatus } from '../../shared/api/invoices.ts';
import type { Stats, StatsQuery } from '../../shared/api/stats.ts';
import { build, type Db } from './database.ts';
import { matches, takings } from './invoices.ts';

const EMPTY: Stats = {
  total_count: 0,
  success_count: 0,
  created_count: 0,
  expired_count: 0,
  failure_count: 0,
  total_amount: 0,
  success_amount: 0,
  unpaid_amount: 0,
};

const count = (status: InvoiceStatus) => sql<number>`count(*) filter (where status = ${sql.lit(status)})`;

/** What is not paid: every status but success, refunded payments included (decisions.md, "Statistics"). */
export const invoiceStats = (db: Db, query: StatsQuery): Stats =>
  db.get(
    build
      .selectFrom('invoices')
      .where((eb) => matches(eb, query))
      .select([
        sql<number>`count(*)`.as('total_count'),
        count('success').as('success_count'),
        count('created').as('created_count'),
        count('expired').as('expired_count'),
        count('failure').as('failure_count'),
        sql<number>`coalesce(sum(amount), 0)`.as('total_amount'),
        takings.as('success_amount'),
        sql<number>`coalesce(sum(amount) filter (where status <> 'success'), 0)`.as('unpaid_amount'),
      ]),
  ) ?? EMPTY;
