import * as v from 'valibot';
import { choice, count, flag, id, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { boolean, requestBody } from './fields.ts';

/** Receipts on paper, by the receipt printer that the owner has set. Beyond version 1. */

/** Why a receipt is not printed; more may be added. */
export const PRINT_FAULTS = [
  ...['not_set', 'refused', 'unreachable', 'offline', 'cover_open', 'paper_out', 'printer_error'],
  ...['no_device', 'no_right', 'in_use', 'not_a_printer', 'stuck', 'broken_off', 'cut_off', 'failed'],
] as const;
export type PrintFault = (typeof PRINT_FAULTS)[number];

/** queued: waits for the printer. sending: the printer is getting it. */
const PRINT_STATES = ['queued', 'sending', 'printed', 'failed'] as const;

const PRINT_CAUSES = ['paid', 'hand'] as const;

const FAULT =
  'Why it is not printed; null: nothing is known to be wrong. not_set: the owner has set no printer. refused: the printer is ' +
  'switched on, but takes no connection. unreachable: nothing answers at its address. offline, cover_open, ' +
  'paper_out, printer_error: the printer says so. no_device, no_right, in_use, not_a_printer: its device on this ' +
  'computer. stuck: it took only a part. broken_off: it broke the connection off. cut_off: the service ended ' +
  'meanwhile. failed: anything else.';

const fault = (example: PrintFault | null = null) => nullable(v.picklist(PRINT_FAULTS), FAULT, example);

/** One printing of one receipt. */
export const printJob = shape('PrintJob', {
  id: id('Identifier of this printing.', 7),
  invoice: id('Id of the invoice.', 15),
  number_display: string('Number of the invoice, six digits.', '000015'),
  cause: choice(PRINT_CAUSES, 'paid: by itself, once it was paid. hand: somebody wanted it.'),
  state: choice(
    PRINT_STATES,
    'queued: it waits for the printer, for ten minutes at most. sending: it is on its way. failed: it is not tried again.',
    'printed',
  ),
  is_copy: flag('True when the receipt had been printed before, or may have been: it is marked as a copy.'),
  fault: fault(),
  created_at: timestamp('When it was requested, UTC.', '2026-03-02T08:15:50.000Z'),
});
export type PrintJob = v.InferOutput<typeof printJob>;

export const invoicePrint = shape('InvoicePrint', {
  has_printer: flag('True when the owner has set a receipt printer.', true),
  job: nullable(printJob, 'The last printing of its receipt; null: there was none.', {
    id: 7,
    invoice: 15,
    number_display: '000015',
    cause: 'paid',
    state: 'printed',
    is_copy: false,
    fault: null,
    created_at: '2026-03-02T08:15:50.000Z',
  }),
});
export type InvoicePrint = v.InferOutput<typeof invoicePrint>;

export const cashPrint = shape('CashPrint', {
  fault: nullable(
    v.picklist(PRINT_FAULTS),
    'Why it was not printed, as of a receipt of an invoice; null: done, or nothing was to be done.',
  ),
});
export type CashPrint = v.InferOutput<typeof cashPrint>;

export const cashPrintRequest = requestBody('CashPrintRequest', {
  is_automatic: described(
    v.optional(boolean(), false),
    'True: once, within a minute of the sale, and only what the owner has set: receipt, drawer or both.',
  ),
});

export const printerState = shape('PrinterState', {
  has_printer: flag('True when the owner has set a receipt printer.', true),
  prints_paid: flag('True when receipts are printed by themselves once they are paid.', true),
  waiting: count('Receipts that wait for the printer.'),
  fault: fault(),
  failed: described(
    v.array(printJob),
    'Receipts of the last two hours that were not printed and have not been since, newest first, 20 at most: those of the invoices that you may view.',
  ),
});
export type PrinterState = v.InferOutput<typeof printerState>;
