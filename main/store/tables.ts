import type { Generated } from 'kysely';
import type { EventType } from '../../shared/api/events.ts';
import type { InvoiceStatus } from '../../shared/api/invoices.ts';
import type { RunCause, RunStatus } from '../../shared/api/jobs.ts';
import type { UNREADABLE_KINDS } from '../../shared/api/unreadable.ts';

/** SQLite has no boolean. */
type Bit = 0 | 1;

interface SettingsTable {
  key: string;
  value: string;
}

/** The last number given out, by series; a number is never given twice. */
export interface CountersTable {
  name: 'invoice' | 'product';
  value: number;
}

/** The owner (exactly one) and the employees. */
export interface AccountsTable {
  id: Generated<number>;
  role: 'owner' | 'employee';
  username: string;
  password_hash: string;
  /** Tokens issued before are void; ms. */
  password_changed_at: number;
  full_name: string;
  email: string;
  position: string;
  can_view_invoices: Bit;
  can_create_invoices: Bit;
  can_cancel_invoices: Bit;
  can_manage_terminals: Bit;
  can_manage_employees: Bit;
  is_active: Bit;
  search_text: string;
  created_at: number;
  updated_at: number;
}

export interface TerminalsTable {
  id: Generated<number>;
  name: string;
  merchant_id: string;
  merchant_name: string;
  edrpou: string;
  is_active: Bit;
  show_payments: Bit;
  /** The bank token, sealed by the vault; null: none, or destroyed. */
  sealed_token: Uint8Array | null;
  search_text: string;
  created_at: number;
  updated_at: number;
  /** A deleted terminal stays as the name on its invoices. */
  deleted_at: number | null;
  /** Payments up to here have been brought from the statement; null: none yet. */
  statement_synced_at: number | null;
  /** When the last 30 days were last brought as a whole, refunds of older payments included. */
  statement_completed_at: number | null;
  registers_synced_at: number | null;
}

export interface CashRegistersTable {
  id: Generated<number>;
  terminal_id: number;
  qr_id: string;
  short_qr_id: string;
  name: string;
  /** Who sets the amount, in the bank's words: `merchant`, `client`, `fix`. */
  amount_type: string;
  page_url: string;
  is_active: Bit;
  created_at: number;
  updated_at: number;
}

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
  /** created_date + validity; null for payments made past Kramar. */
  expires_at: number | null;
  /** When the bank is to be asked next; null when nothing more is expected. */
  next_check_at: number | null;
  created_by: number | null;
  /** When it was opened, by the bank's clock; null: not known. */
  bank_created_date: number | null;
  /** When the bank is to be asked about the payment again; 0: it was never asked; null when nothing more is expected. */
  sweep_at: number | null;
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

/** Money given back. The refunds of an invoice add up to its amount less what is left of it. */
export interface RefundsTable {
  id: Generated<number>;
  invoice_id: number;
  amount: number;
  refunded_at: number;
}

/** What the bank knows of the fiscal check of a sale; none: of no check. */
export type FiscalStatus = 'none' | 'new' | 'process' | 'failed' | 'done';

/** Of a payment that the bank was asked about. */
export interface FiscalChecksTable {
  invoice_id: number;
  status: FiscalStatus;
  status_description: string;
  /** When the bank last answered; null: it was asked, and gave no answer yet. */
  asked_at: number | null;
  /** When it is to be asked again; null when nothing more is expected. */
  next_ask_at: number | null;
}

/** Of a terminal whose payments the bank was asked about. */
export interface FiscalTerminalsTable {
  terminal_id: number;
  /** When the bank first told of a check of one of its payments; null: it has not. */
  fiscalises_since: number | null;
  /** Payments, one after another, of which the bank knew no check. */
  asked_in_vain: number;
  /** When the next payment is to be tried; null where the terminal fiscalises, for then each is asked about. */
  next_ask_at: number | null;
}

export type AttemptStatus = 'pending' | 'done' | 'refused' | 'in_doubt' | 'dropped';

/** The journal of calls to the bank whose outcome matters. */
export interface AttemptsTable {
  id: Generated<number>;
  kind: 'create' | 'remove' | 'refund';
  status: AttemptStatus;
  /** What the bank is told so that its answer can be recognised: metadata of an invoice, extRef of a refund. */
  tag: string;
  terminal_id: number;
  /** Ours; null until the invoice is known. */
  invoice_id: number | null;
  account_id: number | null;
  /** The invoice number this attempt has used. */
  number: number | null;
  /** The client's Idempotency-Key, and what it asked with it. */
  idempotency_key: string | null;
  fingerprint: string | null;
  /** What was asked, JSON. */
  request: string;
  err_code: string;
  created_at: number;
  settled_at: number | null;
  /** The same two by the bank's clock; null: not known. */
  bank_created_at: number | null;
  bank_settled_at: number | null;
  /** A refund that the bank has confirmed and still works on: when that was known, ms. */
  accepted_at: number | null;
  /** How many bank invoices may carry the tag: one for each request that the bank may have carried out. */
  possible_invoices: Generated<number>;
  /** When the register is read next for one of them that is not known here; null: there is none to look for. */
  register_check_at: number | null;
}

