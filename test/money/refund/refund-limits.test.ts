import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowanceOf } from '../../../main/money/guard/rights.ts';

const limit = fc.option(fc.integer({ min: 0, max: 1_000_000 }));
const limits = fc.record({ largest: limit, per_day: limit });
const amounts = fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 30 });

test('refunds that pass one by one stay within both limits, and none that would is refused', () => {
  fc.assert(
    fc.property(limits, amounts, ({ largest, per_day }, wanted) => {
      let refunded = 0;
      for (const amount of wanted) {
        const { allowed, left_today } = allowanceOf({ largest, per_day }, refunded);
        const passes = allowed === null || amount <= allowed;
        const isWithin =
          (largest === null || amount <= largest) && (per_day === null || refunded + amount <= per_day);
        expect(passes).toBe(isWithin);
        expect(left_today).toBe(per_day === null ? null : per_day - refunded);
        if (passes) refunded += amount;
      }
      expect(per_day === null || refunded <= per_day).toBe(true);
    }),
  );
});

test('a sum above a limit that was lowered since leaves nothing, never less', () => {
  fc.assert(
    fc.property(limits, fc.nat(), ({ largest, per_day }, refunded) => {
      const { allowed, left_today } = allowanceOf({ largest, per_day }, refunded);
      expect(allowed ?? 0).toBeGreaterThanOrEqual(0);
      expect(left_today ?? 0).toBeGreaterThanOrEqual(0);
      expect(allowed === null).toBe(largest === null && per_day === null);
    }),
  );
});
