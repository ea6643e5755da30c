import type { Generated } from 'kysely';
import type { InvoiceStatus } from '../../../shared/api/statuses.ts';

/** SQLite has no boolean. */
export type Bit = 0 | 1;

export interface InvoicesTable {
  id: Generated<number>;
  number: number;
  /** The bank's identifier. */
  invoice_id: string;
  terminal_id: number;
  cash_register_id: number | null;
  status: InvoiceStatus;
  amount: number;
  ccy: number;
  final_amount: number | null;
  reference: string;
  destination: string;
  comment: string;
  page_url: string;
  failure_code: string;
  failure_reason: string;
  masked_pan: string;
  approval_code: string;
  rrn: string;
  payment_system: string;
  fee: number;
  created_locally: Bit;
  webhook_received: Bit;
  created_date: number;
  modified_date: number | null;
  paid_date: number | null;
  /** created_date + validity; null for payments made outside Kramar. */
  expires_at: number | null;
  /** Next request to the bank about it; null when nothing more is expected. */
  next_check_at: number | null;
  created_by: number | null;
  /** Creation by the bank's clock; null: not known. */
  bank_created_date: number | null;
  /** Next request to the bank about the payment; 0: none was sent yet; null when nothing more is expected. */
  sweep_at: number | null;
  /** The part of the amount that the shop never took: of a hold captured in part, or released. */
  uncaptured: Generated<number>;
  search_text: string;
}

export interface InvoiceItemsTable {
  id: Generated<number>;
  invoice_id: number;
  position: number;
  name: string;
  price: number;
  /** Thousandths. */
  quantity: number;
  unit: string;
  product_id: number | null;
  /** Hundredths of a percent. */
  discount: number;
  amount: number;
}

/** Refunded money. The refunds of an invoice add up to its amount minus what remains. */
export interface RefundsTable {
  id: Generated<number>;
  invoice_id: number;
  amount: number;
  refunded_at: number;
}

/** Maintained by triggers (migrations/009-bank-time.ts) only: counts of invoices, sums of those in hryvnia. */
export interface InvoiceTotalsTable {
  status: InvoiceStatus;
  terminal: number;
  /** 0: none. */
  register: number;
  created_locally: Bit;
  count: number;
  amount: number;
  /** The final amount of each invoice that has one. */
  taken: number;
}

export interface InvoiceDaysTable extends InvoiceTotalsTable {
  /** UTC, since 1970. */
  day: number;
}

export interface InvoiceMonthsTable extends InvoiceTotalsTable {
  /** 32 days: `day >> 5`. */
  month: number;
}

export interface InvoiceDayCountsTable {
  day: number;
  count: number;
}

/** Full-text index by trigrams of `search_text`; the rowid is the invoice's id. */
export interface InvoicesTextTable {
  rowid: number;
  search_text: string;
}
