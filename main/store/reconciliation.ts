import { sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import type { InvoiceRow } from './invoices/invoices.ts';
import type { TerminalRow } from './terminals.ts';

/** What is compared of an invoice. */
export type ComparedRow = Pick<
  InvoiceRow,
  | 'id'
  | 'number'
  | 'invoice_id'
  | 'terminal_id'
  | 'status'
  | 'amount'
  | 'ccy'
  | 'final_amount'
  | 'reference'
  | 'rrn'
  | 'created_date'
  | 'paid_date'
>;

const compared = () =>
  build
    .selectFrom('invoices')
    .select([
      ...(['id', 'number', 'invoice_id', 'terminal_id', 'status', 'amount', 'ccy'] as const),
      ...(['final_amount', 'reference', 'rrn', 'created_date', 'paid_date'] as const),
    ]);

/** Times in ms, both ends included; `after` is the last row of the part before. */
interface PaidPart {
  from: number;
  to: number;
  after: ComparedRow | undefined;
  limit: number;
}

/** Invoices that were paid in a range, a part of them, in order of time. */
export const paidPart = (db: Db, { from, to, after, limit }: PaidPart): ComparedRow[] =>
  db.all(
    compared()
      .where('paid_date', '>=', after?.paid_date ?? from)
      .where('paid_date', '<=', to)
      .where((eb) =>
        eb.or([eb('paid_date', '>', after?.paid_date ?? from - 1), eb('id', '>', after?.id ?? 0)]),
      )
      .orderBy('paid_date')
      .orderBy('id')
      .limit(limit),
  );

const listed = <Value extends string | number>(values: readonly Value[]) =>
  // One statement for every number of values, so that it is prepared once.
  sql<Value>`(select value from json_each(${JSON.stringify(values)}))`;

/** By the bank's ids. */
export const comparedByBankIds = (db: Db, invoiceIds: readonly string[]): ComparedRow[] =>
  db.all(compared().where('invoice_id', 'in', listed(invoiceIds)));

export const comparedByIds = (db: Db, ids: readonly number[]): ComparedRow[] =>
  db.all(compared().where('id', 'in', listed(ids)));

/** What an invoice may be named by in somebody else's book. */
type NamesRow = Pick<InvoiceRow, 'id' | 'number' | 'invoice_id' | 'reference' | 'rrn' | 'status'>;

/** Invoices before one, the newest first: a part of all. */
export const namesBefore = (db: Db, id: number, limit: number): NamesRow[] =>
  db.all(
    build
      .selectFrom('invoices')
      .select(['id', 'number', 'invoice_id', 'reference', 'rrn', 'status'])
      .where('id', '<', id)
      .orderBy('id', 'desc')
      .limit(limit),
  );

/** What was given back after a moment (ms), by invoice, minor units. */
export const refundedSince = (db: Db, since: number): Map<number, number> => {
  const rows = db.all(
    build
      .selectFrom('refunds')
      .select(['invoice_id', sql<number>`sum(amount)`.as('amount')])
      .where('refunded_at', '>', since)
      .groupBy('invoice_id'),
  );
  return new Map(rows.map(({ invoice_id, amount }) => [invoice_id, amount]));
};

/** Terminals whatever became of them, by their ids. */
export const terminalsByIds = (db: Db, ids: readonly number[]): TerminalRow[] =>
  db.all(build.selectFrom('terminals').selectAll().where('id', 'in', listed(ids)).orderBy('id'));
