import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../main/store/db/connection.ts';
import { plainSql } from '../../../main/store/db/query-cache.ts';
import { forgetOldPayments } from '../../../main/store/invoices/payment-sweep.ts';
import { emptyDatabase, writeRow, writeTerminals } from '../../helpers/empty-database.ts';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;
const OLD = { terminal: 1, paidBefore: NOW - 180 * DAY, now: NOW };

let db: Db;
beforeEach(() => {
  ({ db } = emptyDatabase());
  writeTerminals(db, '', '');
});

/** Payments of a terminal, so many days ago, to be requested at a time. */
const insert = (payments: readonly { terminal?: number; daysAgo: number; sweepAt: number | null }[]) =>
  db.transaction(() => {
    for (const [at, { terminal = 1, daysAgo, sweepAt }] of payments.entries())
      writeRow(db, {
        number: at + 1,
        invoice_id: `${at + 1}`,
        terminal_id: terminal,
        status: 'success',
        paid_date: NOW - daysAgo * DAY,
        sweep_at: sweepAt,
      });
  });

const planned = () =>
  db
    .all(
      plainSql<{ number: number }>('select number from invoices where sweep_at is not null order by number'),
    )
    .map(({ number }) => number);

test('ends the sweep of what is older, never requested or overdue, of this terminal alone', async () => {
  insert([
    { daysAgo: 181, sweepAt: 0 },
    { daysAgo: 179, sweepAt: 0 },
    { daysAgo: 181, sweepAt: NOW },
    { daysAgo: 179, sweepAt: NOW - DAY },
    { daysAgo: 181, sweepAt: null },
    { daysAgo: 181, sweepAt: 0, terminal: 2 },
    // Requested once more when it is due, and forgotten then.
    { daysAgo: 181, sweepAt: NOW + 1 },
  ]);
  await forgetOldPayments(db, OLD);
  expect(planned()).toEqual([2, 4, 6, 7]);
});

test('serves others between slices, however many there are', async () => {
  insert(Array.from({ length: 1200 }, () => ({ daysAgo: 200, sweepAt: 0 })));
  const run = vi.spyOn(db, 'run');
  const left: number[] = [];
  const forgetting = forgetOldPayments(db, OLD);
  setImmediate(() => left.push(planned().length));
  await forgetting;
  expect(left).toEqual([expect.any(Number)]);
  expect(left[0]).toBeGreaterThan(0);
  expect(planned()).toEqual([]);
  expect(run.mock.results.map(({ value }) => value)).toEqual([500, 500, 200, 0]);
});

test('seeks what is old instead of reading all that is planned', async () => {
  const plans: string[] = [];
  vi.spyOn(db, 'run').mockImplementation((query) => {
    const { sql, parameters } = query.compile();
    const plan = db.all(
      plainSql<{ detail: string }>(`explain query plan ${sql}`, ...(parameters as never[])),
    );
    plans.push(plan.map(({ detail }) => detail).join('\n'));
    return 0;
  });
  await forgetOldPayments(db, OLD);
  expect(plans[0]).toContain('invoices_sweep (terminal_id=? AND sweep_at=? AND paid_date<?)');
  expect(plans[1]).toContain('invoices_sweep (terminal_id=? AND sweep_at>? AND sweep_at<?)');
});
