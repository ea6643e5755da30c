import type { Actor } from '../../shop/accounts/sessions.ts';
import { deleteCart } from '../../store/carts.ts';
import type { ClockContext } from '../../store/db/connection.ts';
import { type CashSaleRow, insertCashSale } from '../../store/shifts.ts';
import { type CashGoods, permitCashSale } from '../guard/cash.ts';
import { soldRows } from '../sale/basket.ts';
import { currentShift, timeInShift } from '../shifts/open-shift.ts';

export interface CashSaleInput extends CashGoods {
  comment: string;
}

/**
 * Sells goods, or an amount, for cash into the open shift. A cart that is sold ends with it, in the same
 * transaction.
 * @throws ForbiddenError, ValidationError no_shift, or what is wrong with the goods or the received sum
 */
export const sellForCash = (
  context: ClockContext,
  actor: Actor,
  { comment, ...goods }: CashSaleInput,
  approval?: string,
): CashSaleRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = currentShift(db);
    const { priced, amount, number, approved_by, permit } = permitCashSale(context, actor, goods, approval);
    const sale = insertCashSale(
      db,
      {
        shift_id: shift.id,
        amount,
        is_refund: 0,
        remark: comment,
        made_by: actor.id,
        made_at: timeInShift(db, shift, now()),
        number,
        rounding: amount - priced.total,
        received: goods.received ?? null,
        approved_by,
      },
      soldRows(priced.items),
      permit,
    );
    if (goods.cart !== undefined) deleteCart(db, goods.cart);
    return sale;
  });
};
