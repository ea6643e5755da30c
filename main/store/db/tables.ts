// Written by build/table-types.ts from main/store/schema/schema.sql.
import type { Generated } from 'kysely';
import type { ActionFault, ActionObject } from '../../../shared/actions.ts';
import type { EventType } from '../../../shared/api/events.ts';
import type { PrintFault } from '../../../shared/api/printing.ts';
import type { FiscalService, InvoiceStatus } from '../../../shared/api/statuses.ts';

/** SQLite has no boolean. */
export type Bit = 0 | 1;

export interface SettingsTable {
  key: string;
  value: string;
}

/** The last number assigned, by series; numbers are never reused. */
export interface CountersTable {
  name: 'invoice' | 'product' | 'action';
  value: number;
}

/** The owner (exactly one), the employees, and the keys of tills, whose role is `employee`. */
export interface AccountsTable {
  id: Generated<number>;
  role: 'owner' | 'employee';
  username: string;
  password_hash: string;
  /** Invalidates tokens issued before; ms. */
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
  /** `key`: a till's key, without a password. */
  kind: Generated<'person' | 'key'>;
  /** Sees and changes only the invoices that it created. */
  own_sales_only: Generated<Bit>;
  /** Sees and uses only this terminal; null: all of them. */
  terminal_id: number | null;
  /** Sells only products of the catalog, at their prices. */
  catalog_prices_only: Generated<Bit>;
  /** Writes nothing in the catalog. */
  catalog_read_only: Generated<Bit>;
}

