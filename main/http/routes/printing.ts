import { numberDisplay } from '../../../shared/api/invoices.ts';
import { type PaperPart, paper, paperQuery } from '../../../shared/api/papers.ts';
import {
  cashPrint,
  cashPrintRequest,
  invoicePrint,
  printerState,
  printJob,
} from '../../../shared/api/printing.ts';
import { wasPaid } from '../../money/bank-state/status.ts';
import { loadSeenOrMade } from '../../money/guard/guard.ts';
import { cashPaper, invoicePaper, type PaperLook } from '../../money/receipt/papers.ts';
import type { Printer } from '../../money/receipt/printer.ts';
import { loadCashSale } from '../../money/shifts/visibility.ts';
import { present } from '../../platform/present.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { fieldRefusal, refusal } from '../../shop/errors.ts';
import { printerReport, requestReceipt } from '../../shop/printing/jobs.ts';
import { receiptPrinter } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { findLogo } from '../../store/logo.ts';
import { lastPrintJob, type PrintJobRow } from '../../store/print-jobs.ts';
import { defineExtension, type Route } from '../route.ts';

interface PrintingContext {
  db: Db;
  now: () => number;
  printer: Printer;
  /** IANA; the shop's. */
  timeZone: string;
}

const MOST_FAILED = 20;

const presentJob = (row: PrintJobRow, invoice: InvoiceRow) =>
  present(printJob, { ...row, invoice: invoice.id, number_display: numberDisplay(invoice.number) });

const VISIBLE =
  'For those who may view the invoice, and for whoever created it and may create invoices; to anybody else it is a 404.';

/** Receipts on paper, by the receipt printer that the owner has set. */
export const printingRoutes = (context: PrintingContext): Route[] => [
  getPrinter(context),
  getInvoicePrint(context),
  printReceipt(context),
  paperRoute(
    context,
    {
      at: 'GET invoices/{id}/paper/',
      id: 'getInvoicePaper',
      summary: 'Read the receipt of an invoice, or its A4 sheet, to print it',
      description: `The A4 sheet is one to pay by, and later a record of the payment. ${VISIBLE}`,
    },
    loadSeenOrMade(context.db),
    invoicePaper,
  ),
];

/** The same for sales for cash. */
export const cashPrintingRoutes = (context: PrintingContext): Route[] => [
  printCash(context),
  paperRoute(
    context,
    {
      at: 'GET cash-sales/{id}/paper/',
      id: 'getCashPaper',
      summary: 'Read the receipt of a cash sale, on a roll or on A4, to print it',
      description: 'It is no fiscal receipt.',
    },
    loadCashSale(context.db),
    cashPaper,
  ),
];

const getPrinter = ({ db, now }: PrintingContext) =>
  defineExtension({
    at: 'GET printer/',
    id: 'getPrinter',
    summary: 'Read whether receipts wait for the receipt printer',
    description:
      'The owner sets the printer in the settings. A printer that is away delays no sale: a receipt is tried ' +
      'again for ten minutes, and then waits to be printed by hand.',
    answer: printerState,
    access: 'member',
    handler: ({ actor }) => {
      const report = printerReport(db, now());
      const load = loadSeenOrMade(db);
      const visible = report.failed.flatMap((row) => {
        const invoice = load(row.invoice_id, actor);
        return invoice ? [presentJob(row, invoice)] : [];
      });
      return present(printerState, { ...report, failed: visible.slice(0, MOST_FAILED) });
    },
  });

const getInvoicePrint = ({ db }: PrintingContext) =>
  defineExtension({
    at: 'GET invoices/{id}/print/',
    id: 'getReceiptPrint',
    summary: 'Read whether the receipt of an invoice is printed',
    description: VISIBLE,
    answer: invoicePrint,
    access: 'member',
    honoursScope: true,
    load: loadSeenOrMade(db),
    handler: ({ target }) => {
      const job = lastPrintJob(db, target.id);
      return { has_printer: receiptPrinter(db) !== undefined, job: job ? presentJob(job, target) : null };
    },
  });

const printReceipt = ({ db, now, printer }: PrintingContext) =>
  defineExtension({
    at: 'POST invoices/{id}/print/',
    id: 'printReceipt',
    summary: 'Print the receipt of a paid invoice on the receipt printer',
    description:
      'Does not wait for the printer: read the outcome afterwards. A receipt that was printed before, or may have ' +
      'been, is marked as a copy. One that waits already is not queued twice. For an invoice that was never paid, and ' +
      `where no receipt printer is set: 400. ${VISIBLE}`,
    status: 201,
    answer: printJob,
    access: 'member',
    honoursScope: true,
    load: loadSeenOrMade(db),
    handler: ({ target }) => {
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
    throw fieldRefusal('status', `is_${status}`, message);
  }
  if (!receiptPrinter(db))
    throw refusal(
      'not_ready',
      'No receipt printer is set. The owner sets it in the settings of the program.',
    );
};

/** The parts of a paper, as the receipt printer prints them, in the language of the request. */
const paperRoute = <Row>(
  { db, timeZone }: PrintingContext,
  endpoint: { at: `GET ${string}`; id: string; summary: string; description: string },
  load: (id: number, actor: Actor) => Row | undefined,
  partsOf: (db: Db, row: Row, look: PaperLook) => PaperPart[],
) =>
  defineExtension({
    ...endpoint,
    query: paperQuery,
    answer: paper,
    access: 'member',
    isTranslated: true,
    honoursScope: true,
    load,
    handler: ({ target, query: { size = 'roll' }, language }) => {
      const hasLogo = findLogo(db) !== undefined;
      return {
        parts: partsOf(db, target, { size, language, timeZone, hasLogo }).map(
          ({ kind, text = '', value = '', note = '', cells = [] }) => ({ kind, text, value, note, cells }),
        ),
      };
    },
  });

const printCash = ({ db, printer }: PrintingContext) =>
  defineExtension({
    at: 'POST cash-sales/{id}/print/',
    id: 'printCashReceipt',
    summary: 'Print the receipt of a cash sale, and open the drawer',
    description:
      'One attempt, whose outcome is the answer. The drawer opens where the owner has set so, within a minute of the ' +
      'sale and once. A receipt that was printed before is marked as a copy. It is no fiscal receipt.',
    answer: cashPrint,
    access: 'member',
    honoursScope: true,
    isLongRunning: true,
    load: loadCashSale(db),
    body: cashPrintRequest,
    examples: { hand: { summary: 'By hand', value: {} } },
    handler: async ({ target, body: { is_automatic } }) => ({
      fault: await printer.printCash(target.id, is_automatic),
    }),
  });
