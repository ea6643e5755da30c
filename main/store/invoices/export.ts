import { build } from '../db/connection.ts';
import { inOrder } from '../db/list.ts';
import { notCancelled, type Snapshot } from '../db/snapshot.ts';
import {
  type Eb,
  type InvoiceFilter,
  type InvoiceListQuery,
  type InvoiceRow,
  matches,
  NEWEST_FIRST,
} from './invoices.ts';
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
};

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
  isSummedBy(filter) ? sumOf(sumsOf(snapshot, filter)).count : counted(snapshot, filter);

const counted = (snapshot: Snapshot, filter: InvoiceFilter): number =>
  snapshot.get(
    build
      .selectFrom('invoices')
      .where((eb) => matches(eb, filter))
      .where(notCancelled)
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )?.count ?? 0;
