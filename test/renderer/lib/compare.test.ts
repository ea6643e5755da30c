import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf, figuresOf } from '../../../renderer/lib/figures.ts';

test.each([
  [112, 100, { kind: 'more', percent: 12 }],
  [88, 100, { kind: 'less', percent: 12 }],
  [0, 100, { kind: 'less', percent: 100 }],
  [100, 100, { kind: 'same' }],
  [100_001, 100_000, { kind: 'same' }],
  [0, 0, { kind: 'same' }],
  [100, 0, { kind: 'new' }],
  [100, -50, { kind: 'new' }],
  [-50, 100, { kind: 'less', percent: 150 }],
])('%i against %i', (now, before, change) => {
  expect(changeOf(now, before)).toEqual(change);
});

test('a percentage is whole, above 0, and never against nothing', () => {
  const amount = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(amount, amount, (now, before) => {
      const change = changeOf(now, before);
      if (!('percent' in change)) return;
      expect(before).toBeGreaterThan(0);
      expect(change.kind).toBe(now > before ? 'more' : 'less');
      expect(Number.isInteger(change.percent) && change.percent > 0).toBe(true);
    }),
  );
});

test('the figures of a day, and an average of no payments', () => {
  const sums = { gross: 1000, fee: 13, refunds: 200, net: 787, count: 3, refund_count: 1 };
  expect(figuresOf(sums)).toEqual({ gross: 1000, count: 3, average: 333, fee: 13, refunds: 200, net: 787 });
  expect(figuresOf({ ...sums, gross: 0, count: 0 }).average).toBe(0);
});
