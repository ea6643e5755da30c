import { build } from './database.ts';
import {
  type Eb,
  type InvoiceFilter,
  type InvoiceListQuery,
  type InvoiceRow,
  matches,
  NEWEST_FIRST,
} from './invoices.ts';
import { inOrder } from './list.ts';
import type { Snapshot } from './snapshot.ts';

export type ExportedRow = InvoiceRow & { register_name: string | null };

/** The very invoices that the list has under these filters, in its order. */
const exported = (filter: InvoiceListQuery) =>
  inOrder(
    build
      .selectFrom('invoices')
      .innerJoin('terminals', 'terminals.id', 'invoices.terminal_id')
      .leftJoin('cash_registers', 'cash_registers.id', 'invoices.cash_register_id')
      .selectAll('invoices')
      .select(['terminals.name as terminal_name', 'cash_registers.name as register_name'])
      .where((eb) => matches(eb as unknown as Eb, filter)),
    'invoices',
    filter.ordering ?? NEWEST_FIRST,
  );

export const iterateInvoices = (
  snapshot: Snapshot,
  filter: InvoiceListQuery,
): Iterator<ExportedRow, undefined> => snapshot.iterate(exported(filter));

export const countInvoices = (snapshot: Snapshot, filter: InvoiceFilter): number =>
  snapshot.get(
    build
      .selectFrom('invoices')
      .where((eb) => matches(eb, filter))
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )?.count ?? 0;
