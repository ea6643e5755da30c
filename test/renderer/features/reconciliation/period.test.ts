import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOf, lengthOf, PRESETS, presetOf } from '../../../../renderer/features/reconciliation/period.ts';
import { addDays } from '../../../../renderer/lib/zone.ts';
import { MAX_RECONCILED_DAYS } from '../../../../shared/api/reconciliation.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('without a choice the period is yesterday; a preset ends no later than its calendar, and the bank accepts it', () => {
  expect(daysOf({}, '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(daysOf({ period: 'last_7_days' }, '2026-03-01')).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(daysOf({ period: 'last_month' }, '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  fc.assert(
    fc.property(day, fc.constantFrom(...PRESETS), (today, period) => {
      const days = daysOf({ period }, today);
      expect(days.from <= days.to).toBe(true);
      expect(lengthOf(days)).toBeLessThanOrEqual(MAX_RECONCILED_DAYS);
      expect(presetOf({ period })).toBe(period);
    }),
  );
});

test('chosen days are accepted in any order, and counted whole', () => {
  fc.assert(
    fc.property(day, fc.nat(60), (from, more) => {
      const to = addDays(from, more);
      expect(daysOf({ from: to, to: from }, '2026-01-01')).toEqual({ from, to });
      expect(daysOf({ from }, '2026-01-01')).toEqual({ from, to: from });
      expect(lengthOf({ from, to })).toBe(more + 1);
      expect(presetOf({ from, to })).toBeUndefined();
    }),
  );
});
