import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statementStart, statementWindows } from '../../../main/money/statement/sync.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-02T08:00:00Z');

const start = (synced: number | null, completed: number | null, whole = false) =>
  statementStart({ statement_synced_at: synced, statement_completed_at: completed }, NOW, whole);

describe('the time from which the statement is imported', () => {
  test('the first time, and whenever all of it is requested: 30 days', () => {
    expect(start(null, null)).toBe(NOW - 30 * DAY);
    expect(start(NOW, NOW, true)).toBe(NOW - 30 * DAY);
  });
  test('otherwise since the last time, less two hours', () => {
    expect(start(NOW - HOUR, NOW - 23 * HOUR)).toBe(NOW - 3 * HOUR);
  });
  test('once a day as a whole', () => {
    expect(start(NOW - HOUR, NOW - DAY + 1)).toBe(NOW - 3 * HOUR);
    expect(start(NOW - HOUR, NOW - DAY)).toBe(NOW - 30 * DAY);
  });
  test('after a long time further back, as a whole or not', () => {
    for (const whole of [true, false])
      expect(start(NOW - 40 * DAY, NOW - 40 * DAY, whole)).toBe(NOW - 40 * DAY - 2 * HOUR);
  });
  test('times in the future say nothing: the clock was set back', () => {
    expect(start(NOW + 1, NOW + 1)).toBe(NOW - 30 * DAY);
    expect(start(NOW - HOUR, NOW + 1)).toBe(NOW - 30 * DAY);
    expect(start(NOW + 1, NOW - HOUR)).toBe(NOW - 30 * DAY);
  });
});

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
