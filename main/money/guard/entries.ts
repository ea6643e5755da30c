import type { Permission } from '../../../shared/permissions.ts';
import { MoneyPermit } from '../../platform/money-permit.ts';
import { type Actor, requireRight } from '../../shop/accounts/sessions.ts';
import { type Action, recordAction } from '../../shop/actions/record.ts';
import { ForbiddenError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';

type EntryAct = 'sale' | 'give-back' | 'invalidate' | 'cash-move' | 'close-books';

/** An entry in the shop's own books: cash of a shift, income by hand. Nothing of it goes to the bank. */
export interface EntryRequest<Act extends EntryAct> {
  by: Actor;
  /** `invalidate` voids an entry; `cash-move` puts cash in the till or takes it out; `close-books` closes a day or a month. */
  act: Act;
  /** Minor units. */
  amount: number;
  right: 'owner' | Permission;
  /** Of the log; undefined: a cash sale is no action, as a sale by card is none, and one of income needs its entry's id. */
  action: Action | undefined;
}

/**
 * Decides about an entry, writes its action, and issues the permit. Call it in the transaction that writes the entry.
 * @throws ForbiddenError
 */
export const permitEntry = <Act extends EntryAct>(
  { db, now }: { db: Db; now: () => number },
  { by, act, amount, right, action }: EntryRequest<Act>,
): MoneyPermit<Act> => {
  if (right !== 'owner') requireRight(by, right);
  else if (!by.isOwner) throw new ForbiddenError();
  if (action) recordAction(db, now(), action);
  return MoneyPermit.issue({ act, amount });
};

/**
 * Kramar itself closes a day, a right of nobody: only one about which nobody would be asked anything. Call it in the
 * transaction that writes the closure.
 * @param unsettled how many questions the day leaves
 */
export const permitSelfClosing = (
  { db, now }: { db: Db; now: () => number },
  { amount, action, unsettled }: { amount: number; action: Action; unsettled: number },
): MoneyPermit<'close-books'> => {
  if (unsettled > 0) throw new Error(`A day with ${unsettled} open questions is closed by a person.`);
  recordAction(db, now(), action);
  return MoneyPermit.issue({ act: 'close-books', amount });
};
