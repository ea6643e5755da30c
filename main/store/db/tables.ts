import type { Generated } from 'kysely';
import type { EventType } from '../../../shared/api/events.ts';
import type { RunCause, RunStatus } from '../../../shared/api/statuses.ts';
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
  Bit,
  InvoiceDayCountsTable,
  InvoiceDaysTable,
  InvoiceItemsTable,
  InvoiceMonthsTable,
  InvoicesTable,
  InvoicesTextTable,
  InvoiceTotalsTable,
  RefundsTable,
} from './invoice-tables.ts';
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
  /** Writes nothing in the catalog. */
  catalog_read_only: Generated<Bit>;
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
