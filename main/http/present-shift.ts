import { numberDisplay } from '../../shared/api/invoices.ts';
import type { CashMove, CashSale, Shift, TillCash } from '../../shared/api/shifts.ts';
import { DISCOUNT_SCALE, QUANTITY_SCALE } from '../../shared/money.ts';
import { isoTime, isoTimeOrNull } from '../../shared/time.ts';
import { cashSold } from '../money/cash/return.ts';
import { tillCash } from '../money/shifts/open-shift.ts';
import { mayVoid } from '../money/shifts/visibility.ts';
import { accountName } from '../shop/accounts/accounts.ts';
import type { Actor } from '../shop/accounts/sessions.ts';
import type { Db } from '../store/db/connection.ts';
import {
  type CashMoveRow,
  type CashSaleItemRow,
  type CashSaleRow,
  cashOfShift,
  countsOfShift,
  findShift,
  itemsOfCashSales,
  type ShiftRow,
} from '../store/shifts.ts';

const OPEN = {
  ...{ sales: null, sale_count: null, refunds: null, refund_count: null, rounding: null },
  ...{ cash_in: null, cash_out: null, counts: null },
};

const nameOrNull = (db: Db, account: number | null): string | null =>
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
    ...{ cash, difference: cash - expected_cash },
    ...{ made_by: accountName(db, made_by), made_at: isoTime(made_at) },
  })),
});

/** For whoever sees the takings. */
export const presentTill = (db: Db, row: ShiftRow): TillCash => ({
  opening_cash: row.opening_cash,
  ...cashOfShift(db, row.id),
  expected_cash: tillCash(db, row),
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

/** Of a return or a voided sale nothing can come back. */
const unreturned = (row: CashSaleItemRow) => ({ row, returned: 0 });

export const presentCashSale = (db: Db, row: CashSaleRow, actor: Actor): CashSale => {
  const sold = row.is_refund === 1 || row.voided_at !== null ? undefined : cashSold(db, row);
  const lines = sold?.lines ?? (itemsOfCashSales(db, [row.id]).get(row.id) ?? []).map(unreturned);
  return {
    id: row.id,
    number: row.number,
    number_display: row.number === null ? '' : numberDisplay(row.number),
    shift: row.shift_id,
    items: lines.map(
      ({ row: { id, name, price, quantity, unit, product_id, discount, amount }, returned }) => ({
        id,
        name,
        price,
        quantity: quantity / 10 ** QUANTITY_SCALE,
        unit,
        product: product_id,
        discount_pct: discount / 10 ** DISCOUNT_SCALE,
        amount,
        returned: returned / 10 ** QUANTITY_SCALE,
      }),
    ),
    total: row.amount - row.rounding,
    rounding: row.rounding,
    amount: row.amount,
    received: row.received,
    change: row.received === null ? null : row.received - row.amount,
    left: sold?.left ?? 0,
    is_refund: row.is_refund === 1,
    return_of: row.return_of,
    reason: row.reason,
    remark: row.remark,
    made_by: accountName(db, row.made_by),
    made_at: isoTime(row.made_at),
    voided_by: nameOrNull(db, row.voided_by),
    voided_at: isoTimeOrNull(row.voided_at),
    void_reason: row.void_reason,
    is_voidable:
      row.voided_at === null && findShift(db, row.shift_id)?.closed_at === null && mayVoid(actor, row),
  };
};
