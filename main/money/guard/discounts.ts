import { type InvoiceCreate, numberDisplay } from '../../../shared/api/invoices.ts';
import { lineTotal } from '../../../shared/money.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import { findAccount } from '../../store/accounts.ts';
import type { ClockContext } from '../../store/db/connection.ts';
import type { PricedBasket } from '../sale/basket.ts';
import type { SaleFacts } from '../sale/rules.ts';
import { type Authorisation, authorisedBy } from './approvals.ts';

/** The shop's limit of discounts: above it a second person approves the sale. It does not hold for the owner. */

type Discounted = Pick<InvoiceCreate, 'items' | 'discounts'>;
type Line = Discounted['items'][number];
/** What a line costs without a discount, minor units for one. */
type FullPrice = (line: Line) => number;

const asTyped: FullPrice = ({ price }) => price;

/** A price typed below that of the catalog is a discount too: it would be the way round the limit. */
const ofCatalog =
  ({ products }: SaleFacts): FullPrice =>
  ({ price, product }) =>
    Math.max(price, products.get(product)?.price ?? price);

const HUNDRED_PERCENT = 10_000n;
/** Sums are compared in this part of a minor unit: thousandths of a quantity, and two percentages on one another. */
const PARTS = 1000n * HUNDRED_PERCENT * HUNDRED_PERCENT;

const fullPrices = (items: readonly Line[], priceOf: FullPrice): bigint =>
  items.reduce(
    (sum, line) => sum + lineTotal({ price: priceOf(line), quantity: line.quantity, discount: 0 }),
    0n,
  );

/** What the discounts take off the full price of the lines, minor units. Extra charges do not make up for it. Pure. */
export const takenOff = ({ items, discounts }: PricedBasket, priceOf = asTyped): number =>
  discounts.reduce(
    (sum, { type, amount }) => (type === 'discount' ? sum + amount : sum),
    Number(fullPrices(items, priceOf)) - items.reduce((sum, { amount }) => sum + amount, 0),
  );

/**
 * Whether the discounts take more than `limit` percent off the full price of the lines. Percentages count as they were
 * typed, and what the limit allows is rounded up to a minor unit, so that rounding refuses nobody. Pure.
 */
export const isAboveLimit = (limit: number, { items, discounts }: Discounted, priceOf = asTyped): boolean => {
  let [full, left] = [0n, 0n];
  for (const line of items) {
    const quantity = BigInt(line.quantity);
    full += BigInt(priceOf(line)) * quantity * HUNDRED_PERCENT;
    left += BigInt(line.price) * quantity * (HUNDRED_PERCENT - BigInt(line.discount_pct));
  }
  let given = (full - left) * HUNDRED_PERCENT;
  for (const { type, percent, amount = 0 } of discounts)
    if (type === 'discount') given += percent === undefined ? BigInt(amount) * PARTS : left * BigInt(percent);
  const [exact, shown] = [full * HUNDRED_PERCENT, fullPrices(items, priceOf) * PARTS];
  const allowed = (exact > shown ? exact : shown) * BigInt(limit);
  const unit = PARTS * 100n;
  return given > ((allowed + unit - 1n) / unit) * PARTS;
};

/** A sale that is checked, and what was sent of it. */
export interface SoldGoods {
  known: SaleFacts;
  goods: Discounted;
  /** The whole sale. */
  priced: PricedBasket;
  /** A second person's consent. */
  approval: string | undefined;
}

/**
 * Checks that the seller may give the discounts of a sale: within the shop's limit, or with an approval of them. Call it
 * in the transaction that writes the sale.
 * @returns undefined: no consent is needed
 * @throws ValidationError
 */
export const authoriseDiscount = (
  context: ClockContext,
  by: Actor,
  { known, goods, priced, approval }: SoldGoods,
): Authorisation | undefined => {
  const { discountLimit } = known.settings;
  if (discountLimit === null || by.isOwner) return undefined;
  const priceOf = ofCatalog(known);
  if (!isAboveLimit(discountLimit, goods, priceOf)) return undefined;
  const [discount, amount] = [takenOff(priced, priceOf), priced.total];
  if (discount === 0) return undefined;
  if (approval !== undefined)
    return authorisedBy(context, { requester: by, discount, amount }, approval, 'Discount-Approval');
  const message = `The discount is above ${discountLimit} %, the limit of the shop: a second person must approve it.`;
  const facts = { limit: discountLimit, discount, amount };
  throw fieldRefusal('discounts', 'discount_limit', `${message} Nothing was sold.`, facts);
};

/** Names both people in the log, once the sale has a number. */
export const recordDiscount = (
  { db, now }: ClockContext,
  { known, priced }: SoldGoods,
  { approved_by }: Authorisation,
  number: number,
): void => {
  const approver = findAccount(db, approved_by)?.username ?? '';
  recordAction(db, now(), {
    code: 'discount_above_limit',
    facts: {
      discount: takenOff(priced, ofCatalog(known)),
      amount: priced.total,
      invoice: numberDisplay(number),
      approved_by: approver,
    },
  });
};
