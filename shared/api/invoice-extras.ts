import * as v from 'valibot';
import {
  choice,
  count,
  currency,
  id,
  minorUnits,
  nullable,
  otherCurrencyTotals,
  shape,
  string,
  timestamp,
} from './answers.ts';
import { described } from './described.ts';
import { email, requestBody } from './fields.ts';
import { invoiceFilters, invoiceOrdering } from './invoice-query.ts';
import { invoice } from './invoices.ts';
import { pageOf } from './pages.ts';
import { booleanParam, choiceParam, integerParam, orderingParam, pageParams, query } from './query.ts';
import { INVOICE_STATUSES, OPEN_STATUSES } from './statuses.ts';
import { EXPORT_FORMATS } from './tables.ts';

/** Additions to the invoice of version 1, whose fields are fixed. */

const HISTORY_TYPES = [
  'created',
  /** The bank had opened it, though its answer was lost. */
  'adopted',
  /** Found in the bank's statement: made outside Kramar. */
  'found',
  /** The bank reported another status; see `status`. */
  'status_changed',
  'paid',
  'cancel_requested',
  'refund_requested',
  'capture_requested',
  'release_requested',
  /** The bank holds the money; it is not paid yet. */
  'held',
  'refunded',
  /** The result of a bank request is unknown; a later entry settles it. */
  'in_doubt',
  'settled',
  'refused',
] as const;
export type HistoryType = (typeof HISTORY_TYPES)[number];

const historyEntry = shape('HistoryEntry', {
  at: timestamp("When, UTC. For a payment or a refund, the bank's time.", '2026-03-02T08:15:27.120Z'),
  type: choice(
    HISTORY_TYPES,
    'created: at the bank. adopted: the bank had opened it, though its answer never came. found: in the ' +
      'bank statement. status_changed: it took another status. paid: it was paid. held: the bank holds the money, it is ' +
      'not paid yet. cancel_requested, refund_requested, capture_requested, release_requested: an account of the ' +
      'shop requested it. refunded: the money went back. in_doubt: the ' +
      'outcome of a bank request is not known yet; a later entry has it. settled: the bank acted. refused: ' +
      'it did not.',
    'created',
  ),
  status: nullable(v.picklist(INVOICE_STATUSES), 'The status that it took, or null.', 'created'),
  amount: nullable(minorUnits(), 'Amount of a refund, of a hold, or of a capture, minor units; else null.'),
  by: string('Who requested it: full name, else username; empty when no account did.', 'Олена Коваль'),
  detail: string("The bank's error code or reason of failure; empty when there is none."),
  reason: string("Of a requested refund: the reason from the owner's list and the comment; else empty."),
  approved_by: string(
    "Of a requested refund above the requester's limit, or an invoice with a discount above the shop's: the second " +
      'person who approved it; else empty.',
  ),
});
export type HistoryEntry = v.InferOutput<typeof historyEntry>;

/* @__NO_SIDE_EFFECTS__ */
const exampleEntry = ({
  at,
  type,
  ...more
}: Pick<HistoryEntry, 'at' | 'type'> & Partial<HistoryEntry>): HistoryEntry => ({
  at,
  type,
  status: null,
  amount: null,
  by: '',
  detail: '',
  reason: '',
  approved_by: '',
  ...more,
});

export const invoiceHistory = shape('InvoiceHistory', {
  invoice: id('Id of the invoice.', 15),
  created_by: string(
    'Who created it: full name, else username; empty for a payment made past this service.',
    'Олена Коваль',
  ),
  expires_at: nullable(
    timestamp(),
    'Until when it may be paid, or might have been, UTC; null for a payment made past this service.',
    '2026-03-03T08:15:27.120Z',
  ),
  results: described(v.array(historyEntry), 'What happened, oldest first.', [
    exampleEntry({ at: '2026-03-02T08:15:27.120Z', type: 'created', status: 'created', by: 'Олена Коваль' }),
    exampleEntry({ at: '2026-03-02T08:15:50.000Z', type: 'paid', status: 'success' }),
    exampleEntry({
      at: '2026-03-02T08:21:03.877Z',
      type: 'refund_requested',
      amount: 3600,
      by: 'Олена Коваль',
    }),
    exampleEntry({ at: '2026-03-02T08:21:04.918Z', type: 'refunded', amount: 3600, by: 'Олена Коваль' }),
  ]),
});
export type InvoiceHistory = v.InferOutput<typeof invoiceHistory>;

/** What became of a sale, for whoever made it. */
export const saleOutcome = shape('SaleOutcome', { invoice, history: invoiceHistory });
export type SaleOutcome = v.InferOutput<typeof saleOutcome>;

/** An invoice that may still be paid. */
export const openInvoice = shape('OpenInvoice', {
  id: invoice.entries.id,
  number_display: invoice.entries.number_display,
  reference: invoice.entries.reference,
  status: choice(
    [...OPEN_STATUSES, 'failure'],
    'created: waiting for payment. processing: being paid. failure: declined, and its QR can still be paid.',
  ),
  amount: invoice.entries.amount,
  ccy: currency(),
  terminal: invoice.entries.terminal,
  terminal_name: invoice.entries.terminal_name,
  cash_register: invoice.entries.cash_register,
  page_url: invoice.entries.page_url,
  created_date: invoice.entries.created_date,
  expires_at: nullable(
    timestamp(),
    'Until when it may be paid, UTC; null for a payment made past this service.',
    '2026-03-03T08:15:27.120Z',
  ),
});
export type OpenInvoice = v.InferOutput<typeof openInvoice>;

export const openInvoicePage = pageOf(openInvoice, {
  total_amount: count('Sum of amount over all that match, on all pages, minor units, hryvnia alone.', 8100),
  other_currencies: otherCurrencyTotals(),
});
export type OpenInvoicePage = v.InferOutput<typeof openInvoicePage>;

export const openInvoiceQuery = query({
  terminal: integerParam('Only of this terminal (id).'),
  declined: booleanParam(
    'true: those, too, that were declined while their QR can still be paid. Default: false.',
  ),
  ordering: orderingParam(
    ['expires_at', 'created_date'],
    'Default: expires_at. What never expires comes last, either way.',
  ),
  ...pageParams,
});

export const invoiceExportQuery = query({
  format: choiceParam(EXPORT_FORMATS, 'Format of the file. Default: csv.'),
  ...invoiceFilters,
  ordering: invoiceOrdering(),
});
export type InvoiceExportQuery = v.InferOutput<typeof invoiceExportQuery>;

/** Where the bank sends the receipt of a payment. */
export const receiptEmail = requestBody('ReceiptEmail', {
  email: described(email(), "The customer's address.", 'kupets@example.com'),
});

export const sentReceipt = shape('SentReceipt', {
  invoice: id('Id of the invoice.', 15),
  email: string('Where the bank was asked to send it.', 'kupets@example.com'),
});
