import { type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import type { FiscalChecksTable, FiscalDocumentsTable, FiscalTerminalsTable } from './db/fiscal-tables.ts';
import type { Found, Slice } from './db/list.ts';
import { type InvoiceRow, sumOfAmounts, withTerminalName } from './invoices/invoices.ts';

type FiscalCheckRow = Selectable<FiscalChecksTable>;
type FiscalTerminalRow = Selectable<FiscalTerminalsTable>;

export const findFiscalCheck = (db: Db, invoiceId: number): FiscalCheckRow | undefined =>
  db.get(build.selectFrom('fiscal_checks').selectAll().where('invoice_id', '=', invoiceId));

export const findFiscalTerminal = (db: Db, terminalId: number): FiscalTerminalRow | undefined =>
  db.get(build.selectFrom('fiscal_terminals').selectAll().where('terminal_id', '=', terminalId));

export const putFiscalCheck = (db: Db, row: FiscalCheckRow): void => {
  const { invoice_id: _, ...changes } = row;
  db.run(
    build
      .insertInto('fiscal_checks')
      .values(row)
      .onConflict((conflict) => conflict.column('invoice_id').doUpdateSet(changes)),
  );
};

export const putFiscalTerminal = (db: Db, row: FiscalTerminalRow): void => {
  const { terminal_id: _, ...changes } = row;
  db.run(
    build
      .insertInto('fiscal_terminals')
      .values(row)
      .onConflict((conflict) => conflict.column('terminal_id').doUpdateSet(changes)),
  );
};

/** Replaces the fiscal checks of a payment by what the bank reports now. */
export const putFiscalDocuments = (
  db: Db,
  invoiceId: number,
  documents: readonly Omit<FiscalDocumentsTable, 'invoice_id' | 'position'>[],
): void => {
  db.run(build.deleteFrom('fiscal_documents').where('invoice_id', '=', invoiceId));
  for (const [position, document] of documents.entries())
    db.run(build.insertInto('fiscal_documents').values({ ...document, invoice_id: invoiceId, position }));
};

/** Milliseconds UTC. */
interface Due {
  terminal: number;
  /** Payment times from here to `paidTo`, both included. */
  paidFrom: number;
  paidTo: number;
  now: number;
  /** A plan beyond this was made before the PC's clock was set back. */
  farthest: number;
  limit: number;
}

/**
 * Payments of a terminal whose fiscal check is to be requested, newest first: the longest waiting are requested least
 * often anyway. Excludes payments refunded in full. Scans the payments of the range by their own index.
 */
export const paymentsDueForFiscalCheck = (db: Db, due: Due): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .leftJoin('fiscal_checks', 'fiscal_checks.invoice_id', 'invoices.id')
      .where('invoices.paid_date', '>=', due.paidFrom)
      .where('invoices.paid_date', '<=', due.paidTo)
      .where('invoices.terminal_id', '=', due.terminal)
      .where('invoices.status', '=', 'success')
      .where((eb) =>
        eb.or([
          eb('fiscal_checks.invoice_id', 'is', null),
          eb('fiscal_checks.next_ask_at', '<=', due.now),
          eb('fiscal_checks.next_ask_at', '>', due.farthest),
        ]),
      )
      .orderBy('invoices.paid_date', 'desc')
      .orderBy('invoices.id', 'desc')
      .limit(due.limit),
  );

export type FiscalGapRow = InvoiceRow &
  Pick<FiscalCheckRow, 'status_description'> & { fiscal_status: FiscalCheckRow['status']; asked_at: number };

interface GapRange {
  /** Milliseconds UTC. */
  paidFrom: number;
  /** The bank had this long, and was queried after it. */
  graceMs: number;
}

/** Every existing terminal that fiscalises. */
const fiscalTerminals = () =>
  build
    .selectFrom('fiscal_terminals')
    .innerJoin('terminals', 'terminals.id', 'fiscal_terminals.terminal_id')
    .where('terminals.deleted_at', 'is', null)
    .where('fiscal_terminals.fiscalises_since', 'is not', null);

export const countFiscalTerminals = (db: Db): number =>
  db.get(fiscalTerminals().select((eb) => eb.fn.countAll<number>().as('count')))?.count ?? 0;

/** Paid, not refunded in full, and without a finished check at the last request; newest first. */
export const listFiscalGaps = (
  db: Db,
  { paidFrom, graceMs }: GapRange,
  slice: Slice,
): Found<FiscalGapRow> & { total_amount: number } => {
  const gaps = withTerminalName()
    .innerJoin('fiscal_checks', 'fiscal_checks.invoice_id', 'invoices.id')
    .where('fiscal_checks.status', '!=', 'done')
    .where('invoices.status', '=', 'success')
    .where('invoices.paid_date', '>=', paidFrom)
    .where('invoices.terminal_id', 'in', fiscalTerminals().select('terminals.id'))
    .where(sql<boolean>`fiscal_checks.asked_at >= invoices.paid_date + ${graceMs}`);
  const summary = db.get(
    gaps
      .clearSelect()
      .select((eb) => [eb.fn.countAll<number>().as('count'), sumOfAmounts.as('total_amount')]),
  );
  const rows = db.all(
    gaps
      .select([
        'fiscal_checks.status as fiscal_status',
        'fiscal_checks.status_description',
        'fiscal_checks.asked_at',
      ])
      .orderBy('invoices.paid_date', 'desc')
      .orderBy('invoices.id', 'desc')
      .limit(slice.limit)
      .offset(slice.offset),
  ) as unknown as FiscalGapRow[];
  const { count = 0, total_amount = 0 } = summary ?? {};
  return { count, rows, total_amount };
};
