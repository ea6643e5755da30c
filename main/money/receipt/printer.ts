import type { PrintFault } from '../../../shared/api/printing.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { createQueue } from '../../platform/async.ts';
import type { Log } from '../../platform/log.ts';
import { type Dots, encodePaper } from '../../printer/encode.ts';
import { PrinterError } from '../../printer/faults.ts';
import { sendPaper } from '../../printer/send.ts';
import { logoDots } from '../../shop/logo/logo.ts';
import type { PrinterSetup } from '../../shop/printing/settings.ts';
import { testPage } from '../../shop/printing/test-page.ts';
import { receiptPrinter, shopName } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { findInvoice } from '../../store/invoices/invoices.ts';
import { nextPrintJob, type PrintJobRow, updatePrintJob, wasSentToPrinter } from '../../store/print-jobs.ts';
import { findCashSale, noteCashReceipt, partsOfInvoices } from '../../store/shifts.ts';
import { cashPaper, invoicePaper, type PaperLook } from './papers.ts';

/** A receipt that waits longer is of a customer who has left. */
const WAITS_MS = 10 * MINUTE_MS;
/** Between two attempts at a printer that is away. */
const PAUSE_MS = 5 * SECOND_MS;
/** A drawer that opens by itself later would be a surprise. */
const DRAWER_MS = MINUTE_MS;

export interface PrinterContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
  log: Log;
  /** IANA; the shop's. */
  timeZone: string;
}

/** The receipt printer: one paper at a time. */
export interface Printer {
  /** Makes the next attempt that is due; returns whether there may be another one at once. Never throws a PrinterError. */
  printNext(): Promise<boolean>;
  /** Prints the test page; null: it was printed. */
  test(): Promise<PrintFault | null>;
  /**
   * Prints the receipt of a sale for cash and opens the drawer, as the owner has set; one attempt. By itself it does so once,
   * while the buyer is there. null: done, or nothing was to be done.
   */
  printCash(saleId: number, isAutomatic: boolean): Promise<PrintFault | null>;
  /** Somebody waits at the printer: the next attempt is made at once. */
  retryNow(): void;
}

export const createPrinter = (context: PrinterContext): Printer => {
  const { db, log } = context;
  const inTurn = createQueue();
  /** By the monotonic clock. */
  let pausedUntil = 0;

  const attempt = async (): Promise<boolean> => {
    const job = performance.now() < pausedUntil ? undefined : nextPrintJob(db);
    if (!job) return false;
    // Of a service that was stopped meanwhile, or of a restored backup.
    if (context.now() - job.created_at > WAITS_MS) {
      updatePrintJob(db, job.id, { state: 'failed', fault: job.fault ?? 'cut_off' });
      return true;
    }
    const setup = receiptPrinter(db);
    const failure = setup ? await printReceipt(context, job, setup) : new PrinterError('not_set');
    // One line for as long as the reason lasts.
    if (failure && failure.fault !== job.fault)
      log.warn('A receipt was not printed.', { invoice: job.invoice_id, fault: failure.fault });
    const isOver = settle(context, job, failure);
    if (!isOver) pausedUntil = performance.now() + PAUSE_MS;
    return isOver;
  };

  return {
    printNext: () => inTurn(attempt),
    test: () =>
      inTurn(async () => {
        const setup = receiptPrinter(db);
        if (!setup) return 'not_set';
        const page = testPage(
          setup.format,
          { shopName: shopName(db), logo: logoDots(db) },
          setup.opensDrawer,
        );
        const failure = await sendPaper(setup.address, page).then(() => null, printerError);
        return failure?.fault ?? null;
      }),
    printCash: (id, isAutomatic) =>
      inTurn(async () => {
        const setup = receiptPrinter(db);
        if (!setup) return 'not_set';
        // As it is now: another request may have printed it before this one's turn.
        const sale = findCashSale(db, id);
        if (!sale) return 'failed';
        const wasPrinted = sale.receipt_sent_at !== null;
        const isFresh = Math.abs(context.now() - sale.made_at) < DRAWER_MS && !wasPrinted;
        const opensDrawer = setup.opensDrawer && isFresh;
        const isPrinted = !isAutomatic || (setup.printsPaid && isFresh);
        if (!isPrinted && !opensDrawer) return null;
        const logo = isPrinted ? logoDots(db) : undefined;
        const paper = isPrinted ? cashPaper(db, sale, rollOf(context, wasPrinted, logo)) : [];
        const bytes = encodePaper(paper, setup.format, { logo, opensDrawer, isCut: isPrinted });
        const failure = await sendPaper(setup.address, bytes, {
          onSending: () => noteCashReceipt(db, id, context.now()),
        }).then(() => null, printerError);
        if (failure) log.warn('A receipt for cash was not printed.', { fault: failure.fault });
        return failure?.fault ?? null;
      }),
    retryNow: () => {
      pausedUntil = 0;
    },
  };
};

/** @throws whatever is no PrinterError */
const printerError = (error: unknown): PrinterError => {
  if (error instanceof PrinterError) return error;
  throw error;
};

const rollOf = ({ timeZone }: PrinterContext, isCopy: boolean, logo: Dots | undefined): PaperLook => ({
  size: 'roll',
  language: 'uk',
  hasLogo: logo !== undefined,
  timeZone,
  isCopy,
});

const printReceipt = async (
  context: PrinterContext,
  job: PrintJobRow,
  { address, format, opensDrawer }: PrinterSetup,
): Promise<PrinterError | null> => {
  const { db, now } = context;
  const invoice = findInvoice(db, job.invoice_id);
  if (!invoice) return new PrinterError('failed');
  // Its receipt may have been printed as that of the whole sale in parts.
  const sale = partsOfInvoices(db, [invoice.id]).get(invoice.id);
  const isCopy = wasSentToPrinter(db, invoice.id) || (sale?.receipt_sent_at ?? null) !== null;
  const logo = logoDots(db);
  const paper = invoicePaper(db, invoice, rollOf(context, isCopy, logo));
  const isFresh = Math.abs(now() - job.created_at) < DRAWER_MS;
  const bytes = encodePaper(paper, format, { logo, opensDrawer: opensDrawer && isFresh && !isCopy });
  // Before the first byte: a receipt that a crash cuts off here may be printed, and is not repeated by itself.
  const onSending = (): void =>
    db.transaction(() => {
      updatePrintJob(db, job.id, { state: 'sending', sent_at: now(), is_copy: isCopy ? 1 : 0 });
      if (sale) noteCashReceipt(db, sale.id, now());
    });
  return sendPaper(address, bytes, { onSending }).then(() => null, printerError);
};

/** Writes what became of an attempt; returns whether the job has ended. */
const settle = ({ db }: PrinterContext, { id }: PrintJobRow, failure: PrinterError | null): boolean => {
  if (!failure) {
    updatePrintJob(db, id, { state: 'printed', fault: null });
    return true;
  }
  const { fault, wasSent } = failure;
  // What may be printed already is not printed again by itself.
  const isOver = wasSent || fault === 'not_set';
  updatePrintJob(db, id, { state: isOver ? 'failed' : 'queued', fault });
  return isOver;
};
