import { closureSums, type DayClosure, type MonthClosure } from '../../shared/api/closures.ts';
import { isoTime } from '../../shared/time.ts';
import { type ClosureSums, changeBetween, isSame, takingsOf } from '../money/closures/sums.ts';
import { accountName } from '../shop/accounts/accounts.ts';
import { type ClosureRow, latestClosure } from '../store/closures.ts';
import type { Db } from '../store/db/connection.ts';
import { present } from './present.ts';

export const presentSums = (sums: ClosureSums): DayClosure['sums'] =>
  present(closureSums, sums, { takings: takingsOf(sums) });

/** A closure of an earlier version has none of the three. */
const NOT_YET_SUMMED = { rounding: 0, part_count: 0, discounts: 0 };

/** @param now the sums of the same period, as they are now */
const presentCommon = (db: Db, row: ClosureRow, now: ClosureSums) => {
  const then: ClosureSums = JSON.parse(row.sums);
  return {
    version: row.version,
    is_latest: latestClosure(db, row.kind, row.period)?.id === row.id,
    closed_by: row.closed_by === null ? null : accountName(db, row.closed_by),
    closed_at: isoTime(row.closed_at),
    sums: presentSums({ ...NOT_YET_SUMMED, ...then }),
    differences: JSON.parse(row.differences),
    remark: row.remark,
    is_changed: !isSame(then, now),
    change: changeBetween(then, now),
  };
};

export const presentDayClosure = (db: Db, row: ClosureRow, now: ClosureSums): DayClosure => ({
  id: row.id,
  date: row.period,
  ...presentCommon(db, row, now),
  cash_taken: row.cash_taken,
  cash_left: row.cash_left,
});

export const presentMonthClosure = (db: Db, row: ClosureRow, now: ClosureSums): MonthClosure => ({
  id: row.id,
  month: row.period,
  ...presentCommon(db, row, now),
});