/**
 * `open`: it can be paid, as far as is known. `over`: it was invalidated, or has expired. `paid`: its payment is a
 * second one of the sale, and has an invoice of its own.
 */
type SaleInvoiceState = 'open' | 'over' | 'paid';

/** Bank invoices that carry the tag of a sale, beside the one that its invoice names. */
export interface SaleInvoicesTable {
  id: Generated<number>;
  bank_invoice_id: string;
  /** Ours: the invoice of the sale. */
  invoice_id: number;
  state: SaleInvoiceState;
  /** To invalidate it, or to ask about it in vain, since the bank last answered. */
  tries: number;
  /** When it is looked at next; null when it is no longer open. */
  next_try_at: number | null;
  created_at: number;
}

/** What an unreadable record is about. */
export type UnreadableKind = (typeof UNREADABLE_KINDS)[number];

/** What the bank says of one thing and Kramar cannot read, until it can. */
export interface UnreadableRecordsTable {
  id: Generated<number>;
  kind: UnreadableKind;
  terminal_id: number;
  /** Names the thing within its kind and terminal. */
  key: string;
  /** Ours; null: none is known. */
  invoice_id: number | null;
  /** The bank's identifier of it; "" when it cannot be read. */
  bank_id: string;
  field: string;
  /** As the bank sent it, shortened, card numbers and secrets masked. */
  value: string;
  /** The statement's line as JSON, masked as above; null: of another kind, or too long to be kept. */
  line: string | null;
  /** Where the statement that holds the line has to begin (ms); null: of another kind. */
  read_from: number | null;
  first_seen_at: number;
  last_seen_at: number;
  tries: number;
  /** When it is looked at again; null: when its kind is looked at anyway. */
  next_try_at: number | null;
}

/** The answers that are repeated when a client asks again with the same Idempotency-Key. */
export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** Of the request's body. */
  fingerprint: string;
  /** The body of the 201, JSON. */
  answer: string;
  created_at: number;
  /** By the bank's clock; null: not known. */
  bank_created_at: number | null;
}

/** What happened, in order. Written in the transaction that does what it tells, and never changed. */
export interface EventsTable {
  id: Generated<number>;
  type: EventType;
  /** Ours. */
  invoice_id: number | null;
  terminal_id: number | null;
  /** JSON; its shape follows from the type (shared/api/events.ts). */
  data: string;
  created_at: number;
}

export interface JobRunsTable {
  id: Generated<number>;
  job: string;
  cause: RunCause;
  /** `cut_off`: the service ended in the middle of it. */
  status: RunStatus;
  found: number;
  changed: number;
  /** Why it failed; "" when it did not. */
  error: string;
  started_at: number;
  finished_at: number | null;
}

export interface CategoriesTable {
  id: Generated<number>;
  name: string;
  search_text: string;
  created_at: number;
  updated_at: number;
}

export interface UnitsTable {
  id: Generated<number>;
  name: string;
  short_name: string;
  search_text: string;
  created_at: number;
  updated_at: number;
}

export interface ProductsTable {
  id: Generated<number>;
  code: number;
  name: string;
  price: number;
  name_for_docs: string;
  article: string;
  external_code: string;
  category_id: number | null;
  unit_id: number | null;
  is_archived: Bit;
  search_text: string;
  created_at: number;
  updated_at: number;
}

/** Kept by triggers (migrations/009-bank-time.ts), never written: counts of invoices, sums of those in hryvnia. */
interface InvoiceTotalsTable {
  status: InvoiceStatus;
  terminal: number;
  /** 0: none. */
  register: number;
  created_locally: Bit;
  count: number;
  amount: number;
  /** The final amount of each where one is set. */
  taken: number;
}

interface InvoiceDaysTable extends InvoiceTotalsTable {
  /** UTC, since 1970. */
  day: number;
}

interface InvoiceMonthsTable extends InvoiceTotalsTable {
  /** 32 days: `day >> 5`. */
  month: number;
}

interface InvoiceDayCountsTable {
  day: number;
  count: number;
}

/** Full-text index by trigrams of `search_text`; the row's id is the invoice's. */
interface InvoicesTextTable {
  rowid: number;
  search_text: string;
}

export interface Tables {
  settings: SettingsTable;
  counters: CountersTable;
  accounts: AccountsTable;
  terminals: TerminalsTable;
  cash_registers: CashRegistersTable;
  invoices: InvoicesTable;
  invoice_items: InvoiceItemsTable;
  invoice_days: InvoiceDaysTable;
  invoice_months: InvoiceMonthsTable;
  invoice_totals: InvoiceTotalsTable;
  invoice_day_counts: InvoiceDayCountsTable;
  invoices_text: InvoicesTextTable;
  refunds: RefundsTable;
  fiscal_checks: FiscalChecksTable;
  fiscal_terminals: FiscalTerminalsTable;
  attempts: AttemptsTable;
  sale_invoices: SaleInvoicesTable;
  unreadable_records: UnreadableRecordsTable;
  idempotency_keys: IdempotencyKeysTable;
  events: EventsTable;
  job_runs: JobRunsTable;
  categories: CategoriesTable;
  units: UnitsTable;
  products: ProductsTable;
}
