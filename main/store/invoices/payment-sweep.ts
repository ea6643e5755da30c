import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { OPEN_STATUSES } from '../../../shared/api/statuses.ts';
import { build, type Db } from '../db/connection.ts';
import type { TimeRange } from '../db/days.ts';
import { type InvoiceRow, withTerminalName } from './invoices.ts';

/** Times in milliseconds UTC. */
interface Due {
  terminal: number;
  paidFrom: number;
  /** Both ends included; 0: never requested. */
  planned: TimeRange;
  limit: number;
}

/**
 * Payments of a terminal whose state is to be requested from the bank: never requested ones first, the newest of them
 * first; read in the order of the index `invoices_sweep`.
 */
export const paymentsToSweep = (db: Db, { terminal, paidFrom, planned, limit }: Due): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .where('invoices.terminal_id', '=', terminal)
      .where('invoices.sweep_at', '>=', planned.from)
      .where('invoices.sweep_at', '<=', planned.to)
      // The plus keeps SQLite from using the index: nearly all planned payments are of this time.
      .where(sql<SqlBool>`+invoices.paid_date >= ${paidFrom}`)
      .orderBy('invoices.sweep_at')
      .orderBy('invoices.paid_date', 'desc')
      .limit(limit),
  );

/** 5 ms with the commit: the first start after months may end the sweep of a hundred thousand payments. */
const FORGOTTEN_AT_ONCE = 500;

interface Old {
  terminal: number;
  /** Times in milliseconds UTC. */
  paidBefore: number;
  now: number;
}

/**
 * Ends the sweep of payments from before a moment. Other requests are served in between; an interrupted run continues
 * the next time. Both parts seek in the index `invoices_sweep`: what was never requested is in the order of its
 * payment, and what is planned is old only once it is overdue (nextSweep), of which there are few.
 */
export const forgetOldPayments = async (db: Db, old: Old): Promise<void> => {
  for (const some of [neverRequested(old), overdue(old)])
    while (db.run(forget(some.limit(FORGOTTEN_AT_ONCE))) === FORGOTTEN_AT_ONCE) await nextTurn();
};

const ofTerminal = (terminal: number) =>
  build.selectFrom('invoices').select('id').where('terminal_id', '=', terminal);

const neverRequested = ({ terminal, paidBefore }: Old) =>
  ofTerminal(terminal).where('sweep_at', '=', 0).where('paid_date', '<', paidBefore);

const overdue = ({ terminal, paidBefore, now }: Old) =>
  ofTerminal(terminal)
    .where('sweep_at', '>', 0)
    .where('sweep_at', '<=', now)
    .where(sql<SqlBool>`+paid_date < ${paidBefore}`);

const forget = (some: ReturnType<typeof ofTerminal>) =>
  build.updateTable('invoices').set({ sweep_at: null }).where('id', 'in', some);

export const scheduleSweep = (db: Db, id: number, sweep_at: number): void => {
  db.run(build.updateTable('invoices').set({ sweep_at }).where('id', '=', id));
};

/** Whether an invoice created between two moments (ms) still waits for its payer. */
export const hasFreshInvoice = (db: Db, from: number, to: number): boolean =>
  db.get(
    build
      .selectFrom('invoices')
      .select(sql<1>`1`.as('found'))
      .where('status', 'in', OPEN_STATUSES)
      .where('created_date', '>', from)
      .where('created_date', '<=', to)
      .limit(1),
  ) !== undefined;
