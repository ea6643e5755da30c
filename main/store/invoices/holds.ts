import { type Selectable, sql } from 'kysely';
import { type CurrencyTotals, totalsByCurrency } from '../currency-totals.ts';
import { build, type Db } from '../db/connection.ts';
import type { Found, Slice } from '../db/list.ts';
import { fixedQuery, placeholder } from '../db/query-cache.ts';
import type { HoldsTable } from '../db/tables.ts';
import { type InvoiceRow, withTerminalName } from './invoices.ts';

export type HoldRow = Selectable<HoldsTable>;

const ofInvoice = fixedQuery<HoldRow, [invoiceId: number]>(() =>
  build.selectFrom('holds').selectAll().where('invoice_id', '=', placeholder<number>()),
);

export const findHold = (db: Db, invoiceId: number): HoldRow | undefined => db.get(ofInvoice(invoiceId));

export const putHold = (db: Db, hold: HoldRow): void => {
  db.run(build.replaceInto('holds').values(hold));
};

/** A held invoice with its hold. */
export type HeldInvoice = InvoiceRow & { held_amount: number; held_at: number };

interface HeldFilter {
  terminal?: number | undefined;
  created_by?: number | undefined;
}

/** The invoices whose money the bank holds, the earliest end first. */
export const listHeld = (
  db: Db,
  { terminal, created_by }: HeldFilter,
  { limit, offset }: Slice,
): Found<HeldInvoice> & CurrencyTotals => {
  const held = withTerminalName()
    .innerJoin('holds', 'holds.invoice_id', 'invoices.id')
    .where('holds.state', '=', sql.lit('held'))
    .where('holds.held_at', 'is not', null)
    .where((eb) =>
      eb.and([
        ...(terminal === undefined ? [] : [eb('invoices.terminal_id', '=', terminal)]),
        ...(created_by === undefined ? [] : [eb('invoices.created_by', '=', created_by)]),
      ]),
    );
  const rows = db.all(
    held
      .select((eb) => ['holds.amount as held_amount', eb.ref('holds.held_at').$notNull().as('held_at')])
      .orderBy('holds.held_at')
      .orderBy('holds.invoice_id')
      .limit(limit)
      .offset(offset),
  );
  return { ...totalsByCurrency(db, held, 'holds.amount'), rows };
};
