import type { Actor } from '../../shop/accounts/sessions.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { countsOfShift, insertShiftCount, type ShiftCountRow, type ShiftRow } from '../../store/shifts.ts';
import {
  recordShift,
  type ShiftContext,
  shiftRefusal,
  stillOpen,
  tillCash,
  timeInShift,
} from './open-shift.ts';
import { entriesOf } from './visibility.ts';

/** Counts of cash before a shift is closed. What is expected is in no answer: whoever counts is not to know it. */

/** A count that differs may be repeated once. */
const TRIES = 2;

export interface ShiftCount {
  matches: boolean;
  /** How often cash may be counted again. */
  triesLeft: number;
}

const matches = ({ cash, expected_cash }: ShiftCountRow): boolean => cash === expected_cash;

/**
 * Keeps a count. One that matches, and the second one, are final.
 * @throws ValidationError shift_closed, count_final
 */
export const countTill = (context: ShiftContext, actor: Actor, id: number, cash: number): ShiftCount => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = stillOpen(db, id);
    const earlier = countsOfShift(db, id);
    const final = finalOf(earlier);
    if (final)
      throw shiftRefusal(
        db,
        'count_final',
        'The cash of this shift has been counted',
        final.made_by,
        final.made_at,
      );
    const expected_cash = tillCash(db, shift);
    const count = insertShiftCount(db, {
      shift_id: id,
      cash,
      expected_cash,
      made_by: actor.id,
      made_at: timeInShift(db, shift, now()),
    });
    recordShift(context, id, 'cash_counted', { amount: cash, difference: cash - expected_cash });
    const triesLeft = matches(count) ? 0 : TRIES - earlier.length - 1;
    return { matches: matches(count), triesLeft };
  });
};

const finalOf = (counts: readonly ShiftCountRow[]): ShiftCountRow | undefined => {
  const last = counts.at(-1);
  return last && (matches(last) || counts.length >= TRIES) ? last : undefined;
};

/**
 * A final count is the one that whoever counts unseen closes with, as long as nothing went through the till since: a third
 * sum would make the two counts worthless.
 * @throws ValidationError other_count
 */
export const refuseOtherThanCounted = (
  db: Db,
  { id }: ShiftRow,
  actor: Actor,
  cash: number,
  expected: number,
): void => {
  if (entriesOf(actor) === undefined) return;
  const final = finalOf(countsOfShift(db, id));
  if (final && final.expected_cash === expected && final.cash !== cash)
    throw fieldRefusal(
      'closing_cash',
      'other_count',
      'Another sum was counted last. The shift closes with that one.',
    );
};
