import {
  closureSums,
  type DayClosure,
  dayClosure,
  type MonthClosure,
  monthClosure,
} from '../../shared/api/closures.ts';
import { type ClosureSums, changeBetween, isSame, takingsOf } from '../money/closures/sums.ts';
import { present } from '../platform/present.ts';
import { type ClosureRow, latestClosure } from '../store/closures.ts';
import type { Db } from '../store/db/connection.ts';
import { nameOrNull } from './present-shift.ts';

export const presentSums = (sums: ClosureSums): DayClosure['sums'] =>
  present(closureSums, { ...sums, takings: takingsOf(sums) });

/** A closure of an earlier version has none of the three. */
const NOT_YET_SUMMED = { rounding: 0, part_count: 0, discounts: 0 };

/** @param now the sums of the same period, as they are now */
const closureFields = (db: Db, row: ClosureRow, now: ClosureSums) => {
  const then: ClosureSums = JSON.parse(row.sums);
  return {
    ...row,
    is_latest: latestClosure(db, row.kind, row.period)?.id === row.id,
    closed_by: nameOrNull(db, row.closed_by),
    sums: presentSums({ ...NOT_YET_SUMMED, ...then }),
    differences: JSON.parse(row.differences),
    is_changed: !isSame(then, now),
    change: changeBetween(then, now),
  };
};

export const presentDayClosure = (db: Db, row: ClosureRow, now: ClosureSums): DayClosure =>
  present(dayClosure, { ...closureFields(db, row, now), date: row.period });

export const presentMonthClosure = (db: Db, row: ClosureRow, now: ClosureSums): MonthClosure =>
  present(monthClosure, { ...closureFields(db, row, now), month: row.period });
