import { accountName } from '../../shop/accounts/accounts.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { refusal } from '../../shop/errors.ts';
import { carryUncounted, takeCarried } from '../../store/counted-cash.ts';
import type { ClockContext } from '../../store/db/connection.ts';
import { bit } from '../../store/db/list.ts';
import {
  type CashSaleRow,
  findCashSale,
  insertCashSale,
  insertShift,
  openShiftOf,
  returnsOfCashSale,
  type ShiftRow,
  updateCashSale,
  updateShift,
} from '../../store/shifts.ts';
import { permitCashAmount, permitCashReturn } from '../guard/cash.ts';
import { permitEntry } from '../guard/entries.ts';
import { refuseOtherThanCounted } from './counts.ts';
import {
  recordShift,
  type ShiftContext,
  shiftAction,
  shiftRefusal,
  stillOpen,
  tillCash,
  timeInShift,
} from './open-shift.ts';
import { isCashAlone, rightToVoid } from './visibility.ts';

/** Opens and closes shifts, and enters and voids their cash sales. */

interface CashCount {
  cash: number;
  remark: string;
}

/** @throws ValidationError shift_open: another shift is open; names who opened it, and when */
export const openShift = (context: ShiftContext, actor: Actor, { cash, remark }: CashCount): ShiftRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const open = openShiftOf(db);
    if (open) throw shiftRefusal(db, 'shift_open', 'A shift is open already', open.opened_by, open.opened_at);
    const shift = insertShift(db, {
      opened_by: actor.id,
      opened_at: now(),
      opening_cash: cash,
      opening_remark: remark,
    });
    takeCarried(db, shift.id);
    recordShift(context, shift.id, 'shift_opened', { amount: cash });
    return shift;
  });
};

/** Keeps the expected cash beside the counted one. @throws ValidationError shift_closed, other_count */
export const closeShift = (
  context: ShiftContext,
  actor: Actor,
  id: number,
  { cash, remark }: CashCount,
): ShiftRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = stillOpen(db, id);
    const expected = tillCash(db, shift);
    refuseOtherThanCounted(db, shift, actor, cash, expected);
    carryUncounted(db, id);
    const closed = updateShift(db, id, {
      closed_by: actor.id,
      closed_at: timeInShift(db, shift, now()),
      closing_cash: cash,
      expected_cash: expected,
      closing_remark: remark,
    });
    recordShift(context, id, 'shift_closed', { amount: cash, difference: cash - expected });
    return closed;
  });
};

interface CashEntry {
  amount: number;
  isRefund: boolean;
  remark: string;
  reason: string;
}

/**
 * Enters a cash sale, or a cash refund, by its amount, in an open shift: the rules are those of goods for cash.
 * @throws ForbiddenError, ValidationError shift_closed
 */
export const enterCashSale = (
  context: ClockContext,
  actor: Actor,
  shiftId: number,
  { amount, isRefund, remark, reason }: CashEntry,
): CashSaleRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = stillOpen(db, shiftId);
    const action = shiftAction(shiftId, 'cash_refund_entered', { amount, ...(reason && { reason }) });
    const permit = isRefund
      ? permitCashReturn(context, { by: actor, amount, isTyped: true, reason, action }).permit
      : permitCashAmount(actor, amount);
    const entry = {
      shift_id: shiftId,
      amount,
      is_refund: bit(isRefund),
      remark,
      reason,
      made_by: actor.id,
      made_at: timeInShift(db, shift, now()),
    };
    return insertCashSale(db, entry, [], permit);
  });
};

/** Voids an entry of an open shift; it stays in the list. @throws ForbiddenError, ValidationError shift_closed, voided */
export const voidCashSale = (
  context: ShiftContext,
  actor: Actor,
  loaded: CashSaleRow,
  reason: string,
): CashSaleRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const sale = findCashSale(db, loaded.id) ?? loaded;
    const shift = stillOpen(db, sale.shift_id);
    const { voided_by, voided_at } = sale;
    if (voided_by !== null && voided_at !== null)
      throw shiftRefusal(db, 'voided', 'This entry is voided already', voided_by, voided_at);
    if (!isCashAlone(sale))
      throw refusal(
        'in_parts',
        'Part of it goes by QR: return it, or end it while the QR is not paid. Nothing was changed.',
      );
    if (returnsOfCashSale(db, sale.id).length > 0)
      throw refusal(
        'returned',
        'Goods of this sale were returned. Void the return first. Nothing was changed.',
      );
    const { amount, made_by } = sale;
    const permit = permitEntry(context, {
      by: actor,
      act: 'invalidate',
      amount,
      right: rightToVoid(actor, sale),
      action: shiftAction(shift.id, 'cash_sale_voided', {
        amount,
        reason,
        made_by: accountName(db, made_by),
      }),
    });
    const changes = { voided_by: actor.id, voided_at: timeInShift(db, shift, now()), void_reason: reason };
    return updateCashSale(db, sale.id, changes, permit);
  });
};
