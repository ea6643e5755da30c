import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitPrices } from '../../../main/money/sale/basket.ts';
import { lineTotal, returnedAmount } from '../../../shared/money.ts';

const line = fc
  .record({
    price: fc.integer({ min: 0, max: 10_000_000 }),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    discount: fc.integer({ min: 0, max: 10_000 }),
  })
  .map((sold) => ({
    ...sold,
    amount: Number(lineTotal(sold)),
    unitPrice: Number(lineTotal({ ...sold, quantity: 1000 })),
  }));
const rounded = (qty: number, sum: number): number =>
  Number((BigInt(Math.round(qty * 1000)) * BigInt(sum) + 500n) / 1000n);

describe('so that Σ qty × sum, each rounded half up, is the refunded amount', () => {
  test('quantities and prices of any line', () => {
    fc.assert(
      fc.property(line, ({ quantity, amount, unitPrice }) => {
        const parts = unitPrices(quantity, amount, unitPrice);
        expect(parts.length).toBeLessThanOrEqual(2);
        expect(parts.every((part) => part.quantity > 0 && part.price >= 0)).toBe(true);
        expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity);
        expect(parts.reduce((sum, part) => sum + rounded(part.quantity / 1000, part.price), 0)).toBe(amount);
      }),
      { numRuns: 5000 },
    );
  });
});

test('an undiscounted line keeps its price', () => {
  expect(unitPrices(335, 6700, 20_000)).toEqual([{ quantity: 335, price: 20_000 }]);
  expect(unitPrices(335, 6700, 19_999)).toEqual([{ quantity: 335, price: 19_999 }]);
});

test('three for 100.00 are 33.33, 33.33 and 33.34, in whichever order they come back', () => {
  expect(unitPrices(3000, 10_000, 3333)).toEqual([
    { quantity: 2000, price: 3333 },
    { quantity: 1000, price: 3334 },
  ]);
  const of = (returned: number) => returnedAmount({ amount: 10_000, quantity: 3000, returned }, 1000);
  expect(of(0) + of(1000) + of(2000)).toBe(10_000);
});
