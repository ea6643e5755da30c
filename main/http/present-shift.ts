import { type CashMove, cashMove, type Shift, shift, type TillCash } from '../../shared/api/shifts.ts';
import { isoTime } from '../../shared/time.ts';
import { tillCash } from '../money/shifts/open-shift.ts';
import { present } from '../platform/present.ts';
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
export const presentShift = (db: Db, row: ShiftRow): Shift =>
  present(shift, {
    ...row,
    is_open: row.closed_at === null,
    opened_by: accountName(db, row.opened_by),
    closed_by: nameOrNull(db, row.closed_by),
    ...(row.closed_at === null
      ? OPEN
      : {
          ...cashOfShift(db, row.id),
          counts: countsOfShift(db, row.id).map(({ cash, expected_cash, made_by, made_at }) => ({
            cash,
            difference: cash - expected_cash,
            made_by: accountName(db, made_by),
            made_at: isoTime(made_at),
          })),
        }),
    difference:
      row.closing_cash === null || row.expected_cash === null ? null : row.closing_cash - row.expected_cash,
    is_clock_behind: row.clock_behind === 1,
  });

/** For whoever sees the takings. */
export const presentTill = (db: Db, row: ShiftRow): TillCash => ({
  opening_cash: row.opening_cash,
  ...cashOfShift(db, row.id),
  expected_cash: tillCash(db, row),
  aside: row.closed_at === null ? cashAside(db) : 0,
});

export const presentCashMove = (db: Db, row: CashMoveRow): CashMove =>
  present(cashMove, { ...row, shift: row.shift_id, made_by: accountName(db, row.made_by) });
