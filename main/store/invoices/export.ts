import { type SqlBool, sql } from 'kysely';
import { build } from '../db/connection.ts';
import { countOf, inOrder } from '../db/list.ts';
import { notCancelled, type Snapshot } from '../db/snapshot.ts';
import {
  type Eb,
  type InvoiceFilter,
  type InvoiceListQuery,
  matches,
  matching,
  NEWEST_FIRST,
  refundsIn,
} from './filter.ts';
import type { InvoiceRow } from './invoices.ts';
import { isSummedBy, sumOf, sumsOf } from './rollups/rollups.ts';

/** The exported columns; the others are long and unused. */
const EXPORTED = [
  'number',
  'reference',
  'status',
  'created_date',
  'paid_date',
  'amount',
  'final_amount',
  'fee',
  'ccy',
  'masked_pan',
  'payment_system',
  'rrn',
  'approval_code',
  'destination',
  'comment',
  'failure_reason',
  'invoice_id',
  'created_locally',
] as const satisfies readonly (keyof InvoiceRow)[];

export type ExportedRow = Pick<InvoiceRow, (typeof EXPORTED)[number] | 'terminal_name'> & {
  register_name: string | null;
  /** The last of its refunds that the filter asks for, ms UTC; null: none. */
  last_refund_date: number | null;
  /** Their sum. */
  refund_amount: number | null;
};

/** The refunds of the row's invoice; without a filter by refund date, all of them. */
const ownRefunds = (filter: InvoiceFilter) =>
  refundsIn(filter).where(sql<SqlBool>`refunds.invoice_id = invoices.id`);

/** The same invoices as in the list under these filters, in its order. */
const exported = (filter: InvoiceListQuery) =>
  inOrder(
    build
      .selectFrom('invoices')
      .innerJoin('terminals', 'terminals.id', 'invoices.terminal_id')
      .leftJoin('cash_registers', (join) =>
        join
          .onRef('cash_registers.id', '=', 'invoices.cash_register_id')
          // Excludes deleted terminals, whose registers may not be removed yet.
          .on('terminals.deleted_at', 'is', null),
      )
      .select(EXPORTED.map((name) => `invoices.${name}` as const))
      .select(['terminals.name as terminal_name', 'cash_registers.name as register_name'])
      .select([
        ownRefunds(filter)
          .select((eb) => eb.fn.max<number | null>('refunded_at').as('at'))
          .as('last_refund_date'),
        ownRefunds(filter)
          .select((eb) => eb.fn.sum<number | null>('refunds.amount').as('sum'))
          .as('refund_amount'),
      ])
      .where((eb) => matches(eb as unknown as Eb, filter))
      .where(notCancelled),
    'invoices',
    filter.ordering ?? NEWEST_FIRST,
  );

export const iterateInvoices = (
  snapshot: Snapshot,
  filter: InvoiceListQuery,
): Iterator<ExportedRow, undefined> => snapshot.iterate(exported(filter));

export const countInvoices = (snapshot: Snapshot, filter: InvoiceFilter): number =>
  isSummedBy(filter) ? sumOf(sumsOf(snapshot, filter)).count : countOf(snapshot, matching(filter));
