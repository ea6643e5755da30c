import { atMost, invalidPk } from '../../../shared/api/fields.ts';
import type { InvoiceCreate, InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { type Problem, type Problems, problem, WHOLE_OBJECT } from '../../../shared/errors.ts';
import { MAX_AMOUNT } from '../../../shared/money.ts';
import { seesTerminal } from '../../shop/accounts/scope.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import { findProducts } from '../../store/catalog.ts';
import type { Db } from '../../store/db/connection.ts';
import { findTerminal } from '../../store/terminals.ts';
import { AMOUNT_BY_HAND, catalogItemProblems } from '../guard/catalog-prices.ts';
import { priceItems, type SumProblem } from './amounts.ts';
import { basketDiscountProblems, fiscalProblems } from './basket-rules.ts';
import { cartSaleProblems } from './cart-sale.ts';

/** Whose invoice it is, as far as the rules go: without limits unless some are given. */
type Caller = Pick<Actor, 'scope' | 'catalogPricesOnly'> & Partial<Pick<Actor, 'id'>>;

/**
 * The problems of a new invoice that the database and the fields together reveal. Fields absent from `input` (faulty
 * themselves, or not sent) are skipped, so that all faults are reported at once.
 * @param caller a terminal outside of their scope does not exist
 */
export const invoiceProblems = (db: Db, input: Partial<InvoiceCreate>, caller: Caller = {}): Problems => ({
  ...terminalProblems(db, input, caller),
  ...cashRegisterProblems(db, input),
  ...basketDiscountProblems(input, !caller.catalogPricesOnly),
  ...paymentTypeProblems(input),
  ...amountProblems(input, caller),
  // A line may be wrong by both; what the catalog says of it comes first.
  ...fiscalProblems(db, input),
  ...itemProblems(db, input.items, caller),
  ...cartSaleProblems(db, input, caller),
});

const terminalProblems = (db: Db, { terminal }: Partial<InvoiceCreate>, { scope }: Caller): Problems => {
  if (terminal === undefined) return {};
  const row = seesTerminal({ scope }, terminal) ? findTerminal(db, terminal) : undefined;
  if (!row) return { terminal: [invalidPk(terminal)] };
  return row.is_active ? {} : { terminal: [problem('not_active', 'Terminal is not active.')] };
};

const cashRegisterProblems = (db: Db, { terminal, cash_register }: Partial<InvoiceCreate>): Problems => {
  if (cash_register === undefined || cash_register === null) return {};
  const row = findCashRegister(db, cash_register);
  const refuse = (found: Problem) => ({ cash_register: [found] });
  if (!row) return refuse(invalidPk(cash_register));
  if (terminal !== undefined && row.terminal_id !== terminal)
    return refuse(problem('other_terminal', 'Cash register does not belong to the terminal.'));
  if (!row.is_active) return refuse(problem('not_active', 'Cash register is not active.'));
  // The amount of such a register is fixed, or typed by the payer.
  if (row.amount_type !== 'merchant')
    return refuse(
      problem('amount_not_settable', 'The amount of this cash register is not set by the merchant.'),
    );
  return {};
};

/** The bank takes the amount set on a register at once. */
const paymentTypeProblems = ({ cash_register, payment_type }: Partial<InvoiceCreate>): Problems =>
  payment_type === 'hold' && typeof cash_register === 'number'
    ? {
        payment_type: [
          problem(
            'hold_at_register',
            'A QR register takes no holds. Create the invoice without a cash register.',
          ),
        ],
      }
    : {};

const TOO_LARGE = problem('max_value', `The items total is too large. ${atMost(MAX_AMOUNT).message}`, {
  limit: MAX_AMOUNT,
});

export const NOTHING_LEFT = problem('min_value', 'The discounts leave nothing to pay.', { limit: 1 });

const amountProblems = (
  { amount, items, discounts = [] }: Partial<InvoiceCreate>,
  { catalogPricesOnly = false }: Caller,
): Problems => {
  if (items === undefined) return {};
  if (items.length === 0 && amount !== undefined && catalogPricesOnly) return { amount: [AMOUNT_BY_HAND] };
  if (items.length === 0)
    return amount === undefined
      ? { amount: [problem('required', 'This field is required when items is not passed.')] }
      : {};
  if (amount !== undefined)
    return { amount: [problem('amount_and_items', 'Pass either amount or items, not both.')] };
  const found = sumProblemOf(items, discounts);
  if (found === 'zero')
    return {
      [WHOLE_OBJECT]: [problem('min_value', 'The items total must be greater than 0.', { limit: 1 })],
    };
  if (found === 'nothing-left') return { discounts: [NOTHING_LEFT] };
  if (found === 'too-large') return { [WHOLE_OBJECT]: [TOO_LARGE] };
  return {};
};

/** Undefined: the sum is one of an invoice, or a line is incomplete. */
export const sumProblemOf = (
  items: readonly Partial<InvoiceItemInput>[],
  discounts: InvoiceCreate['discounts'],
): SumProblem | undefined => {
  const priced = items.every(isWhole) ? priceItems(items, discounts) : undefined;
  return typeof priced === 'string' ? priced : undefined;
};

const isWhole = (item: Partial<InvoiceItemInput>): item is InvoiceItemInput =>
  item.price !== undefined && item.quantity !== undefined && item.discount_pct !== undefined;

/** @returns `items`, with one object for each of them, if one has a problem */
export const itemProblems = (
  db: Db,
  items: readonly Partial<InvoiceItemInput>[] = [],
  { catalogPricesOnly = false }: Caller = {},
): Problems => {
  const ids = items.map(({ product }) => product).filter((id) => id !== undefined && id !== null);
  if (ids.length === 0 && !catalogPricesOnly) return {};
  const known = findProducts(db, ids);
  const problems = items.map((item) => {
    const { product } = item;
    const missing = product !== undefined && product !== null && !known.has(product);
    if (missing) return { product: [invalidPk(product)] };
    return catalogPricesOnly ? catalogItemProblems(db, item, known.get(product ?? null)) : {};
  });
  return problems.some((problem) => Object.keys(problem).length > 0) ? { items: problems } : {};
};