export interface TillKeysTable {
  account_id: number;
  /** SHA-256 in hex; the key itself is not stored. */
  key_hash: string;
  /** Its last characters, by which a person tells keys apart. */
  hint: string;
  /** Its creation or last rotation, ms, as are the other times. */
  issued_at: number;
  first_used_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface PinsTable {
  account_id: number;
  /** Made like the hash of a password, of the PIN under the pepper. */
  pin_hash: string;
  /** Names the pepper; another one means another keychain. */
  pepper: string;
  /** Wrong PINs in a row. */
  failures: Generated<number>;
  set_at: number;
}

/** Null: no limit. */
export interface RefundLimitsTable {
  account_id: number;
  /** The largest single refund. */
  largest: number | null;
  /** The sum of a shop day. */
  per_day: number | null;
}

/** A second person's consent to one refund, or to one sale with a discount, until it is used. */
export interface ApprovalsTable {
  /** SHA-256 in hex; the approval itself is not stored. */
  token_hash: string;
  requester_id: number;
  approver_id: number;
  /** Of a refund one of the two; of a sale what is taken off it. */
  invoice_id: number | null;
  cash_sale_id: number | null;
  discount: number | null;
  /** Of the refund, or what the sale comes to. */
  amount: number;
  created_at: number;
}

/** The shop's logo, at most one. */
export interface ShopLogoTable {
  id: 1;
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  content: Uint8Array;
  /** For receipt printers: a bit a dot; null where the picture can only be shown. */
  dots: Uint8Array | null;
  /** Dots of a line, a whole number of bytes; 0 without dots. */
  dots_width: Generated<number>;
  changed_at: number;
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
  /** A deleted terminal remains as the name on its invoices. */
  deleted_at: number | null;
  /** Payments up to this time have been read from the statement; null: none yet. */
  statement_synced_at: number | null;
  /** When the last 30 days were last read completely, refunds of older payments included. */
  statement_completed_at: number | null;
  registers_synced_at: number | null;
  /** The statement has been read without a gap since this time; null: never, or only by an older version. */
  statement_from: number | null;
}

export interface CashRegistersTable {
  id: Generated<number>;
  terminal_id: number;
  qr_id: string;
  short_qr_id: string;
  name: string;
  /** The party that sets the amount, in the bank's terms: `merchant`, `client`, `fix`. */
  amount_type: string;
  page_url: string;
  is_active: Bit;
  created_at: number;
  updated_at: number;
}

/** How far back the statement of a terminal has been read; times in ms UTC. */
export interface StatementHistoriesTable {
  terminal_id: number;
  state: 'running' | 'paused' | 'done' | 'cancelled';
  started_at: number;
  finished_at: number | null;
  /** Where reading began. */
  newest: number;
  /** Everything since then is here; the next window ends there. */
  oldest: number;
  /** Windows without a payment, the latest in a row. */
  empty_windows: Generated<number>;
  /** Payments that the windows listed. */
  payments: Generated<number>;
  /** How many of them were new here. */
  created: Generated<number>;
  /** Lines that were not applied. */
  unreadable: Generated<number>;
  first_payment_at: number | null;
  /** In a row. */
  failures: Generated<number>;
  /** Code of the last failure; "": none. */
  problem: Generated<string>;
  retry_at: number | null;
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

/** A product without a row has none of it. */
export interface ProductShopTable {
  product_id: number;
  /** JSON list of texts. */
  barcodes: string;
  /** One of shared/api/product-shop.ts; "": none. */
  tile_color: string;
  is_favorite: Bit;
}

/** Maintained by the triggers of product_shop only. */
export interface ProductBarcodesTable {
  /** The barcode, as `barcodeKey` makes it. */
  barcode_key: string;
  product_id: number;
}

/** A product without a row has none of it. */
export interface ProductFiscalTable {
  product_id: number;
  /** JSON list of the register's numbers of tax rates. */
  tax: string;
  uktzed: string;
  header: string;
  footer: string;
}

export interface CartsTable {
  id: Generated<number>;
  name: string;
  remark: string;
  /** JSON list of lines (money/sale/carts.ts). */
  lines: string;
  /** Who set it aside; null: a deleted account. */
  account_id: number | null;
  created_at: number;
  /** Null: it waits. */
  taken_at: number | null;
  taken_by: number | null;
  /** JSON of what else its invoice is created with; a field that is missing has its default. */
  details: Generated<string>;
}

export interface InvoicesTable {
  id: Generated<number>;
  number: number;
  /** The bank's identifier. */
  invoice_id: string;
  terminal_id: number;
  cash_register_id: number | null;
  status: 'created' | 'processing' | 'success' | 'failure' | 'reversed' | 'expired';
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
  search_text: string;
  /** Creation by the bank's clock; null: not known. */
  bank_created_date: number | null;
  /** Next request to the bank about the payment; 0: none was sent yet; null when nothing more is expected. */
  sweep_at: number | null;
  /** The part of the amount that the shop never took: of a hold captured in part, or released. */
  uncaptured: Generated<number>;
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

/** A payment that the bank holds until the shop captures or releases it. */
export interface HoldsTable {
  invoice_id: number;
  state: 'waiting' | 'held' | 'captured' | 'released';
  /** Held, or to be held, minor units. */
  amount: number;
  /** When the bank held it, ms; null: it has not been held. */
  held_at: number | null;
  /** What was taken of it; null: nothing was. */
  captured_amount: number | null;
  ended_at: number | null;
  /** When the shop was warned of the hold's end, ms. */
  warned_at: number | null;
}

/** Bank invoices that carry the tag of a sale, except the one that its invoice names. */
export interface SaleInvoicesTable {
  id: Generated<number>;
  bank_invoice_id: string;
  /** Kramar's invoice of the sale. */
  invoice_id: number;
  state: 'open' | 'over' | 'paid';
  /** Attempts to invalidate it, or to query it in vain, since the bank last answered. */
  tries: number;
  /** Next look; null when it is no longer open. */
  next_try_at: number | null;
  created_at: number;
}

export interface InvoiceDaysTable {
  status: InvoiceStatus;
  /** UTC, since 1970. */
  day: number;
  terminal: number;
  /** 0: none. */
  register: number;
  created_locally: Bit;
  count: number;
  amount: number;
  /** The final amount of each invoice that has one. */
  taken: number;
}

export interface InvoiceMonthsTable {
  status: InvoiceStatus;
  /** 32 days: `day >> 5`. */
  month: number;
  terminal: number;
  /** 0: none. */
  register: number;
  created_locally: Bit;
  count: number;
  amount: number;
  /** The final amount of each invoice that has one. */
  taken: number;
}

/** Maintained by the triggers of invoices only: counts of invoices, sums of those in hryvnia. */
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

export interface InvoiceDayCountsTable {
  day: number;
  count: number;
}

/** The journal of bank requests whose outcome matters. */
export interface AttemptsTable {
  id: Generated<number>;
  kind: 'create' | 'remove' | 'refund' | 'capture' | 'release';
  status: 'pending' | 'done' | 'refused' | 'in_doubt' | 'dropped';
  /** Sent to the bank, so that its answer can be recognised: metadata of an invoice, extRef of a refund. */
  tag: string;
  terminal_id: number;
  /** Kramar's id; null until the invoice is known. */
  invoice_id: number | null;
  account_id: number | null;
  /** The invoice number used by this attempt. */
  number: number | null;
  /** The request, JSON. */
  request: string;
  err_code: string;
  created_at: number;
  settled_at: number | null;
  /** A refund that the bank has confirmed and still works on: when Kramar learned of it, ms. */
  accepted_at: number | null;
  /** How many bank invoices may carry the tag: one per request that the bank may have carried out. */
  possible_invoices: Generated<number>;
  /** Next reading of the register for an unknown one of them; null: none is expected. */
  register_check_at: number | null;
  /** The same two times by the bank's clock; null: not known. */
  bank_created_at: number | null;
  bank_settled_at: number | null;
  /** Why, from the owner's list; "": none was given. */
  reason: Generated<string>;
  /** The second person (account) who approved a refund above the requester's limit, or a discount above the shop's. */
  approved_by: number | null;
}

/** The requests that came under an Idempotency-Key, and their answers, which a repetition gets. */
export interface IdempotencyKeysTable {
  id: Generated<number>;
  account_id: number;
  key: string;
  /** Hash of the endpoint, the object and the body. */
  fingerprint: string;
  /** What was journaled; null: a request that concerns no money at the bank. */
  attempt_id: number | null;
  /** The body of the 200 or 201, JSON; null: not answered so far. */
  answer: string | null;
  created_at: number;
  /** By the bank's clock; null: not known. */
  bank_created_at: number | null;
}

/** Records from the bank that Kramar cannot read, kept until it can. */
export interface UnreadableRecordsTable {
  id: Generated<number>;
  kind: 'invoice' | 'statement_line' | 'fiscal_check' | 'register' | 'attempt';
  terminal_id: number;
  /** Unique within kind and terminal. */
  key: string;
  /** Kramar's id; null: not known. */
  invoice_id: number | null;
  /** The bank's identifier; "" if unreadable. */
  bank_id: string;
  field: string;
  /** As sent by the bank, shortened, card numbers and secrets masked. */
  value: string;
  /** The statement's line as JSON, masked as above; null: of another kind, or too long to keep. */
  line: string | null;
  /** Earliest start of a statement that contains the line (ms); null: of another kind. */
  read_from: number | null;
  first_seen_at: number;
  last_seen_at: number;
  tries: number;
  /** Next try; null: whenever its kind is read anyway. */
  next_try_at: number | null;
}

/** The owner's word about a terminal's receipts; without a row it goes by the checks that the bank reports. */
export interface FiscalSettingsTable {
  terminal_id: number;
  issues_receipts: 'auto' | 'yes' | 'no';
  service: FiscalService | '';
  /** JSON list of the register's numbers of tax rates. */
  tax: string;
  uktzed: string;
  header: string;
  footer: string;
}

/** A payment whose fiscal check was requested. */
export interface FiscalChecksTable {
  invoice_id: number;
  status: 'none' | 'new' | 'process' | 'failed' | 'done';
  status_description: string;
  /** Last answer of the bank; null: requested without an answer so far. */
  asked_at: number | null;
  /** Next request; null when nothing more is expected. */
  next_ask_at: number | null;
}

/** A fiscal check as the bank last reported it. */
export interface FiscalDocumentsTable {
  invoice_id: number;
  /** In the bank's order, from 0. */
  position: number;
  check_id: string;
  type: 'sale' | 'return';
  status: 'new' | 'process' | 'failed' | 'done';
  status_description: string;
  /** The service that registers it, in the bank's word. */
  source: string;
  /** Its web address at the tax office; "" without one. */
  tax_url: string;
}

/** A terminal for whose payments fiscal checks were requested. */
export interface FiscalTerminalsTable {
  terminal_id: number;
  /** First fiscal check seen for one of its payments; null: none. */
  fiscalises_since: number | null;
  /** Consecutive payments without a fiscal check at the bank. */
  asked_in_vain: number;
  /** Next payment to try; null if the terminal fiscalises, because then each is requested. */
  next_ask_at: number | null;
  /** Who registers its checks, as the bank last reported; "": not known. */
  source: Generated<string>;
}

/** A refund for whose return check the bank was asked. */
export interface FiscalReturnsTable {
  refund_id: number;
  status: 'none' | 'new' | 'process' | 'failed' | 'done';
  status_description: string;
  asked_at: number;
  /** Next request; null when nothing more is expected. */
  next_ask_at: number | null;
}

/** The event log, in order. Each row is written in the transaction that it describes, and never changed. */
export interface EventsTable {
  id: Generated<number>;
  type: EventType;
  /** Kramar's id. */
  invoice_id: number | null;
  terminal_id: number | null;
  /** JSON; the type determines its shape (shared/api/events.ts). */
  data: string;
  created_at: number;
}

/** Programs on this computer that events are sent to. */
export interface ReceiversTable {
  id: Generated<number>;
  /** On the loopback interface. */
  url: string;
  /** Gets only the events of this terminal; null: of all. */
  terminal_id: number | null;
  /** Signs the deliveries; sealed by the vault. Null only while the row is made. */
  sealed_secret: Uint8Array | null;
  /** The secret's last characters. */
  hint: string;
  /** Creation or last rotation of the secret. */
  issued_at: number;
  /** The last event of which deliveries were made, or that was not for this receiver. */
  position: number;
  /** Attempts in a row that got no answer at all. */
  failures: Generated<number>;
  /** After such an attempt: nothing is sent until then; null: no pause. */
  next_try_at: number | null;
  /** The last delivery that was accepted. */
  delivered_at: number | null;
  created_at: number;
}

/** One event for one receiver, or a test. */
export interface DeliveriesTable {
  id: Generated<number>;
  receiver_id: number;
  /** Null: a test. */
  event_id: number | null;
  /** The invoice (id), whose deliveries go out in order; 0: events of no invoice. */
  lane: number;
  state: 'pending' | 'delivered' | 'abandoned' | 'test';
  /** Raised before each attempt. */
  attempts: Generated<number>;
  /** Null: at once. */
  next_try_at: number | null;
  attempted_at: number | null;
  /** HTTP status of the last attempt; null: no answer. */
  status: number | null;
  /** The beginning of the answer's body, or why there was none. */
  answer: Generated<string>;
  /** How long the last attempt took. */
  ms: number | null;
  created_at: number;
}

export interface JobRunsTable {
  id: Generated<number>;
  job: string;
  cause: 'start' | 'schedule' | 'wake' | 'webhook' | 'hand';
  /** `cut_off`: the service ended during the run. */
  status: 'running' | 'done' | 'failed' | 'cut_off';
  found: number;
  changed: number;
  /** The reason of a failure; "" without one. */
  error: string;
  started_at: number;
  finished_at: number | null;
}

/** One printing of a receipt. */
export interface PrintJobsTable {
  id: Generated<number>;
  invoice_id: number;
  cause: 'paid' | 'hand';
  state: 'queued' | 'sending' | 'printed' | 'failed';
  /** The receipt had been printed before, or may have been. */
  is_copy: Generated<Bit>;
  /** Why it is not printed; null: nothing is known to be wrong. */
  fault: PrintFault | null;
  /** Right before the first byte went to the printer, ms; null: none has. */
  sent_at: number | null;
  created_at: number;
}

export interface ShiftsTable {
  id: Generated<number>;
  opened_by: number;
  opened_at: number;
  /** Counted. */
  opening_cash: number;
  opening_remark: string;
  /** Null: the shift is open, as the next three. */
  closed_by: number | null;
  closed_at: number | null;
  /** Counted. */
  closing_cash: number | null;
  /** Opening cash, plus cash sales and cash put in, minus cash refunds and cash taken out; may be negative. */
  expected_cash: number | null;
  closing_remark: Generated<string>;
  /** 1: the PC's clock was set back during the shift. */
  clock_behind: Generated<Bit>;
}

export interface CashSalesTable {
  id: Generated<number>;
  shift_id: number;
  /** Positive for refunds too; with what is paid by QR. */
  amount: number;
  is_refund: Bit;
  remark: string;
  made_by: number;
  made_at: number;
  /** Null: it counts. */
  voided_by: number | null;
  voided_at: number | null;
  void_reason: Generated<string>;
  /** Of the same series as the numbers of invoices; null: an entry by amount, or a return. */
  number: number | null;
  /** What rounding added to the total, or took off; the amount includes it. */
  rounding: Generated<number>;
  /** What the buyer gave; null: not entered. */
  received: number | null;
  /** The sale whose goods came back; null: a sale, or an entry by amount. */
  return_of: number | null;
  /** Of a return: one of the owner's list. */
  reason: Generated<string>;
  /** The part of the amount that is paid, or given back, by QR; the rest is cash. */
  qr_amount: Generated<number>;
  /** Of a sale: the creation of the invoice of that part; of a return: its refund. */
  attempt_id: number | null;
  /** What became of a sale whose QR was not paid: the rest was taken in cash, or the cash was given back. */
  ended: 'cash' | 'given_back' | null;
  ended_by: number | null;
  ended_at: number | null;
  /** Its shift was closed before it counted: it counts in the next one. */
  is_carried: Generated<Bit>;
  /** The second person who approved a return or a discount above the limit. */
  approved_by: number | null;
  /** Right before the first byte of its receipt went to the printer, ms; null: none has. */
  receipt_sent_at: number | null;
  /** The remark and the names of the goods, folded, a line each. */
  search_text: Generated<string>;
}

/** The lines of a sale for cash, and those that a return takes back. */
export interface CashSaleItemsTable {
  id: Generated<number>;
  cash_sale_id: number;
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
  /** Of a returned line: the sold one. */
  item_id: number | null;
}

/** Cash that is put in the till or taken out of it during a shift, other than by sales and refunds. */
export interface CashMovesTable {
  id: Generated<number>;
  shift_id: number;
  direction: 'in' | 'out';
  amount: number;
  reason: string;
  made_by: number;
  made_at: number;
}

/** Counts before a shift is closed: the first that differs may be repeated once. */
export interface ShiftCountsTable {
  id: Generated<number>;
  shift_id: number;
  cash: number;
  /** By the entries of that moment; may be negative. */
  expected_cash: number;
  made_by: number;
  made_at: number;
}

/** Days and months that were closed, with their sums of then: what changed since is seen by comparing. */
export interface ClosuresTable {
  id: Generated<number>;
  kind: 'day' | 'month';
  /** 2026-11-27, or 2026-11. */
  period: string;
  /** 1, 2, 3 …: closed again. */
  version: number;
  /** Null: Kramar, by itself. */
  closed_by: number | null;
  closed_at: number;
  /** JSON. */
  sums: string;
  /** JSON: what did not match then. */
  differences: string;
  /** Of a day: taken out of the till at its end, and left for the next day; null: no cash was counted. */
  cash_taken: number | null;
  cash_left: number | null;
  remark: string;
}

export interface IncomeEntriesTable {
  id: Generated<number>;
  tax_number: string;
  day: number;
  kind: 'cash' | 'transfer';
  /** Positive for refunds too. */
  amount: number;
  is_refund: Bit;
  source: string;
  remark: string;
  made_by: number;
  /** Milliseconds UTC. */
  made_at: number;
  /** Null: it counts. */
  voided_by: number | null;
  voided_at: number | null;
  void_reason: Generated<string>;
}

/** Limits that the owner has set in place of the default. */
export interface IncomeLimitsTable {
  year: number;
  tax_group: 1 | 2 | 3;
  amount: number;
}

/** The group of a tax number from this year on, until a later row. */
export interface IncomeGroupsTable {
  tax_number: string;
  year: number;
  /** Null: not on the single tax. */
  tax_group: 1 | 2 | 3 | null;
}

/** The tax number that the cash of shifts belongs to from this year on, until a later row. */
export interface IncomeShiftCashTable {
  year: number;
  tax_number: string;
}

export interface ActionsTable {
  /** 1, 2, 3 …; a restore leaves a gap. */
  number: number;
  at: number;
  actor: 'owner' | 'employee' | 'key' | 'system' | 'command_line';
  /** The account; null: the system or the command line. */
  actor_id: number | null;
  /** As it was then. */
  actor_name: string;
  source: 'window' | 'interface' | 'command_line' | 'job';
  /** shared/actions.ts */
  code: string;
  object: ActionObject | null;
  object_id: number | null;
  object_label: string;
  /** JSON. */
  facts: string;
  /** No longer used: "". */
  previous_hash: string;
  /** No longer used: "". */
  hash: string;
}

/** One row: the last pruned action, before which nothing is kept. */
export interface ActionsStartTable {
  id: number;
  number: number;
  hash: string;
}

/** At most one row: the last comparison of the log with an earlier backup. */
export interface ActionsCheckTable {
  id: number;
  at: number;
  rows: number;
  /** "": none. */
  fault: ActionFault | '';
  /** The first action that is wrong or missing. */
  number: number | null;
}

export interface ActionsSealTable {
  id: number;
  number: number;
  hash: string;
  mac: string;
  key_mark: string;
  at: number;
}

export interface OdditiesTable {
  id: Generated<number>;
  rule: string;
  day: number;
  account_id: number;
  at: number;
  facts: string;
  invoices: string;
  created_at: number;
}

export interface OddityDaysTable {
  day: number;
  at: number;
}

/** Full-text index by trigrams of `search_text`; the rowid is the id of the invoice. */
interface InvoicesTextTable {
  rowid: number;
  search_text: string;
}

export interface Tables {
  settings: SettingsTable;
  counters: CountersTable;
  accounts: AccountsTable;
  till_keys: TillKeysTable;
  pins: PinsTable;
  refund_limits: RefundLimitsTable;
  approvals: ApprovalsTable;
  shop_logo: ShopLogoTable;
  terminals: TerminalsTable;
  cash_registers: CashRegistersTable;
  statement_histories: StatementHistoriesTable;
  categories: CategoriesTable;
  units: UnitsTable;
  products: ProductsTable;
  product_shop: ProductShopTable;
  product_barcodes: ProductBarcodesTable;
  product_fiscal: ProductFiscalTable;
  carts: CartsTable;
  invoices: InvoicesTable;
  invoice_items: InvoiceItemsTable;
  refunds: RefundsTable;
  holds: HoldsTable;
  sale_invoices: SaleInvoicesTable;
  invoice_days: InvoiceDaysTable;
  invoice_months: InvoiceMonthsTable;
  invoice_totals: InvoiceTotalsTable;
  invoice_day_counts: InvoiceDayCountsTable;
  attempts: AttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  unreadable_records: UnreadableRecordsTable;
  fiscal_settings: FiscalSettingsTable;
  fiscal_checks: FiscalChecksTable;
  fiscal_documents: FiscalDocumentsTable;
  fiscal_terminals: FiscalTerminalsTable;
  fiscal_returns: FiscalReturnsTable;
  events: EventsTable;
  receivers: ReceiversTable;
  deliveries: DeliveriesTable;
  job_runs: JobRunsTable;
  print_jobs: PrintJobsTable;
  shifts: ShiftsTable;
  cash_sales: CashSalesTable;
  cash_sale_items: CashSaleItemsTable;
  cash_moves: CashMovesTable;
  shift_counts: ShiftCountsTable;
  closures: ClosuresTable;
  income_entries: IncomeEntriesTable;
  income_limits: IncomeLimitsTable;
  income_groups: IncomeGroupsTable;
  income_shift_cash: IncomeShiftCashTable;
  actions: ActionsTable;
  actions_start: ActionsStartTable;
  actions_check: ActionsCheckTable;
  actions_seal: ActionsSealTable;
  oddities: OdditiesTable;
  oddity_days: OddityDaysTable;
  invoices_text: InvoicesTextTable;
}
