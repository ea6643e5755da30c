import { atMost, invalidPk } from '../../../shared/api/fields.ts';
import type { InvoiceCreate, InvoiceDiscountInput, InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { type Problem, type Problems, problem, WHOLE_OBJECT } from '../../../shared/errors.ts';
import { MAX_AMOUNT } from '../../../shared/money.ts';
import { isoTime } from '../../../shared/time.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { seesTerminal } from '../../shop/accounts/scope.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { type FiscalState, fiscalState } from '../../shop/fiscal/settings.ts';
import { type SaleSettings, saleSettings } from '../../shop/settings.ts';
import { type CartRow, findCart, isCartInSale } from '../../store/carts.ts';
import { type CashRegisterRow, findCashRegister } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import { findSellingTerminal, NOTHING_KNOWN } from '../../store/fiscal-fields.ts';
import { findSoldProducts, type SoldProduct } from '../../store/sold-products.ts';
import type { TerminalRow } from '../../store/terminals.ts';
import {
  type LineLabel,
  labelOf,
  labelOfAmount,
  labelProblem,
  type PricedBasket,
  priceItems,
  type SumProblem,
} from './basket.ts';

/** The rules of a new invoice, over what loadSale has read. */

/** Everything that the database knows about a sale. */
export interface SaleFacts {
  terminal: TerminalRow | undefined;
  fiscal: FiscalState;
  register: CashRegisterRow | undefined;
  products: ReadonlyMap<number | null, SoldProduct>;
  /** With the name of whoever has taken it; "": it waits. */
  cart: (CartRow & { isInSale: boolean; takenBy: string }) | undefined;
  settings: SaleSettings;
}

/** Reads it once, in the transaction that journals the sale. Fields that `input` lacks name nothing. */
export const loadSale = (db: Db, input: Partial<InvoiceCreate>): SaleFacts => {
  const { terminal, cash_register, items = [], cart } = input;
  const selling = terminal === undefined ? undefined : findSellingTerminal(db, terminal);
  const set = cart === undefined ? undefined : findCart(db, cart);
  return {
    terminal: selling?.terminal,
    fiscal: fiscalState(selling?.knowledge ?? NOTHING_KNOWN),
    register: typeof cash_register === 'number' ? findCashRegister(db, cash_register) : undefined,
    products: items.length === 0 ? new Map() : findSoldProducts(db, items),
    cart: set && { ...set, isInSale: isCartInSale(db, set.id), takenBy: accountName(db, set.taken_by) },
    settings: saleSettings(db),
  };
};

/** Whose invoice it is, as far as the rules go: without limits unless some are given. */
type Caller = Pick<Actor, 'scope' | 'catalogPricesOnly'> & Partial<Pick<Actor, 'id'>>;

/** A sale that was checked and priced. */
export interface CheckedSale {
  problems: Problems;
  /** Undefined: there is a problem of the sum. */
  priced: PricedBasket | undefined;
  /** As the bank gets them: of each item, or the one of an amount. */
  labels: LineLabel[];
}

/** The sums of a sale that has no problem. */
export const pricedOf = ({ priced }: CheckedSale): PricedBasket => {
  if (!priced) throw new Error('A sale without a problem has no sum.');
  return priced;
};

/**
 * Checks and prices a sale. Fields absent from `input` (faulty themselves, or not sent) are skipped, so that all faults are
 * reported at once. Pure.
 * @param caller a terminal outside of their scope does not exist, nor do its registers
 */
export const checkSale = (
  known: SaleFacts,
  input: Partial<InvoiceCreate>,
  caller: Caller = {},
): CheckedSale => {
  const { terminal, cash_register, items, discounts = [], cart } = input;
  const priced = priceOf(input);
  const labels = labelsOf(known, input);
  const found: Problems = {};
  if (terminal !== undefined) Object.assign(found, terminalProblems(known, terminal, caller));
  if (typeof cash_register === 'number')
    Object.assign(found, registerProblems(known, cash_register, input, caller));
  if (discounts.length > 0) Object.assign(found, discountProblems(input, !caller.catalogPricesOnly));
  if (items) Object.assign(found, amountProblems(input, items, priced, caller));
  // A line may be wrong by both: what the catalog says of it counts.
  if (known.fiscal.isFiscal) Object.assign(found, fiscalProblems(known, input, labels));
  if (items && items.length > 0) Object.assign(found, itemProblems(known.products, items, caller));
  if (cart !== undefined) Object.assign(found, cartProblems(known, cart, caller));
  return { priced: typeof priced === 'object' ? priced : undefined, labels, problems: found };
};

const priceOf = ({ amount, items, discounts = [] }: Partial<InvoiceCreate>) => {
  if (items?.length !== 0) return items && sumOf(items, discounts);
  return amount === undefined ? undefined : { items: [], discounts: [], total: amount };
};

/** The prices of lines, or what is wrong with their sum; undefined: a line is incomplete. */
export const sumOf = (
  items: readonly Partial<InvoiceItemInput>[],
  discounts: readonly InvoiceDiscountInput[],
): PricedBasket | SumProblem | undefined => (items.every(isWhole) ? priceItems(items, discounts) : undefined);

const isWhole = (item: Partial<InvoiceItemInput>): item is InvoiceItemInput =>
  item.price !== undefined && item.quantity !== undefined && item.discount_pct !== undefined;

const terminalProblems = ({ terminal: row }: SaleFacts, terminal: number, caller: Caller): Problems => {
  if (!row || !seesTerminal(caller, terminal)) return { terminal: [invalidPk(terminal)] };
  return row.is_active ? {} : { terminal: [problem('not_active', 'Terminal is not active.')] };
};

const registerProblems = (
  { register }: SaleFacts,
  cash_register: number,
  { terminal, payment_type }: Partial<InvoiceCreate>,
  caller: Caller,
): Problems => {
  // The bank takes the amount set on a register at once.
  const message = 'A QR register takes no holds. Create the invoice without a cash register.';
  const hold = payment_type === 'hold' ? { payment_type: [problem('hold_at_register', message)] } : {};
  const refuse = (found: Problem) => ({ cash_register: [found], ...hold });
  if (!register || !seesTerminal(caller, register.terminal_id)) return refuse(invalidPk(cash_register));
  if (terminal !== undefined && register.terminal_id !== terminal)
    return refuse(problem('other_terminal', 'Cash register does not belong to the terminal.'));
  if (!register.is_active) return refuse(problem('not_active', 'Cash register is not active.'));
  // The amount of such a register is fixed, or typed by the payer.
  return register.amount_type === 'merchant'
    ? hold
    : refuse(problem('amount_not_settable', 'The amount of this cash register is not set by the merchant.'));
};

const TOO_LARGE = problem('max_value', `The items total is too large. ${atMost(MAX_AMOUNT).message}`, {
  limit: MAX_AMOUNT,
});
const SUM_PROBLEMS: Record<SumProblem, Problems> = {
  zero: { [WHOLE_OBJECT]: [problem('min_value', 'The items total must be greater than 0.', { limit: 1 })] },
  'nothing-left': { discounts: [problem('min_value', 'The discounts leave nothing to pay.', { limit: 1 })] },
  'too-large': { [WHOLE_OBJECT]: [TOO_LARGE] },
};
export const NOTHING_LEFT = SUM_PROBLEMS['nothing-left'];

const amountProblems = (
  { amount }: Partial<InvoiceCreate>,
  items: InvoiceCreate['items'],
  priced: PricedBasket | SumProblem | undefined,
  { catalogPricesOnly = false }: Caller,
): Problems => {
  if (items.length > 0 && amount !== undefined)
    return { amount: [problem('amount_and_items', 'Pass either amount or items, not both.')] };
  if (items.length > 0) return typeof priced === 'string' ? SUM_PROBLEMS[priced] : {};
  if (amount === undefined)
    return { amount: [problem('required', 'This field is required when items is not passed.')] };
  return catalogPricesOnly ? { amount: [AMOUNT_BY_HAND] } : {};
};

const EITHER = problem('required', 'Pass either percent or amount.');
const NOT_BOTH = problem('amount_and_percent', 'Pass either percent or amount, not both.');
const NEED_ITEMS = problem('need_items', 'Discounts on the basket need items.');
const DISCOUNT_BY_HAND = problem('discount_by_hand', 'You may not give discounts.');

const eitherProblem = ({ percent, amount }: Partial<InvoiceDiscountInput>): Record<string, Problem[]> => {
  if (percent === undefined && amount === undefined) return { percent: [EITHER] };
  return percent !== undefined && amount !== undefined ? { percent: [NOT_BOTH] } : {};
};

/** The problems of discounts on the whole basket, if there are any. @param mayDiscount the caller may give discounts */
export const discountProblems = (
  { items, discounts = [] }: Partial<InvoiceCreate>,
  mayDiscount: boolean,
): Problems => {
  if (discounts.length === 0) return {};
  if (!mayDiscount) return { discounts: [DISCOUNT_BY_HAND] };
  const problems = discounts.map(eitherProblem);
  if (problems.some((found) => Object.keys(found).length > 0)) return { discounts: problems };
  return items?.length === 0 ? { discounts: [NEED_ITEMS] } : {};
};

const labelsOf = ({ fiscal, products, settings }: SaleFacts, input: Partial<InvoiceCreate>): LineLabel[] => {
  const { amount, items = [], destination } = input;
  if (input.items?.length === 0)
    return amount === undefined ? [] : [labelOfAmount(fiscal, destination || settings.destination)];
  return items.map(({ name, product = null }: Partial<InvoiceItemInput>, at) =>
    name === undefined
      ? labelOf(fiscal, undefined, '', at)
      : labelOf(fiscal, products.get(product), name, at),
  );
};

/** What the shop's fiscal register would refuse, before the bank is asked; each line is named. */
const fiscalProblems = (
  { fiscal }: SaleFacts,
  { items }: Partial<InvoiceCreate>,
  labels: readonly LineLabel[],
): Problems => {
  const problems = labels.map((label) => labelProblem(fiscal, label));
  if (!problems.some((found) => found)) return {};
  const [whole] = problems;
  if (items?.length === 0) return whole ? { amount: [whole] } : {};
  return { items: problems.map((found): Record<string, Problem[]> => (found ? { product: [found] } : {})) };
};

/** @returns `items`, with one object for each of them, if one has a problem */
export const itemProblems = (
  products: ReadonlyMap<number | null, SoldProduct>,
  items: readonly Partial<InvoiceItemInput>[],
  { catalogPricesOnly = false }: Caller = {},
): Problems => {
  const problems = items.map((item): Record<string, Problem[]> => {
    const { product } = item;
    if (product !== undefined && product !== null && !products.has(product))
      return { product: [invalidPk(product)] };
    return catalogPricesOnly ? catalogItemProblems(item, products.get(product ?? null)) : {};
  });
  return problems.some((found) => Object.keys(found).length > 0) ? { items: problems } : {};
};

/** The refusal of an amount without goods. */
export const AMOUNT_BY_HAND = problem(
  'amount_by_hand',
  'You may not type an amount: pass items, which are products of the catalog.',
);
const NOT_FROM_CATALOG = problem('not_from_catalog', 'You may sell only products of the catalog.');
const ARCHIVED = problem('archived', 'This product is in the archive: it is not sold.');

const notAsInCatalog = (value: string): Problem =>
  problem('not_as_in_catalog', `It is "${value}" in the catalog.`, { value });

/**
 * What differs from the catalog in a line of a caller who sells only at its prices (accounts.catalog_prices_only); the
 * quantity alone is theirs.
 * @param product of the line; undefined: none
 */
const catalogItemProblems = (
  item: Partial<InvoiceItemInput>,
  product: SoldProduct | undefined,
): Record<string, Problem[]> => {
  const discount = item.discount_pct ? { discount_pct: [DISCOUNT_BY_HAND] } : {};
  if (!product) return { product: [NOT_FROM_CATALOG], ...discount };
  const { name, price, is_archived, units } = product;
  const { unit = '' } = item;
  const isOther = (value: string | number | undefined, own: string | number) =>
    value !== undefined && value !== own;
  return {
    ...(is_archived === 1 ? { product: [ARCHIVED] } : {}),
    ...(isOther(item.name, name) ? { name: [notAsInCatalog(name)] } : {}),
    ...(isOther(item.price, price)
      ? { price: [problem('other_price', `The price in the catalog is ${price}.`, { price, name })] }
      : {}),
    // A line may name the unit by either of its names, or not at all.
    ...(unit === '' || units.includes(unit) ? {} : { unit: [notAsInCatalog(units[0] ?? '')] }),
    ...discount,
  };
};

/** Names who has the cart, and since when: it belongs to them until its invoice is created or it is set aside again. */
export const takenProblem = ({ taken_at }: Pick<CartRow, 'taken_at'>, by: string): Problem => {
  const at = isoTime(taken_at ?? 0);
  return problem('taken', `${by || 'Somebody'} took this cart at ${at}. Nothing was changed.`, { by, at });
};

export const NOT_TAKEN = problem('not_taken', 'Nobody has taken this cart.');

/** While it lasts, a cart that is set aside again could be sold twice. */
export const IN_SALE = problem(
  'cart_in_sale',
  'A sale of this cart is under way, or its outcome is unknown. Nothing was changed.',
);

/** Why the caller cannot create an invoice of this cart. */
const cartProblems = ({ cart }: SaleFacts, id: number, caller: Caller): Problems => {
  if (!cart) return { cart: [invalidPk(id)] };
  if (cart.taken_at === null) return { cart: [NOT_TAKEN] };
  if (cart.taken_by !== caller.id) return { cart: [takenProblem(cart, cart.takenBy)] };
  return cart.isInSale ? { cart: [IN_SALE] } : {};
};
