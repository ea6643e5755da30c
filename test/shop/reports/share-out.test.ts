import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT, shareOut } from '../../../shared/money.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const amount = () =>
  fc.oneof(fc.nat(100), fc.integer({ min: 0, max: MAX_AMOUNT }), fc.constantFrom(0, 1, MAX_AMOUNT));
const weights = () => fc.array(amount(), { minLength: 1, maxLength: 8 });

describe('an amount shared out in proportion', () => {
  test.each([
    [100, [1, 1], [50, 50]],
    [100, [1, 1, 1], [33, 33, 34]],
    [1, [1, 1, 1], [0, 0, 1]],
    [10, [0, 5, 0], [0, 10, 0]],
    [7, [0, 0], [7, 0]],
    [0, [3, 4], [0, 0]],
    [7, [], []],
  ])('%d over %j', (whole, over, shares) => {
    expect(shareOut(whole, over)).toEqual(shares);
  });

  test('adds up exactly, in whole units, none of them below 0', () => {
    fc.assert(
      fc.property(amount(), weights(), (whole, over) => {
        const shares = shareOut(whole, over);
        expect(shares).toHaveLength(over.length);
        expect(sum(shares)).toBe(whole);
        for (const share of shares) expect(Number.isInteger(share) && share >= 0).toBe(true);
      }),
    );
  });

  test('each share is less than a unit off, however large the numbers, and 0 where the weight is', () => {
    fc.assert(
      fc.property(amount(), weights(), (whole, over) => {
        const all = BigInt(sum(over));
        fc.pre(all > 0n);
        for (const [at, share] of shareOut(whole, over).entries()) {
          const weight = over[at] ?? 0;
          const off = BigInt(share) * all - BigInt(whole) * BigInt(weight);
          expect(off < all && -off < all).toBe(true);
          if (weight === 0) expect(share).toBe(0);
        }
      }),
    );
  });

  test('never more than the weight, while the amount is not more than all of them', () => {
    const parts = weights().chain((over) =>
      fc.record({ over: fc.constant(over), whole: fc.integer({ min: 0, max: sum(over) }) }),
    );
    fc.assert(
      fc.property(parts, ({ over, whole }) => {
        for (const [at, share] of shareOut(whole, over).entries())
          expect(share).toBeLessThanOrEqual(over[at] ?? 0);
      }),
    );
  });
});
