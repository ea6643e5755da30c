import { type SqlBool, sql } from 'kysely';
import { OPEN_STATUSES } from '../../../shared/api/statuses.ts';
import { build, type Db } from '../db/connection.ts';
import { type InvoiceRow, withTerminalName } from './invoices.ts';

/** Times in milliseconds UTC. */
interface Due {
  terminal: number;
  paidFrom: number;
  /** Both ends included; 0: never requested. */
  planned: { from: number; to: number };
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

/** Ends the sweep of payments from before a moment (ms). */
export const forgetOldPayments = (db: Db, terminal: number, paidBefore: number): void => {
  db.run(
    build
      .updateTable('invoices')
      .set({ sweep_at: null })
      .where('terminal_id', '=', terminal)
      .where('sweep_at', 'is not', null)
      .where(sql<SqlBool>`+paid_date < ${paidBefore}`),
  );
};

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
