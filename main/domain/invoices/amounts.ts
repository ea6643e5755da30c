import type { InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { lineTotal, MAX_AMOUNT } from '../../../shared/money.ts';

/** An item with its total, minor units. */
export type PricedItem = InvoiceItemInput & { amount: number };

/** Why the items' sum can be no invoice: it is nothing, or more than an invoice may be. */
export type SumProblem = 'zero' | 'too-large';

/** Totals of the items and their sum, in minor units; a bigint until it is known to be in range. */
export const priceItems = (
  items: readonly InvoiceItemInput[],
): { items: PricedItem[]; total: number } | SumProblem => {
  const totals = items.map(({ price, quantity, discount_pct }) =>
    lineTotal({ price, quantity, discount: discount_pct }),
  );
  const sum = totals.reduce((left, right) => left + right, 0n);
  if (sum === 0n) return 'zero';
  if (sum > BigInt(MAX_AMOUNT)) return 'too-large';
  return {
    items: items.map((item, index) => ({ ...item, amount: Number(totals[index]) })),
    total: Number(sum),
  };
};
