import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statementStart, statementWindows } from '../../../main/money/statement/sync.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-02T08:00:00Z');

const _start = (synced: number | null, completed: number | null, whole = false) =>
  statementStart({ statement_synced_at: synced, statement_completed_at: completed }, NOW, whole);

test('the parts leave no gap, none is longer than the bank allows, and the last has no end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * 365 * DAY }), (ago) => {
      const parts = statementWindows(NOW - ago, NOW);
      expect(parts[0]?.from).toBe(NOW - ago);
      for (const [at, { from, to }] of parts.entries()) {
        const next = parts[at + 1];
        expect(to).toBe(next?.from);
        // The bank uses seconds: the beginning is rounded down, the end up.
        expect((to ?? NOW) - from).toBeLessThanOrEqual(31 * DAY - 2000);
      }
    }),
  );
});
