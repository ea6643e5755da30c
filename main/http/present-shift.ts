import type { CashMove, Shift, TillCash } from '../../shared/api/shifts.ts';
import { isoTime, isoTimeOrNull } from '../../shared/time.ts';
import { tillCash } from '../money/shifts/open-shift.ts';
import { accountName } from '../shop/accounts/accounts.ts';
import type { CashMoveRow } from '../store/cash-moves.ts';
import { cashAside } from '../store/counted-cash.ts';
import type { Db } from '../store/db/connection.ts';
import { cashOfShift, countsOfShift, type ShiftRow } from '../store/shifts.ts';

const OPEN = {
  sales: null,
  sale_count: null,
  refunds: null,
  refund_count: null,
  rounding: null,
  cash_in: null,
  cash_out: null,
  counts: null,
};

export const nameOrNull = (db: Db, account: number | null): string | null =>
  account === null ? null : accountName(db, account);

/** The sums of an open shift are left out, so that cash is counted without knowing what is expected. */
export const presentShift = (db: Db, row: ShiftRow): Shift => ({
  id: row.id,
  is_open: row.closed_at === null,
  opened_by: accountName(db, row.opened_by),
  opened_at: isoTime(row.opened_at),
  opening_cash: row.opening_cash,
  opening_remark: row.opening_remark,
  closed_by: nameOrNull(db, row.closed_by),
  closed_at: isoTimeOrNull(row.closed_at),
  closing_cash: row.closing_cash,
  closing_remark: row.closing_remark,
  ...(row.closed_at === null ? OPEN : closedSums(db, row.id)),
  expected_cash: row.expected_cash,
  difference:
    row.closing_cash === null || row.expected_cash === null ? null : row.closing_cash - row.expected_cash,
  is_clock_behind: row.clock_behind === 1,
});

const closedSums = (db: Db, shift: number) => ({
  ...cashOfShift(db, shift),
  counts: countsOfShift(db, shift).map(({ cash, expected_cash, made_by, made_at }) => ({
    cash,
    difference: cash - expected_cash,
    made_by: accountName(db, made_by),
    made_at: isoTime(made_at),
  })),
});

/** For whoever sees the takings. */
export const presentTill = (db: Db, row: ShiftRow): TillCash => ({
  opening_cash: row.opening_cash,
  ...cashOfShift(db, row.id),
  expected_cash: tillCash(db, row),
  aside: row.closed_at === null ? cashAside(db) : 0,
});

export const presentCashMove = (db: Db, row: CashMoveRow): CashMove => ({
  id: row.id,
  shift: row.shift_id,
  direction: row.direction,
  amount: row.amount,
  reason: row.reason,
  made_by: accountName(db, row.made_by),
  made_at: isoTime(row.made_at),
});
