import { invalidPk } from '../../../shared/api/fields.ts';
import { type Problem, type Problems, problem } from '../../../shared/errors.ts';
import { isoTime } from '../../../shared/time.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { type CartRow, findCart, isCartInSale } from '../../store/carts.ts';
import type { Db } from '../../store/db/connection.ts';

/** A taken cart belongs to the account that took it, until its invoice is created or it is set aside again. */

/** Names who has the cart, and since when. */
export const takenProblem = (db: Db, { taken_by, taken_at }: CartRow): Problem => {
  const by = accountName(db, taken_by);
  const at = isoTime(taken_at ?? 0);
  return problem('taken', `${by || 'Somebody'} took this cart at ${at}. Nothing was changed.`, { by, at });
};

export const NOT_TAKEN = problem('not_taken', 'Nobody has taken this cart.');

/** While it lasts, a cart that is set aside again could be sold twice. */
export const IN_SALE = problem(
  'cart_in_sale',
  'A sale of this cart is under way, or its outcome is unknown. Nothing was changed.',
);

/** Why the caller cannot create an invoice of this cart; no problem without a cart. */
export const cartSaleProblems = (
  db: Db,
  { cart: id }: { cart?: number | undefined },
  caller: Partial<Pick<Actor, 'id'>>,
): Problems => {
  if (id === undefined) return {};
  const cart = findCart(db, id);
  if (!cart) return { cart: [invalidPk(id)] };
  if (cart.taken_at === null) return { cart: [NOT_TAKEN] };
  if (cart.taken_by !== caller.id) return { cart: [takenProblem(db, cart)] };
  return isCartInSale(db, id) ? { cart: [IN_SALE] } : {};
};
