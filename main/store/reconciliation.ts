import { sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { listed } from './db/list.ts';
import type { InvoiceRow } from './invoices/invoices.ts';
import type { TerminalRow } from './terminals.ts';

const COMPARED = [
  ...['id', 'number', 'invoice_id', 'terminal_id', 'status', 'amount', 'ccy'],
  ...['final_amount', 'reference', 'rrn', 'created_date', 'paid_date', 'uncaptured'],
] as const satisfies readonly (keyof InvoiceRow)[];

/** The compared columns of an invoice. */
export type ComparedRow = Pick<InvoiceRow, (typeof COMPARED)[number]>;

const compared = () => build.selectFrom('invoices').select(COMPARED);

/** Times in ms, both ends included; `after` is the last row of the previous part. */
interface PaidPart {
  from: number;
  to: number;
  after: ComparedRow | undefined;
  limit: number;
}

/** A part of the invoices paid in a range, in order of time. */
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

/** Finds invoices by the bank's ids. */
export const comparedByBankIds = (db: Db, invoiceIds: readonly string[]): ComparedRow[] =>
  db.all(compared().where('invoice_id', 'in', listed(invoiceIds)));

export const comparedByIds = (db: Db, ids: readonly number[]): ComparedRow[] =>
  db.all(compared().where('id', 'in', listed(ids)));

const NAMES = ['id', 'number', 'invoice_id', 'reference', 'rrn', 'status'] as const;
/** The names that another book may use for an invoice. */
type NamesRow = Pick<InvoiceRow, (typeof NAMES)[number]>;

/** A part of the invoices older than one, newest first. */
export const namesBefore = (db: Db, id: number, limit: number): NamesRow[] =>
  db.all(build.selectFrom('invoices').select(NAMES).where('id', '<', id).orderBy('id', 'desc').limit(limit));

/** Refunds after a moment (ms), by invoice, minor units. */
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

/** Terminals by id, deleted ones included. */
export const terminalsByIds = (db: Db, ids: readonly number[]): TerminalRow[] =>
  db.all(build.selectFrom('terminals').selectAll().where('id', 'in', listed(ids)).orderBy('id'));
