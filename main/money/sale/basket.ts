import { QUANTITY_SCALE, shareOut } from '../../../shared/money.ts';
import type { BankBasketLine, BankDiscount } from '../../bank/requests.ts';
import { type LineLabel, lineOfAmount, unitPrices } from '../refund/refund-lines.ts';
import type { BasketDiscount } from './amounts.ts';

/**
 * The lines of a sale as the bank gets them, so that they make the amount to the minor unit. A service that takes
 * discounts gets them as such: a line's as the percentage that was typed, the basket's in hryvnias, whose sum leaves
 * nothing to round. Any other service adds up quantity × price alone, so each line goes at the price that is paid,
 * with its share of the basket's discounts. Pure.
 */

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
  ...{ name, code, qty: qty / QUANTITY_ONE, sum },
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

export const basketOf = ({ items, discounts, total, whole, takesDiscounts }: Sale): Basket => {
  if (items.length === 0) return { basketOrder: [lineOfAmount(whole, total)] };
  if (!takesDiscounts) return { basketOrder: paidLines(items, total) };
  return {
    basketOrder: items.map(basketLine),
    ...(discounts.length === 0
      ? {}
      : {
          discounts: discounts.map(({ type, amount }) => ({
            ...{ type: WIRE_TYPES[type], mode: 'VALUE' as const, value: inHryvnias(amount) },
          })),
        }),
  };
};
