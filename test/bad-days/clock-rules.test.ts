import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Bank } from '../../main/bank/client.ts';
import { BankError } from '../../main/bank/errors.ts';
import { nextCheck, type Watched } from '../../main/money/bank-state/poll-interval.ts';
import { catchUp, syncInvoices } from '../../main/money/statement/sync.ts';
import { dueInvoices, scheduleCheck } from '../../main/store/invoices/invoices.ts';
import { findTerminal, updateTerminal } from '../../main/store/terminals.ts';
import { emptyDatabase, writeRow, writeTerminals } from '../helpers/empty-database.ts';

// Stored data survives every jump of the clock; checked here by itself, over histories that no test could wait for.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGIN = Date.parse('2026-03-02T08:00:00Z');

const { db } = emptyDatabase(afterAll);
writeTerminals(db, 'Каса');
const terminal = 1;

/** How far the PC's clock is off the right time: by less than a day. */
const offset = fc.oneof(
  fc.constantFrom(0, -DAY + MINUTE, DAY - MINUTE, 3 * HOUR, -3 * HOUR),
  fc.integer({ min: -DAY + MINUTE, max: DAY - MINUTE }),
);

interface Window {
  from: number;
  to: number;
}

/** Statements imported at the given true times, by a clock that is off; returns the requested windows. */
const statements = async (
  history: readonly { after: number; off: number; whole?: boolean }[],
): Promise<{ windows: Window[]; end: number }> => {
  const windows: Window[] = [];
  let at = BEGIN;
  let off = 0;
  // As the bank does, whose clock is right: it refuses a time ahead of it, and a range longer than 31 days.
  const statement: Bank['statement'] = async (_token, from, to = at) => {
    if (to < from || to - from > 31 * DAY) throw new BankError('BAD_REQUEST', 'no', { inDoubt: false });
    windows.push({ from, to: Math.min(to, at) });
    return { items: [], unreadable: [] };
  };
  const context = {
    db,
    bank: { statement } as unknown as Bank,
    openToken: async () => 'token',
    now: () => at + off,
    bankNow: () => at,
  };
  const row = findTerminal(db, terminal);
  if (row)
    updateTerminal(db, row, { created_at: BEGIN, statement_synced_at: null, statement_completed_at: null });
  for (const step of history) {
    at += step.after;
    off = step.off;
    await (step.whole ? syncInvoices : catchUp)(context, terminal).catch((error: unknown) => {
      if (!(error instanceof BankError)) throw error;
    });
  }
  return { windows, end: at };
};

/** Moments between two times that lie in no window. */
const gaps = (windows: readonly Window[], from: number, to: number): Window[] => {
  const found: Window[] = [];
  let covered = from;
  for (const window of [...windows].sort((one, other) => one.from - other.from)) {
    if (window.from > covered) found.push({ from: covered, to: window.from });
    covered = Math.max(covered, window.to);
  }
  return [...found, ...(covered < to ? [{ from: covered, to }] : [])];
};

const after = fc.integer({ min: SECOND, max: 23 * HOUR });
const step = fc.record({ after, off: offset });
const ONE_TO_EIGHT = { minLength: 1, maxLength: 8 };
const RUNS = { numRuns: 60 };

describe('statements under a clock that jumps back and forth by less than a day', () => {
  test('with a whole one at least once a day, no time up to the last is left out, and none requests more than 31 days', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, ONE_TO_EIGHT), offset, async (history, off) => {
        const daily = history.flatMap((each) => [each, { after: MINUTE, off: each.off, whole: true }]);
        const { windows, end } = await statements([...daily, { after: HOUR, off, whole: true }]);
        expect(gaps(windows, BEGIN, end)).toEqual([]);
        for (const { from, to } of windows) expect(to - from).toBeLessThanOrEqual(31 * DAY);
      }),
      RUNS,
    ));

  test('by themselves: a day after the clock is right again, no moment is left out', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, ONE_TO_EIGHT), async (history) => {
        const quiet = Array.from({ length: 25 }, () => ({ after: HOUR, off: 0 }));
        const { windows, end } = await statements([...history, ...quiet]);
        expect(gaps(windows, BEGIN, end)).toEqual([]);
      }),
      RUNS,
    ));

  test('behind the true time, each one imports all that there is, at once', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ after, off: fc.integer({ min: -DAY + MINUTE, max: 0 }) }), ONE_TO_EIGHT),
        async (history) => {
          const { windows, end } = await statements(history);
          expect(gaps(windows, BEGIN, end)).toEqual([]);
        },
      ),
      RUNS,
    ));
});

describe('open invoices under a clock that jumps back and forth by less than a day', () => {
  const invoice = (watched: Watched, next_check_at: number | null): number =>
    writeRow(db, { number: ++numbers, invoice_id: `p2_${numbers}`, ...watched, next_check_at });
  let numbers = 0;

  const off = fc.oneof(
    offset,
    fc.integer({ min: -20, max: 20 }).map((minutes) => minutes * MINUTE),
  );
  const jumps = fc.array(fc.record({ rounds: fc.integer({ min: 1, max: 40 }), off }), {
    minLength: 1,
    maxLength: 6,
  });
  const kinds = fc.constantFrom<Pick<Watched, 'status'> & { days: number | null }>(
    { status: 'created', days: 3 },
    { status: 'failure', days: 3 },
    { status: 'processing', days: 3 },
    { status: 'processing', days: null },
  );

  test('each is read again within a quarter of an hour of the last time, or of the last jump, whatever was planned', () =>
    fc.assert(
      fc.property(kinds, offset, jumps, ({ status, days }, bornOff, history) => {
        // Planned by a clock that may be off already.
        const created_date = BEGIN + bornOff;
        const watched = {
          status,
          created_date,
          expires_at: days === null ? null : created_date + days * DAY,
          bank_created_date: BEGIN,
        };
        const id = invoice(watched, nextCheck(watched, created_date));
        let at = BEGIN;
        for (const { rounds, off } of history) {
          // A step back of some minutes puts off what is planned; the first look afterwards sees what that leads too far.
          let since = at + MINUTE;
          for (let round = 0; round < rounds; round++) {
            at += MINUTE;
            const isDue = dueInvoices(db, terminal, at + off, 100).some((due) => due.id === id);
            if (isDue) {
              since = at;
              scheduleCheck(db, id, nextCheck(watched, at + off, null, at));
            }
            expect(at - since).toBeLessThanOrEqual(15 * MINUTE);
          }
        }
        scheduleCheck(db, id, null);
      }),
      RUNS,
    ));
});
