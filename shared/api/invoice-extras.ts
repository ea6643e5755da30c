import * as v from 'valibot';
import { count, id, minorUnits, timestamp } from './answers.ts';
import { invoiceFilters, invoiceOrdering } from './invoices.ts';
import { pageOf } from './pages.ts';
import { choiceParam, integerParam, orderingParam, pageParams, query } from './query.ts';
import { INVOICE_STATUSES, OPEN_STATUSES } from './statuses.ts';
import { EXPORT_FORMATS } from './tables.ts';

/** What is beyond the invoice of interface.md, whose fields are fixed. */

const HISTORY_TYPES = [
  'created',
  /** The bank had opened it, though its answer never came. */
  'adopted',
  /** Found in the bank's statement: made past Kramar. */
  'found',
  /** The bank told another status; see `status`. */
  'status_changed',
  'paid',
  'cancel_requested',
  'refund_requested',
  'refunded',
  /** What the bank was asked is not known to have happened; settled by a later entry. */
  'in_doubt',
  'settled',
  'refused',
] as const;
export type HistoryType = (typeof HISTORY_TYPES)[number];

export const historyEntry = v.strictObject({
  at: timestamp(),
  type: v.picklist(HISTORY_TYPES),
  /** The status that it took, where it took one. */
  status: v.nullable(v.picklist(INVOICE_STATUSES)),
  /** Of a refund, minor units. */
  amount: v.nullable(minorUnits()),
  /** Full name, else username, of who asked for it; "" when nobody of the shop did. */
  by: v.string(),
  /** The bank's error code or the invoice's reason of failure, as they are; "" when there is none. */
  detail: v.string(),
});
export type HistoryEntry = v.InferOutput<typeof historyEntry>;

export const invoiceHistory = v.strictObject({
  invoice: id(),
  /** Full name, else username, of who created it; "" for payments made past Kramar. */
  created_by: v.string(),
  /** Until when it may be paid; null for payments made past Kramar. */
  expires_at: v.nullable(timestamp()),
  /** Oldest first. */
  results: v.array(historyEntry),
});
export type InvoiceHistory = v.InferOutput<typeof invoiceHistory>;

/** An invoice that may still be paid. */
export const openInvoice = v.strictObject({
  id: id(),
  number_display: v.string(),
  reference: v.string(),
  status: v.picklist(OPEN_STATUSES),
  amount: minorUnits(),
  terminal: id(),
  terminal_name: v.string(),
  cash_register: v.nullable(id()),
  page_url: v.string(),
  created_date: timestamp(),
  expires_at: v.nullable(timestamp()),
});
export type OpenInvoice = v.InferOutput<typeof openInvoice>;

export const openInvoicePage = v.strictObject({
  ...pageOf(openInvoice).entries,
  /** Of all open invoices, minor units. */
  total_amount: count(),
});
export type OpenInvoicePage = v.InferOutput<typeof openInvoicePage>;

export const openInvoiceQuery = query({
  terminal: integerParam(),
  ordering: orderingParam(['expires_at', 'created_date']),
  ...pageParams,
});

export const invoiceExportQuery = query({
  /** Absent: csv. */
  format: choiceParam(EXPORT_FORMATS),
  ...invoiceFilters,
  ordering: invoiceOrdering(),
});
export type InvoiceExportQuery = v.InferOutput<typeof invoiceExportQuery>;
