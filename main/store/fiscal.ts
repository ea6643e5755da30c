import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import type { FiscalDocumentsTable } from './db/tables.ts';
import { type InvoiceRow, withTerminalName } from './invoices/invoices.ts';

export const { find: findFiscalCheck, put: putFiscalCheck } = rowsBy('fiscal_checks', 'invoice_id');
export const { find: findFiscalTerminal, put: putFiscalTerminal } = rowsBy('fiscal_terminals', 'terminal_id');
export const { put: putFiscalReturn } = rowsBy('fiscal_returns', 'refund_id');

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

/** The bank gave no answer about an invoice: the unfinished checks of its refunds wait until `at`, ms. */
export const postponeFiscalReturns = (db: Db, invoiceId: number, at: number): void => {
  db.run(
    build
      .updateTable('fiscal_returns')
      .set({ next_ask_at: at })
      .where('next_ask_at', 'is not', null)
      .where('refund_id', 'in', build.selectFrom('refunds').select('id').where('invoice_id', '=', invoiceId)),
  );
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

/** Invoices with a refund of that range (`paidFrom`, `paidTo`) whose return check is to be requested. */
export const refundsDueForFiscalCheck = (db: Db, due: Due): InvoiceRow[] =>
  db.all(
    withTerminalName()
      .where('invoices.terminal_id', '=', due.terminal)
      .where('invoices.id', 'in', (eb) =>
        eb
          .selectFrom('refunds')
          .leftJoin('fiscal_returns', 'fiscal_returns.refund_id', 'refunds.id')
          .select('refunds.invoice_id')
          .where('refunds.refunded_at', '>=', due.paidFrom)
          .where('refunds.refunded_at', '<=', due.paidTo)
          .where((of) =>
            of.or([
              of('fiscal_returns.refund_id', 'is', null),
              of('fiscal_returns.next_ask_at', '<=', due.now),
              of('fiscal_returns.next_ask_at', '>', due.farthest),
            ]),
          ),
      )
      .orderBy('invoices.id', 'desc')
      .limit(due.limit),
  );
