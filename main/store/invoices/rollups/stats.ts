import type { Stats, StatsQuery } from '../../../../shared/api/stats.ts';
import type { Db } from '../../db/connection.ts';
import { sumOf, sumsOf } from './rollups.ts';

/** What is not paid: every status but success, refunded payments included. */
export const invoiceStats = (db: Db, query: StatsQuery): Stats => {
  const sums = sumsOf(db, query);
  const all = sumOf(sums);
  return {
    total_count: all.count,
    success_count: sums.success.count,
    created_count: sums.created.count,
    expired_count: sums.expired.count,
    failure_count: sums.failure.count,
    total_amount: all.amount,
    success_amount: sums.success.taken,
    unpaid_amount: all.amount - sums.success.amount,
  };
};
