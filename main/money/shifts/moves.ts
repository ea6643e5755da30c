import type { Actor } from '../../shop/accounts/sessions.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import { type CashMoveRow, insertCashMove } from '../../store/cash-moves.ts';
import { permitEntry } from '../guard/entries.ts';
import { RIGHT_TO } from '../guard/rights.ts';
import { type ShiftContext, shiftAction, stillOpen, tillCash, timeInShift } from './open-shift.ts';
import { entriesOf } from './visibility.ts';

/** Minor units. */
interface CashMove {
  direction: 'in' | 'out';
  amount: number;
  reason: string;
}

/**
 * Puts cash in the till or takes it out, in an open shift. More than there is cannot be taken out. Whoever counts unseen
 * is measured by what they may see: their own entries and the opening cash, so that a refusal tells them nothing of
 * what is expected.
 * @throws ForbiddenError, ValidationError shift_closed, more_than_till
 */
export const moveCash = (
  context: ShiftContext,
  actor: Actor,
  shiftId: number,
  { direction, amount, reason }: CashMove,
): CashMoveRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = stillOpen(db, shiftId);
    if (direction === 'out' && amount > tillCash(db, shift, entriesOf(actor)))
      throw fieldRefusal('amount', 'more_than_till', 'By the entries that you may see, the till holds less.');
    const code = direction === 'in' ? 'cash_put_in' : 'cash_taken_out';
    const permit = permitEntry(context, {
      by: actor,
      act: 'cash-move',
      amount,
      right: RIGHT_TO.sell,
      action: shiftAction(shiftId, code, { amount, reason }),
    });
    return insertCashMove(
      db,
      {
        shift_id: shiftId,
        direction,
        amount,
        reason,
        made_by: actor.id,
        made_at: timeInShift(db, shift, now()),
      },
      permit,
    );
  });
};
