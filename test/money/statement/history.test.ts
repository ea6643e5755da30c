import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterFailure,
  afterWindow,
  EMPTY_WINDOWS,
  FARTHEST_RETRY_MS,
  FLOOR,
  nextWindow,
} from '../../../main/money/statement/history.ts';
import { heldFrom, statementWindows } from '../../../main/money/statement/sync.ts';
import { DAY_MS as DAY } from '../../../shared/time.ts';

const NOW = Date.parse('2026-11-24T08:00:00.123Z');

/** Reads until it is done; the payments are at these moments. */
const readAll = (newest: number, paidAt: readonly number[]) => {
  let state = { oldest: newest, empty_windows: 0, payments: 0 };
  const windows: { from: number; to: number }[] = [];
  for (;;) {
    const window = nextWindow(state);
    windows.push(window);
    // The bank counts whole seconds, both ends included.
    const [from, to] = [Math.floor(window.from / 1000), Math.ceil(window.to / 1000)];
    const lines = paidAt.filter((at) => Math.floor(at / 1000) >= from && Math.floor(at / 1000) <= to).length;
    const after = afterWindow(state, { from: window.from, lines, isEmpty: lines === 0 }, NOW);
    state = { ...state, ...after };
    if (after.state === 'done') return { windows, ...state };
  }
};

const someTime = fc.integer({ min: FLOOR, max: NOW });

test('the windows leave no gap, none is longer than the bank allows, and the floor ends them', () => {
  fc.assert(
    fc.property(someTime, fc.array(someTime, { maxLength: 200 }), (newest, paidAt) => {
      const { windows, oldest } = readAll(newest, paidAt);
      for (const [at, { from, to }] of windows.entries()) {
        expect(to - from).toBeLessThanOrEqual(31 * DAY);
        expect(from).toBeGreaterThanOrEqual(FLOOR);
        expect(to).toBeGreaterThanOrEqual(at === 0 ? newest : (windows[at - 1]?.from ?? 0));
      }
      expect(oldest).toBe(windows.at(-1)?.from);
    }),
  );
});

test('no payment is left out unless two years without one lie between', () => {
  fc.assert(
    fc.property(someTime, fc.array(someTime, { minLength: 1, maxLength: 60 }), (newest, paidAt) => {
      const { oldest } = readAll(newest, paidAt);
      const older = paidAt.filter((at) => at <= newest).sort((a, b) => b - a);
      for (const [at, moment] of older.entries()) {
        const next = older[at - 1] ?? newest;
        if (next - moment > (EMPTY_WINDOWS - 1) * 31 * DAY) break;
        expect(moment).toBeGreaterThanOrEqual(oldest);
      }
    }),
  );
});

test('a shop without an earlier payment costs 24 requests', () => {
  expect(readAll(NOW, []).windows).toHaveLength(EMPTY_WINDOWS);
});

test('failures are retried ever later, at most an hour', () => {
  expect(afterFailure({ failures: 0 }, 'TMR', NOW).retry_at).toBe(NOW + 60_000);
  expect(afterFailure({ failures: 2 }, 'TMR', NOW).retry_at).toBe(NOW + 240_000);
  expect(afterFailure({ failures: 50 }, 'TMR', NOW).retry_at).toBe(NOW + FARTHEST_RETRY_MS);
});

describe('what the normal sync holds', () => {
  const held = (synced: number | null, since: number | null, from: number) =>
    heldFrom({ statement_synced_at: synced, statement_from: since }, from, NOW);
  test('begins with the first sync and grows backwards', () => {
    expect(held(null, null, NOW - 30 * DAY)).toBe(NOW - 30 * DAY);
    expect(held(NOW - 1, NOW - 90 * DAY, NOW - 30 * DAY)).toBe(NOW - 90 * DAY);
    expect(held(NOW - 1, NOW - 10 * DAY, NOW - 30 * DAY)).toBe(NOW - 30 * DAY);
  });
  test('begins anew where an older version, or a clock that was set back, leaves a gap possible', () => {
    expect(held(NOW - 1, null, NOW - 30 * DAY)).toBe(NOW - 30 * DAY);
    expect(held(NOW + 1, NOW - 90 * DAY, NOW - 30 * DAY)).toBe(NOW - 30 * DAY);
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
