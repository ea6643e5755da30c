import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAboveLimit, takenOff } from '../../../main/money/guard/discounts.ts';
import { priceItems } from '../../../main/money/sale/basket.ts';
import type { InvoiceCreate } from '../../../shared/api/invoices.ts';

/** The rule of the shop's limit of discounts. */

type Items = InvoiceCreate['items'];
type Discounts = InvoiceCreate['discounts'];

const line = (price: number, quantity = 1000, discount_pct = 0): Items[number] => ({
  name: 'Кава',
  price,
  quantity,
  discount_pct,
  unit: '',
  product: null,
});
const off = (size: { percent?: number; amount?: number }): Discounts[number] => ({
  type: 'discount',
  percent: undefined,
  amount: undefined,
  ...size,
});
const extra = (percent: number): Discounts[number] => ({ ...off({ percent }), type: 'extra_charge' });

const lines = (pct: fc.Arbitrary<number>): fc.Arbitrary<Items> =>
  fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 5_000_000 }), fc.integer({ min: 1, max: 200_000 }), pct)
      .map(([price, quantity, discount]) => line(price, quantity, discount)),
    { minLength: 1, maxLength: 12 },
  );
const limits = fc.integer({ min: 0, max: 100 });

/** Minor units. */
const shownSum = (items: Items): number => {
  const priced = priceItems(items.map((item) => ({ ...item, discount_pct: 0 })));
  return typeof priced === 'string' ? 0 : priced.total;
};

describe('whoever stays within the limit is not refused, however it is rounded', () => {
  test('by a percentage of each line', () => {
    fc.assert(
      fc.property(limits, lines(fc.integer({ min: 0, max: 10_000 })), (limit, items) => {
        const within = items.map((item) => ({
          ...item,
          discount_pct: Math.min(item.discount_pct, limit * 100),
        }));
        expect(isAboveLimit(limit, { items: within, discounts: [] })).toBe(false);
      }),
    );
  });

  test('by a percentage of the whole, or by the sum that it makes', () => {
    fc.assert(
      fc.property(limits, lines(fc.constant(0)), (limit, items) => {
        const percent = limit * 100;
        expect(isAboveLimit(limit, { items, discounts: [off({ percent })] })).toBe(false);
        const amount = Math.ceil((shownSum(items) * limit) / 100);
        expect(isAboveLimit(limit, { items, discounts: [off({ amount })] })).toBe(false);
      }),
    );
  });
});

test('one kopiyka above what the limit allows is above it, typed as a sum or as a percentage', () => {
  fc.assert(
    fc.property(limits, fc.integer({ min: 200, max: 99_999_999 }), (limit, price) => {
      const amount = Math.ceil((price * limit) / 100) + 1;
      expect(isAboveLimit(limit, { items: [line(price)], discounts: [off({ amount })] })).toBe(true);
      // The least percentage, in hundredths, that takes at least this.
      const percent = Math.ceil((amount * 10_000) / price);
      if (percent * price > Math.ceil((price * limit) / 100) * 10_000)
        expect(isAboveLimit(limit, { items: [line(price)], discounts: [off({ percent })] })).toBe(true);
    }),
  );
});

test.each<[why: string, limit: number, items: Items, discounts: Discounts, isAbove: boolean]>([
  ['10 % of 1,05 is rounded up to 0,11', 10, [line(105)], [off({ percent: 1000 })], false],
  ['as a sum too', 10, [line(105)], [off({ amount: 11 })], false],
  ['one more is above', 10, [line(105)], [off({ amount: 12 })], true],
  [
    'the line and the whole together: 5 % and 5 % of the rest',
    10,
    [line(10_000, 1000, 500)],
    [off({ percent: 500 })],
    false,
  ],
  ['5 % and 6 % are 10,7 %', 10, [line(10_000, 1000, 500)], [off({ percent: 600 })], true],
  ['of several lines their sum counts', 10, [line(10_000, 1000, 2000), line(10_000)], [], false],
  ['several discounts add up', 10, [line(10_000)], [off({ percent: 600 }), off({ percent: 600 })], true],
  ['an extra charge makes up for nothing', 10, [line(10_000)], [off({ percent: 2000 }), extra(2000)], true],
  ['an extra charge alone', 0, [line(10_000)], [extra(2000)], false],
  ['a limit of 0 allows none', 0, [line(10_000)], [off({ amount: 1 })], true],
  ['a limit of 100 allows all', 100, [line(10_000)], [off({ amount: 9999 })], false],
  ['beyond what a number holds exactly', 10, [line(99_999_999, 999_999_999, 1001)], [], true],
])('%s', (_why, limit, items, discounts, isAbove) => {
  expect(isAboveLimit(limit, { items, discounts })).toBe(isAbove);
});

test('what is taken off is the full price less what is paid, without extra charges', () => {
  fc.assert(
    fc.property(
      lines(fc.integer({ min: 0, max: 9000 })),
      fc.integer({ min: 1, max: 500 }),
      (items, percent) => {
        const sum = shownSum(items);
        const priced = priceItems(items, [off({ percent })]);
        const charged = priceItems(items, [off({ percent }), extra(1000)]);
        if (typeof priced === 'string' || typeof charged === 'string') return;
        expect(takenOff(priced)).toBe(sum - priced.total);
        expect(takenOff(charged)).toBe(sum - priced.total);
      },
    ),
  );
});
