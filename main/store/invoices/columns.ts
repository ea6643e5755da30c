import { type SqlBool, sql } from 'kysely';
import { MAX_VALIDITY } from '../../../shared/api/invoices.ts';
import { build } from '../db/connection.ts';

/** All columns except the long search text: it would take a sixth of the time of a page of rows. */
export const SHOWN = [
  'invoices.id',
  'invoices.number',
  'invoices.invoice_id',
  'invoices.terminal_id',
  'invoices.status',
  'invoices.amount',
  'invoices.ccy',
  'invoices.final_amount',
  'invoices.reference',
  'invoices.destination',
  'invoices.comment',
  'invoices.page_url',
  'invoices.failure_code',
  'invoices.failure_reason',
  'invoices.masked_pan',
  'invoices.approval_code',
  'invoices.rrn',
  'invoices.payment_system',
  'invoices.fee',
  'invoices.created_locally',
  'invoices.webhook_received',
  'invoices.created_date',
  'invoices.modified_date',
  'invoices.paid_date',
  'invoices.expires_at',
  'invoices.next_check_at',
  'invoices.created_by',
  'invoices.bank_created_date',
  'invoices.sweep_at',
  'invoices.uncaptured',
] as const;

/** For cached queries: writing this many columns into a query takes long. */
export const shownInvoices = () =>
  build
    .selectFrom('invoices')
    .innerJoin('terminals', 'terminals.id', 'invoices.terminal_id')
    .select(SHOWN)
    // Excludes registers of deleted terminals, some of which may not be removed yet.
    .select(
      sql<number | null>`case when terminals.deleted_at is null then invoices.cash_register_id end`.as(
        'cash_register_id',
      ),
    )
    .select('terminals.name as terminal_name');

/** What `shownInvoices` has of the terminal, of an invoice that is being inserted. */
export const shownOfTerminal = [
  sql<number | null>`(select invoices.cash_register_id from terminals
    where id = invoices.terminal_id and deleted_at is null)`.as('cash_register_id'),
  sql<string>`(select name from terminals where id = invoices.terminal_id)`.as('terminal_name'),
] as const;

/** The ids of declined invoices whose QR can still be paid at `at`, milliseconds UTC. */
export const declinedPayable = (at: number) =>
  sql`select id from invoices where status = 'failure' and expires_at > ${at} and created_date > ${at - MAX_VALIDITY * 1000}`;

/** Created, or declined and still payable: ids, each by the index of the statuses. An OR would read all invoices in their order. */
export const awaitsPayment = (at: number) =>
  sql<SqlBool>`invoices.id in (select id from invoices where status = 'created' union all ${declinedPayable(at)})`;
