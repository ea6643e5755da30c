import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Db, openDatabase } from '../../../main/store/db/connection.ts';
import { forgetOldPayments } from '../../../main/store/invoices/payment-sweep.ts';
import { temporaryFolder } from '../../helpers/shop.ts';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;
const OLD = { terminal: 1, paidBefore: NOW - 180 * DAY, now: NOW };

let folder: ReturnType<typeof temporaryFolder>;
let db: Db;
let outside: Database.Database;
beforeEach(() => {
  folder = temporaryFolder();
  const file = join(folder.path, 'kramar.db');
  db = openDatabase(file);
  outside = new Database(file);
  for (const id of [1, 2])
    outside
      .prepare(
        `insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, search_text, created_at, updated_at)
         values (?, '', '', '', '', 1, 1, '', 0, 0)`,
      )
      .run(id);
});
afterEach(() => {
  outside.close();
  db.close();
  folder.remove();
});

/** Payments of a terminal, so many days ago, to be requested at a time. */
const insert = (payments: readonly { terminal?: number; daysAgo: number; sweepAt: number | null }[]) => {
  const payment = outside.prepare(
    `insert into invoices (number, invoice_id, terminal_id, status, amount, ccy, reference, destination, comment, page_url,
       failure_code, failure_reason, masked_pan, approval_code, rrn, payment_system, fee, created_locally,
       webhook_received, created_date, paid_date, sweep_at, search_text)
     values (@number, @number, @terminal, 'success', 100, 980, '', '', '', '', '', '', '', '', '', '', 0, 1, 0, @paid, @paid,
       @sweepAt, '')`,
  );
  outside.transaction(() => {
    for (const [at, { terminal = 1, daysAgo, sweepAt }] of payments.entries())
      payment.run({ number: at + 1, terminal, paid: NOW - daysAgo * DAY, sweepAt });
  })();
};

const planned = () =>
  outside.prepare('select number from invoices where sweep_at is not null order by number').pluck().all();

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
    const plan = outside.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    plans.push(plan.map(({ detail }) => detail).join('\n'));
    return 0;
  });
  await forgetOldPayments(db, OLD);
  expect(plans[0]).toContain('invoices_sweep (terminal_id=? AND sweep_at=? AND paid_date<?)');
  expect(plans[1]).toContain('invoices_sweep (terminal_id=? AND sweep_at>? AND sweep_at<?)');
});
