import { numberDisplay } from '../../../shared/api/invoices.ts';
import {
  type InvoicePrint,
  invoicePrint,
  type PrinterState,
  type PrintJob,
  printerState,
  printJob,
} from '../../../shared/api/printing.ts';
import { problem } from '../../../shared/errors.ts';
import { isoTime } from '../../../shared/time.ts';
import { wasPaid } from '../../money/bank-state/status.ts';
import { loadSeenOrMade } from '../../money/guard/guard.ts';
import type { Printer } from '../../money/receipt/printer.ts';
import { refusal, ValidationError } from '../../shop/errors.ts';
import { printerReport, requestReceipt } from '../../shop/printing/jobs.ts';
import { receiptPrinter } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { lastPrintJob, type PrintJobRow } from '../../store/print-jobs.ts';
import { defineRoute, type Route } from '../route.ts';

interface PrintingContext {
  db: Db;
  now: () => number;
  printer: Printer;
}

const MOST_FAILED = 20;

const presentJob = (row: PrintJobRow, invoice: InvoiceRow): PrintJob => ({
  id: row.id,
  invoice: invoice.id,
  number_display: numberDisplay(invoice.number),
  cause: row.cause,
  state: row.state,
  is_copy: row.is_copy === 1,
  fault: row.fault,
  created_at: isoTime(row.created_at),
});

const VISIBLE =
  'For those who may view the invoice, and for whoever created it and may create invoices; to anybody else it is a 404.';

/** Receipts on paper, by the receipt printer that the owner has set. */
export const printingRoutes = (context: PrintingContext): Route[] => [
  getPrinter(context),
  getInvoicePrint(context),
  printReceipt(context),
];

const getPrinter = ({ db, now }: PrintingContext) =>
  defineRoute({
    method: 'GET',
    path: 'printer/',
    id: 'getPrinter',
    summary: 'Read whether receipts wait for the receipt printer',
    description:
      'The owner sets the printer in the settings. A printer that is away delays no sale: a receipt is tried ' +
      'again for ten minutes, and then waits to be printed by hand.',
    answer: printerState,
    access: 'member',
    isExtension: true,
    handler: ({ actor }): PrinterState => {
      const { hasPrinter, printsPaid, waiting, fault, failed } = printerReport(db, now());
      const load = loadSeenOrMade(db);
      const visible = failed.flatMap((row) => {
        const invoice = load(row.invoice_id, actor);
        return invoice ? [presentJob(row, invoice)] : [];
      });
      return {
        has_printer: hasPrinter,
        prints_paid: printsPaid,
        waiting,
        fault,
        failed: visible.slice(0, MOST_FAILED),
      };
    },
  });

const getInvoicePrint = ({ db }: PrintingContext) =>
  defineRoute({
    method: 'GET',
    path: 'invoices/{id}/print/',
    id: 'getReceiptPrint',
    summary: 'Read whether the receipt of an invoice is printed',
    description: VISIBLE,
    answer: invoicePrint,
    access: 'member',
    isExtension: true,
    honoursScope: true,
    load: loadSeenOrMade(db),
    handler: ({ target }): InvoicePrint => {
      const job = lastPrintJob(db, target.id);
      return { has_printer: receiptPrinter(db) !== undefined, job: job ? presentJob(job, target) : null };
    },
  });

const printReceipt = ({ db, now, printer }: PrintingContext) =>
  defineRoute({
    method: 'POST',
    path: 'invoices/{id}/print/',
    id: 'printReceipt',
    summary: 'Print the receipt of a paid invoice on the receipt printer',
    description:
      'Does not wait for the printer: read the outcome afterwards. A receipt that was printed before, or may have ' +
      'been, is marked as a copy. One that waits already is not queued twice. For an invoice that was never paid, and ' +
      `where no receipt printer is set: 400. ${VISIBLE}`,
    status: 201,
    answer: printJob,
    access: 'member',
    isExtension: true,
    honoursScope: true,
    load: loadSeenOrMade(db),
    handler: ({ target }): PrintJob => {
      refuseUnprintable(db, target);
      const job = requestReceipt(db, target.id, now());
      printer.retryNow();
      return presentJob(job, target);
    },
  });

/** @throws ValidationError */
const refuseUnprintable = (db: Db, { status }: InvoiceRow): void => {
  if (!wasPaid(status)) {
    const message = 'The invoice has not been paid; there is no receipt.';
    throw new ValidationError({ status: [problem(`is_${status}`, message)] });
  }
  if (!receiptPrinter(db))
    throw refusal(
      'not_ready',
      'No receipt printer is set. The owner sets it in the settings of the program.',
    );
};
