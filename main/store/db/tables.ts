import type { Generated } from 'kysely';
import type { EventType } from '../../../shared/api/events.ts';
import type { InvoiceStatus, RunCause, RunStatus } from '../../../shared/api/statuses.ts';
import type { ActionTables } from './action-tables.ts';
import type {
  FiscalChecksTable,
  FiscalDocumentsTable,
  FiscalReturnsTable,
  FiscalSettingsTable,
  FiscalTerminalsTable,
  ProductFiscalTable,
} from './fiscal-tables.ts';
import type {
  IncomeEntriesTable,
  IncomeGroupsTable,
  IncomeLimitsTable,
  IncomeShiftCashTable,
} from './income-tables.ts';
import type {
  AttemptsTable,
  HoldsTable,
  IdempotencyKeysTable,
  PrintJobsTable,
  SaleInvoicesTable,
  StatementHistoriesTable,
  UnreadableRecordsTable,
} from './journal-tables.ts';
import type { PinsTable, RefundApprovalsTable, RefundLimitsTable } from './people-tables.ts';
import type { CartsTable, ProductBarcodesTable, ProductShopTable } from './selling-tables.ts';
import type { CashSalesTable, ShiftsTable } from './shift-tables.ts';
import type { DeliveriesTable, ReceiversTable, TillKeysTable } from './till-tables.ts';

/** SQLite has no boolean. */
type Bit = 0 | 1;

interface SettingsTable {
  key: string;
  value: string;
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
  dots_width: number;
  changed_at: number;
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
  terminal_id: Generated<number | null>;
  /** Sells only products of the catalog, at their prices. */
  catalog_prices_only: Generated<Bit>;
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
  /** The statement has been read without a gap since this time; null: never, or only by an older version. */
  statement_from: Generated<number | null>;
  registers_synced_at: number | null;
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

export interface JobRunsTable {
  id: Generated<number>;
  job: string;
  cause: RunCause;
  /** `cut_off`: the service ended during the run. */
  status: RunStatus;
  found: number;
  changed: number;
  /** The reason of a failure; "" without one. */
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

/** Maintained by triggers (migrations/009-bank-time.ts) only: counts of invoices, sums of those in hryvnia. */
interface InvoiceTotalsTable {
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

/** Full-text index by trigrams of `search_text`; the rowid is the invoice's id. */
interface InvoicesTextTable {
  rowid: number;
  search_text: string;
}

export interface Tables extends ActionTables {
  settings: SettingsTable;
  counters: CountersTable;
  accounts: AccountsTable;
  till_keys: TillKeysTable;
  pins: PinsTable;
  refund_limits: RefundLimitsTable;
  refund_approvals: RefundApprovalsTable;
  terminals: TerminalsTable;
  statement_histories: StatementHistoriesTable;
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
  fiscal_documents: FiscalDocumentsTable;
  fiscal_terminals: FiscalTerminalsTable;
  fiscal_settings: FiscalSettingsTable;
  fiscal_returns: FiscalReturnsTable;
  attempts: AttemptsTable;
  holds: HoldsTable;
  sale_invoices: SaleInvoicesTable;
  unreadable_records: UnreadableRecordsTable;
  idempotency_keys: IdempotencyKeysTable;
  events: EventsTable;
  receivers: ReceiversTable;
  deliveries: DeliveriesTable;
  print_jobs: PrintJobsTable;
  shop_logo: ShopLogoTable;
  job_runs: JobRunsTable;
  categories: CategoriesTable;
  units: UnitsTable;
  products: ProductsTable;
  product_shop: ProductShopTable;
  product_barcodes: ProductBarcodesTable;
  product_fiscal: ProductFiscalTable;
  carts: CartsTable;
  shifts: ShiftsTable;
  cash_sales: CashSalesTable;
  income_entries: IncomeEntriesTable;
  income_limits: IncomeLimitsTable;
  income_groups: IncomeGroupsTable;
  income_shift_cash: IncomeShiftCashTable;
}
