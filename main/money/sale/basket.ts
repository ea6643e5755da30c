import type { InvoiceDiscountInput, InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { basketDiscount, lineTotal, MAX_AMOUNT, QUANTITY_SCALE, shareOut } from '../../../shared/money.ts';
import type { BankBasketLine, BankDiscount } from '../../bank/requests.ts';
import { type LineLabel, lineOfAmount, unitPrices } from '../refund/refund-lines.ts';

/** The prices of a sale, and its lines as the bank gets them. Pure. */

/** An item with its total, minor units. */
export type PricedItem = InvoiceItemInput & { amount: number };

/** A discount on the whole basket, or an extra charge, in minor units. */
export interface BasketDiscount {
  type: InvoiceDiscountInput['type'];
  amount: number;
}

/** The sums of a basket, minor units. */
export interface PricedBasket {
  items: PricedItem[];
  discounts: BasketDiscount[];
  total: number;
}

/**
 * Why a basket's sum can be no invoice: the items make nothing, the discounts leave nothing, or it is more than an
 * invoice may be.
 */
export type SumProblem = 'zero' | 'nothing-left' | 'too-large';

/** Totals of the items and their sum less the discounts; bigints until they are known to be in range. */
export const priceItems = (
  items: readonly InvoiceItemInput[],
  discounts: readonly InvoiceDiscountInput[] = [],
): PricedBasket | SumProblem => {
  const totals = items.map(({ price, quantity, discount_pct }) =>
    lineTotal({ price, quantity, discount: discount_pct }),
  );
  const sum = totals.reduce((left, right) => left + right, 0n);
  if (sum === 0n) return 'zero';
  const changes = discounts.map((each) => ({ type: each.type, amount: basketDiscount(sum, each) }));
  const total = changes.reduce(
    (left, { type, amount }) => (type === 'discount' ? left - amount : left + amount),
    sum,
  );
  if (total < 1n) return 'nothing-left';
  if (sum > BigInt(MAX_AMOUNT) || total > BigInt(MAX_AMOUNT)) return 'too-large';
  return {
    items: items.map((item, index) => ({ ...item, amount: Number(totals[index]) })),
    // A percentage of a small sum may be nothing.
    discounts: changes
      .filter(({ amount }) => amount > 0n)
      .map(({ type, amount }) => ({ type, amount: Number(amount) })),
    total: Number(total),
  };
};

export interface BasketItem extends LineLabel {
  unit: string;
  price: number;
  /** Thousandths. */
  quantity: number;
  /** Hundredths of a percent. */
  discount_pct: number;
  /** price × quantity less the discount, minor units. */
  amount: number;
}

interface Basket {
  basketOrder: BankBasketLine[];
  discounts?: BankDiscount[];
}

const QUANTITY_ONE = 10 ** QUANTITY_SCALE;

const labelled = ({ name, code, extras, unit }: BasketItem, qty: number, sum: number): BankBasketLine => ({
  name,
  code,
  qty: qty / QUANTITY_ONE,
  sum,
  ...(unit === '' ? {} : { unit }),
  ...extras,
});

export const basketLine = (item: BasketItem): BankBasketLine => ({
  ...labelled(item, item.quantity, item.price),
  ...(item.discount_pct === 0
    ? {}
    : { discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: item.discount_pct / 100 }] }),
});

/** At the prices that are paid; two lines where no price of one makes the amount. */
const paidLines = (items: readonly BasketItem[], total: number): BankBasketLine[] => {
  const paid = shareOut(
    total,
    items.map(({ amount }) => amount),
  );
  return items.flatMap((item, at) =>
    unitPrices(item.quantity, paid[at] ?? 0, item.price).map(({ quantity, price }) =>
      labelled(item, quantity, price),
    ),
  );
};

const WIRE_TYPES = { discount: 'DISCOUNT', extra_charge: 'EXTRA_CHARGE' } as const;

/** Sums of minor units in one hryvnia, which the bank takes with two decimals. */
const inHryvnias = (minor: number): number => minor / 100;

interface Sale {
  items: readonly BasketItem[];
  discounts: readonly BasketDiscount[];
  /** What is paid, minor units. */
  total: number;
  /** The line of a sale without items. */
  whole: LineLabel;
  /** The service takes discounts; else they go into the prices. */
  takesDiscounts: boolean;
}

/**
 * The lines of a sale as the bank gets them, so that they make the amount to the minor unit. A service that takes
 * discounts gets them as such: a line's as the percentage that was typed, the basket's in hryvnias, whose sum leaves
 * nothing to round. Any other service adds up quantity × price alone, so each line goes at the price that is paid,
 * with its share of the basket's discounts.
 */
export const basketOf = ({ items, discounts, total, whole, takesDiscounts }: Sale): Basket => {
  if (items.length === 0) return { basketOrder: [lineOfAmount(whole, total)] };
  if (!takesDiscounts) return { basketOrder: paidLines(items, total) };
  return {
    basketOrder: items.map(basketLine),
    ...(discounts.length === 0
      ? {}
      : {
          discounts: discounts.map(({ type, amount }) => ({
            type: WIRE_TYPES[type],
            mode: 'VALUE' as const,
            value: inHryvnias(amount),
          })),
        }),
  };
};
