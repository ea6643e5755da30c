import { type SqlBool, sql } from 'kysely';
import type { Order } from '../../../shared/api/query.ts';
import { OPEN_STATUSES } from '../../../shared/api/statuses.ts';
import { type CurrencyTotals, totalsByCurrency } from '../currency-totals.ts';
import { build, type Db } from '../db/connection.ts';
import { countOf, type Found, type Slice } from '../db/list.ts';
import { declinedPayable } from './filter.ts';
import { type InvoiceRow, withTerminalName } from './invoices.ts';

interface OpenFilter {
  terminal?: number | undefined;
  created_by?: number | undefined;
  /** Declined ones, too, whose QR can still be paid at this time, milliseconds UTC. */
  declined_at?: number | undefined;
  ordering?: readonly Order<'id' | 'expires_at' | 'created_date'>[] | undefined;
}

const SOONEST_FIRST: readonly Order<'expires_at'>[] = [{ field: 'expires_at', descending: false }];

/**
 * The terminals, deleted ones included: the index over terminal and status then finds the few open invoices, however
 * many invoices there are.
 */
const terminalIds = (terminal: number | undefined) => {
  const terminals = build.selectFrom('terminals').select('terminals.id');
  return terminal === undefined ? terminals : terminals.where('terminals.id', '=', terminal);
};

/** What the bank holds was paid for. */
const heldIds = () =>
  build.selectFrom('holds').select('holds.invoice_id').where('holds.state', '=', sql.lit('held'));

/** Invoices that may still be paid; those that never expire come last in either order. */
export const listOpenInvoices = (
  db: Db,
  { terminal, created_by, declined_at, ordering }: OpenFilter,
  slice: Slice,
): Found<InvoiceRow> & CurrencyTotals => {
  const open = withTerminalName()
    .where('invoices.terminal_id', 'in', terminalIds(terminal))
    .where((eb) =>
      declined_at === undefined
        ? eb('invoices.status', 'in', OPEN_STATUSES)
        : sql<SqlBool>`invoices.id in (select id from invoices where status in (${sql.join(OPEN_STATUSES)}) union all ${declinedPayable(declined_at)})`,
    )
    .where('invoices.id', 'not in', heldIds())
    .where((eb) => eb.and(created_by === undefined ? [] : [eb('invoices.created_by', '=', created_by)]));
  const orders = ordering?.length ? ordering : SOONEST_FIRST;
  let page = open;
  for (const { field, descending } of orders)
    page = page.orderBy(`invoices.${field}`, (by) => (descending ? by.desc() : by.asc()).nullsLast());
  const last = orders.at(-1)?.descending ? 'desc' : 'asc';
  const rows = db.all(page.orderBy('invoices.id', last).limit(slice.limit).offset(slice.offset));
  return { ...totalsByCurrency(db, open, 'invoices.amount'), rows };
};

/** Invoices that can be paid at `now` (milliseconds UTC), newest first. */
export const payableInvoices = (db: Db, now: number): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .where('invoices.terminal_id', 'in', terminalIds(undefined))
      .where('invoices.status', 'in', OPEN_STATUSES)
      .where((eb) => eb.or([eb('invoices.expires_at', 'is', null), eb('invoices.expires_at', '>', now)]))
      .orderBy('invoices.id', 'desc'),
  );

/**
 * Paid invoices of a terminal about which the bank will be asked again: it works on a refund, also on one made at the bank
 * itself. Those that cannot be read are left out: they may never become readable.
 */
export const countAwaitedPayments = (db: Db, terminalId: number): number =>
  countOf(
    db,
    build
      .selectFrom('invoices')
      .where('terminal_id', '=', terminalId)
      .where('next_check_at', 'is not', null)
      .where('status', 'in', ['success', 'reversed'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('unreadable_records')
              .select('unreadable_records.id')
              .where('unreadable_records.kind', '=', 'invoice')
              .where('unreadable_records.terminal_id', '=', terminalId)
              .whereRef('unreadable_records.key', '=', 'invoices.invoice_id'),
          ),
        ),
      ),
  );
