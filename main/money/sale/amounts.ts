import type { InvoiceDiscountInput, InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { basketDiscount, lineTotal, MAX_AMOUNT } from '../../../shared/money.ts';

/** An item with its total, minor units. */
export type PricedItem = InvoiceItemInput & { amount: number };

/** A discount on the whole basket, or an extra charge, in minor units. */
export interface BasketDiscount {
  type: InvoiceDiscountInput['type'];
  amount: number;
}

/** The sums of a basket, minor units. */
interface PricedBasket {
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
