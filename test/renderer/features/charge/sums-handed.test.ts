import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumsHanded } from '../../../../renderer/features/charge/sums-handed.ts';

test.each([
  ['5.50', [10, 20, 50]],
  ['12', [20, 50, 100]],
  ['85', [90, 100, 200]],
  ['100', [200, 500, 1000]],
  ['113', [120, 150, 200]],
  ['200', [500, 1000]],
  ['243', [250, 300, 500]],
  ['250', [300, 500, 1000]],
  ['375.50', [400, 500, 1000]],
  ['1000', []],
  ['1250', [1300, 1500, 2000]],
  ['3870', [3900, 4000]],
])('for %s a buyer hands over %j', (amount, sums) => {
  expect(sumsHanded(Number(amount) * 100)).toEqual(sums.map((sum) => sum * 100));
});

test('every sum is above the amount, made of notes, and gives back less than the largest note', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (amount) => {
      const sums = sumsHanded(amount);
      expect(sums).toEqual([...new Set(sums)].sort((one, other) => one - other));
      for (const sum of sums) {
        expect(sum).toBeGreaterThan(amount);
        expect(sum - amount).toBeLessThan(100_000);
        expect(sum % 1000).toBe(0);
      }
      // Exact is a button of its own: only where whole notes of the largest kind make the sum is there nothing more to offer.
      expect(sums.length === 0).toBe(amount % 100_000 === 0);
    }),
  );
});
