import type { CartCreate, CartQuery } from '../../../shared/api/carts.ts';
import { DEFAULT_VALIDITY, type InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { type Problem, type Problems, problem } from '../../../shared/errors.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { NotFoundError, ValidationError } from '../../shop/errors.ts';
import { refuseProblems } from '../../shop/validate.ts';
import {
  type CartRow,
  deleteCart,
  deleteTakenCarts,
  findCart,
  insertCart,
  isCartInSale,
  listCarts,
  updateCart,
} from '../../store/carts.ts';
import type { Db } from '../../store/db/connection.ts';
import type { Found, Slice } from '../../store/db/list.ts';
import { findSoldProducts } from '../../store/sold-products.ts';
import {
  discountProblems,
  IN_SALE,
  itemProblems,
  NOT_TAKEN,
  NOTHING_LEFT,
  sumOf,
  takenProblem,
} from './rules.ts';

/** A cart is set aside here, and not in a browser, so that a power cut loses nothing and every register sees it. */
interface CartContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
}

/** A taken cart can be set aside again for so long: whoever took it may have lost it before it was sold. */
const TAKEN_KEPT_MS = DAY_MS;

/** The lines as they were set aside: quantity in thousandths, discount_pct in hundredths of a percent. */
export const linesOf = ({ lines }: Pick<CartRow, 'lines'>): InvoiceItemInput[] =>
  JSON.parse(lines) as InvoiceItemInput[];

/** The other fields of the invoice that is created from the cart. */
type CartDetails = Omit<CartCreate, 'name' | 'remark' | 'lines'>;

const NO_DETAILS: CartDetails = {
  destination: '',
  reference: '',
  comment: '',
  validity: DEFAULT_VALIDITY,
  payment_type: 'debit',
  discounts: [],
  customer_emails: [],
};

/** Percent in hundredths of a percent. */
export const detailsOf = ({ details }: Pick<CartRow, 'details'>): CartDetails => ({
  ...NO_DETAILS,
  ...(JSON.parse(details) as Partial<CartDetails>),
});

/** Whoever is narrowed sees only the carts that they set aside or took. */
const isSeenBy = ({ scope, id }: Actor, { account_id, taken_by }: CartRow): boolean =>
  scope === undefined || account_id === id || taken_by === id;

/** For routes: undefined, and so a 404, also for what the caller does not see. */
export const loadCart =
  (db: Db) =>
  (id: number, actor: Actor): CartRow | undefined => {
    const found = findCart(db, id);
    return found && isSeenBy(actor, found) ? found : undefined;
  };

export const cartsOf = (
  { db, now }: CartContext,
  { scope, id }: Actor,
  { is_taken = false }: CartQuery,
  slice: Slice,
): Found<CartRow> =>
  listCarts(db, { isTaken: is_taken, account: scope && id, takenSince: now() - TAKEN_KEPT_MS }, slice);

/** The problems of the lines and discounts, under the rules of an invoice. */
export const cartProblems = (
  db: Db,
  { lines, discounts = [] }: Partial<CartCreate>,
  actor?: Actor,
): Problems => {
  if (lines === undefined) return {};
  if (lines.length === 0) return { lines: [problem('required', 'This field is required.')] };
  const { items } = itemProblems(findSoldProducts(db, lines), lines, actor);
  return {
    ...sumProblems(lines, discounts),
    ...discountProblems({ items: lines, discounts }, !actor?.catalogPricesOnly),
    ...(items ? { lines: items } : {}),
  };
};

/** A cart of goods that cost nothing may be set aside. */
const sumProblems = (
  lines: readonly Partial<InvoiceItemInput>[],
  discounts: CartCreate['discounts'],
): Problems => {
  const found = sumOf(lines, discounts);
  if (found === 'nothing-left') return NOTHING_LEFT;
  return found === 'too-large' ? { lines: [problem('max_value', 'The items total is too large.')] } : {};
};

/** @throws ValidationError */
export const parkCart = (
  { db, now }: CartContext,
  actor: Actor,
  { name, remark, lines, ...details }: CartCreate,
): CartRow =>
  db.transaction(() => {
    refuseProblems(cartProblems(db, { lines, ...details }, actor));
    const at = now();
    deleteTakenCarts(db, at - TAKEN_KEPT_MS);
    const cart = insertCart(db, {
      name,
      remark,
      lines: JSON.stringify(lines),
      details: JSON.stringify(details),
      account_id: actor.id,
      created_at: at,
    });
    recordAction(db, at, { code: 'cart_saved', facts: cartFacts(cart) });
    return cart;
  });

const refuse = (found: Problem) => new ValidationError({ is_taken: [found] });

/** The cart as it is now: another register may have been quicker. @throws NotFoundError */
const current = (db: Db, { id }: CartRow): CartRow => {
  const cart = findCart(db, id);
  if (!cart) throw new NotFoundError('cart', id);
  return cart;
};

/** Gives the cart to one caller: another is refused. @throws ValidationError, NotFoundError */
export const takeCart = ({ db, now }: CartContext, actor: Actor, cart: CartRow): CartRow =>
  db.transaction(() => {
    const waiting = current(db, cart);
    if (waiting.taken_at !== null) throw refuse(takenProblem(waiting, accountName(db, waiting.taken_by)));
    const taken = { taken_at: now(), taken_by: actor.id };
    updateCart(db, waiting.id, taken);
    return { ...waiting, ...taken };
  });

/** Acts for a taker who is gone: whoever may cancel and refund the sales of others. */
export const mayReturnCart = (actor: Actor, { taken_at, taken_by }: CartRow): boolean =>
  taken_at !== null && (taken_by === actor.id || mayDo(actor, 'can_cancel_invoices'));

/** @throws ValidationError for a cart that another has taken, or whose sale may still come about */
const refuseForeign = (db: Db, actor: Actor, cart: CartRow): void => {
  if (cart.taken_at === null) return;
  if (!mayReturnCart(actor, cart)) throw refuse(takenProblem(cart, accountName(db, cart.taken_by)));
  if (isCartInSale(db, cart.id)) throw refuse(IN_SALE);
};

/** Sets a taken cart aside again. @throws ValidationError, NotFoundError */
export const returnCart = ({ db }: CartContext, actor: Actor, cart: CartRow): CartRow =>
  db.transaction(() => {
    const taken = current(db, cart);
    if (taken.taken_at === null) throw refuse(NOT_TAKEN);
    refuseForeign(db, actor, taken);
    const waiting = { taken_at: null, taken_by: null };
    updateCart(db, taken.id, waiting);
    return { ...taken, ...waiting };
  });

/** @throws ValidationError, NotFoundError */
export const discardCart = ({ db, now }: CartContext, actor: Actor, cart: CartRow): void =>
  db.transaction(() => {
    refuseForeign(db, actor, current(db, cart));
    recordAction(db, now(), { code: 'cart_deleted', facts: cartFacts(cart) });
    deleteCart(db, cart.id);
  });

const cartFacts = ({ id, name, lines }: CartRow) => ({
  cart: id,
  name,
  items: (JSON.parse(lines) as unknown[]).length,
});
