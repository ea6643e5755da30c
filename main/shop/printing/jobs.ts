import type { PrintFault } from '../../../shared/api/printing.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { Db } from '../../store/db/connection.ts';
import { type EventRow, eventsAfter, lastEventId } from '../../store/events.ts';
import { findInvoice, type InvoiceRow } from '../../store/invoices/invoices.ts';
import {
  failedPrintJobs,
  insertPaidJob,
  insertPrintJob,
  lastPrintJob,
  type PrintJobRow,
  queuedPrintJobs,
} from '../../store/print-jobs.ts';
import { clearSetting, getSetting, setSetting } from '../../store/settings.ts';
import { receiptPrinter } from '../settings.ts';

/** Receipts that wait to be printed, and what became of them. */

/** A payment that became known later is of a customer who has left. */
const PRINTED_WITHIN_MS = 15 * MINUTE_MS;
const FAILED_SHOWN_MS = 2 * HOUR_MS;
const BATCH = 100;

/**
 * Whether a receipt is printed by itself: a sale made in this shop that has just been paid.
 * @param now milliseconds UTC, by the bank's clock, as is the time of the payment
 */
const printsByItself = (
  { type, data }: Pick<EventRow, 'type' | 'data'>,
  invoice: Pick<InvoiceRow, 'created_locally' | 'status' | 'paid_date' | 'created_date'> | undefined,
  now: number,
): boolean => {
  if (type !== 'invoice.status_changed' || JSON.parse(data).status !== 'success') return false;
  if (invoice?.created_locally !== 1 || invoice.status !== 'success') return false;
  return now - (invoice.paid_date ?? invoice.created_date) < PRINTED_WITHIN_MS;
};

interface PaidContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
  /** The same by the bank's clock; undefined while it is not known. */
  bankNow: () => number | undefined;
}

/**
 * Returns a function that queues the receipts of the payments since its last call. While receipts are printed by
 * themselves the position is stored, so that a restart misses none and repeats none; else nothing is written.
 */
export const createPaidReceipts = ({ db, now, bankNow }: PaidContext): (() => void) => {
  /** The last event while receipts were not printed by themselves. */
  let seen: number | undefined;
  const queueSince = (position: number, newest: number): void => {
    const events = eventsAfter(db, position, { types: ['invoice.status_changed'] }, BATCH);
    for (const event of events) {
      const invoice = event.invoice_id === null ? undefined : findInvoice(db, event.invoice_id);
      if (invoice && printsByItself(event, invoice, bankNow() ?? now())) insertPaidJob(db, invoice.id, now());
    }
    const last = events.length === BATCH ? (events.at(-1)?.id ?? newest) : newest;
    setSetting(db, 'printer_position', String(last));
  };
  return () => {
    const newest = lastEventId(db);
    const stored = getSetting(db, 'printer_position');
    if (!receiptPrinter(db)?.printsPaid) {
      seen = newest;
      if (stored !== undefined) clearSetting(db, 'printer_position');
      return;
    }
    // Later than the last event: a restored backup has replaced the database.
    const position = Math.min(stored === undefined ? (seen ?? newest) : Number(stored), newest);
    if (stored === undefined || position < newest) db.transaction(() => queueSince(position, newest));
  };
};

/** Queues a receipt that somebody wants; one that waits already is not queued twice. */
export const requestReceipt = (db: Db, invoiceId: number, now: number): PrintJobRow =>
  db.transaction(() => {
    const last = lastPrintJob(db, invoiceId);
    if (last?.state === 'queued' || last?.state === 'sending') return last;
    return insertPrintJob(db, { invoice_id: invoiceId, cause: 'hand', state: 'queued', created_at: now });
  });

export interface PrinterReport {
  hasPrinter: boolean;
  printsPaid: boolean;
  waiting: number;
  /** Of the receipt that has waited longest. */
  fault: PrintFault | null;
  failed: PrintJobRow[];
}

/** @param now milliseconds UTC */
export const printerReport = (db: Db, now: number): PrinterReport => {
  const setup = receiptPrinter(db);
  const queued = queuedPrintJobs(db);
  return {
    hasPrinter: setup !== undefined,
    printsPaid: setup?.printsPaid ?? false,
    waiting: queued.length,
    fault: queued[0]?.fault ?? null,
    failed: failedPrintJobs(db, now - FAILED_SHOWN_MS),
  };
};
