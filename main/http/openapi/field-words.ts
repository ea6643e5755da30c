import type { Account } from '../../../shared/api/account.ts';
import type { CashRegister, CashRegisterQr } from '../../../shared/api/cash-registers.ts';
import type { Category, Product, Unit } from '../../../shared/api/catalog.ts';
import type { Employee } from '../../../shared/api/employees.ts';
import type { Event } from '../../../shared/api/events.ts';
import type {
  HistoryEntry,
  InvoiceHistory,
  OpenInvoice,
  OpenInvoicePage,
} from '../../../shared/api/invoice-extras.ts';
import type {
  Invoice,
  InvoiceCancel,
  InvoiceCreate,
  InvoiceItem,
  InvoiceItemInput,
  InvoicePage,
  InvoiceTotals,
} from '../../../shared/api/invoices.ts';
import type { Job, JobRun } from '../../../shared/api/jobs.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Series, SeriesPoint, SeriesSums } from '../../../shared/api/series.ts';
import type { Stats } from '../../../shared/api/stats.ts';
import type { System } from '../../../shared/api/system.ts';
import type { SyncedInvoices, SyncedRegisters, Terminal } from '../../../shared/api/terminals.ts';

/** What each field means, for a programmer of tills. A field of the contract without words does not compile. */
export type FieldWords<Shape> = Record<keyof Shape, string>;

const stamps = {
  id: 'Identifier: never changes and is never used again.',
  created_at: 'When it was made here, UTC.',
  updated_at: 'When it was last changed here, UTC.',
};

const terminal: FieldWords<Terminal> = {
  ...stamps,
  name: 'Name of the terminal in the shop.',
  merchant_id: "The bank's identifier of the merchant. Filled by sync_registers.",
  merchant_name: "The merchant's name at the bank. Filled by sync_registers.",
  edrpou: 'Company registry code. Filled by sync_registers.',
  is_active: 'False: no new invoices, and no scheduled exchange with the bank.',
  show_payments: 'A wish for screens: show payments of this terminal that were made past this service.',
};

const cashRegister: FieldWords<CashRegister> = {
  ...stamps,
  terminal: 'Id of its terminal.',
  terminal_name: 'Name of its terminal.',
  qr_id: "The bank's identifier of the QR code.",
  short_qr_id: 'The short identifier, as printed under the QR code.',
  name: 'Its name at the bank, else the short identifier.',
  is_active: 'False when the bank no longer lists it.',
};

const cashRegisterQr: FieldWords<CashRegisterQr> = {
  cash_register: 'Id of the cash register.',
  page_url: 'Address that its QR code leads to; "" when the bank told none.',
  amount_type: "Who sets the amount, in the bank's word: merchant, client or fix.",
};

const invoice: FieldWords<Invoice> = {
  id: 'Identifier, used in paths.',
  number: 'Invoice number: 1, 2, 3 … Numbers are never used again; there may be gaps.',
  number_display: 'The number with zeros in front, for people.',
  invoice_id: 'Identifier of the invoice at the bank.',
  status:
    'created: waiting for payment. processing: being paid. success: paid. failure: payment failed, the payer may ' +
    'try again. reversed: refunded in full. expired: cancelled, or not paid in time.',
  status_display: 'The status in words; in Ukrainian when Accept-Language prefers it.',
  terminal: 'Id of the terminal. It stays when the terminal is deleted.',
  terminal_name: 'Name of the terminal.',
  cash_register: 'Id of the QR cash register, or null.',
  amount: 'Amount asked for, minor units.',
  ccy: 'Currency code, ISO 4217: 980 is UAH.',
  final_amount: 'What is left of a payment after refunds, minor units; null until set.',
  reference: 'Order number.',
  destination: 'Payment purpose, shown to the payer.',
  comment: 'Internal comment; empty when there is none.',
  page_url: 'Where the payer pays. Empty for a payment that was not asked for through this service.',
  failure_reason: "The bank's reason for a failed payment, else empty.",
  masked_pan: 'Card number with the middle digits hidden; empty until paid.',
  approval_code: 'Approval code of the payment, else empty.',
  rrn: 'Retrieval reference number of the payment, else empty.',
  payment_system: 'Card scheme, else empty.',
  fee: "The bank's fee, minor units; 0 when there is none.",
  created_locally: 'True when created through this service, false when found in the bank statement.',
  webhook_received: 'True when the bank has reported on it by itself.',
  created_date: 'When the bank was asked for it, UTC.',
  modified_date: 'When it last changed at the bank, UTC, or null.',
  paid_date: 'When it was paid, UTC; null when it never was.',
  is_cancellable: 'True when cancel may be called: status created or success.',
  items: 'Goods and services; empty when the invoice has a fixed amount.',
};

const invoiceItem: FieldWords<InvoiceItem> = {
  id: 'Identifier of the line.',
  name: 'Goods or service.',
  price: 'Price of one, minor units.',
  quantity: 'How many, up to 3 decimals.',
  unit: 'Label of the unit of measure; empty when there is none.',
  product: 'Id of the catalog product, or null.',
  discount_pct: 'Discount in percent, up to 2 decimals.',
  amount: 'price × quantity less the discount, rounded half up to a minor unit.',
};

const invoiceCreate: FieldWords<InvoiceCreate> = {
  terminal: 'Id of an active terminal.',
  amount: 'Minor units. Required when items is not passed, and not allowed together with items.',
  cash_register:
    'Id of a QR cash register to bind the invoice to. It must belong to the terminal, be active, and let the ' +
    'merchant set the amount.',
  destination: "Payment purpose, shown to the payer. Absent or empty: the shop's usual text.",
  reference: 'Order number. Absent or empty: INV- and the number of the invoice.',
  comment: 'Internal comment.',
  validity: 'How long the invoice can be paid, seconds.',
  items: 'Goods and services, instead of amount: the invoice is for their sum.',
};

const invoiceItemCreate: FieldWords<InvoiceItemInput> = {
  name: 'Goods or service.',
  price: 'Price of one, minor units.',
  quantity: 'How many, as a number or a decimal string, up to 3 decimals.',
  unit: 'Label of the unit of measure.',
  product: 'Id of a catalog product, or null.',
  discount_pct: 'Discount in percent, as a number or a decimal string, up to 2 decimals.',
};

const invoiceCancel: FieldWords<InvoiceCancel> = {
  amount:
    'Of a paid invoice: how much to refund, minor units; absent: all that is left. Not for an unpaid one.',
  comment: 'Why; kept here with the cancellation.',
};

const openInvoice: FieldWords<OpenInvoice> = {
  id: invoice.id,
  number_display: invoice.number_display,
  reference: invoice.reference,
  status: 'created: waiting for payment. processing: being paid.',
  amount: invoice.amount,
  terminal: invoice.terminal,
  terminal_name: invoice.terminal_name,
  cash_register: invoice.cash_register,
  page_url: invoice.page_url,
  created_date: invoice.created_date,
  expires_at: 'Until when it may be paid, UTC; null for a payment made past this service.',
};

const invoiceHistory: FieldWords<InvoiceHistory> = {
  invoice: 'Id of the invoice.',
  created_by: 'Who created it: full name, else username; empty for a payment made past this service.',
  expires_at:
    'Until when it may be paid, or might have been, UTC; null for a payment made past this service.',
  results: 'What happened, oldest first.',
};

const historyEntry: FieldWords<HistoryEntry> = {
  at: 'When, UTC. Of a payment, and of a refund, the time that the bank tells.',
  type:
    'created: at the bank. adopted: the bank had opened it, though its answer never came. found: in the bank statement. ' +
    'status_changed: it took another status. paid: it was paid. cancel_requested, refund_requested: somebody of the ' +
    'shop asked for it. refunded: the money went back. in_doubt: whether the bank did what it was asked is not known ' +
    'yet; a later entry tells. settled: it did. refused: it did not.',
  status: 'The status that it took, or null.',
  amount: 'Of a refund, minor units; else null.',
  by: 'Who asked for it: full name, else username; empty when nobody of the shop did.',
  detail: "The bank's error code or reason of failure; empty when there is none.",
};

const category: FieldWords<Category> = { ...stamps, name: 'Name; need not be unique.' };

const unit: FieldWords<Unit> = {
  ...stamps,
  name: 'Name; need not be unique.',
  short_name: 'Short label; empty when there is none.',
};

const product: FieldWords<Product> = {
  ...stamps,
  name: 'Name; need not be unique.',
  price: 'Price of one, minor units.',
  name_for_docs: 'Name told to the bank when it must differ from name; else empty.',
  article: 'Article number; empty when there is none.',
  external_code: 'Code in another system; empty when there is none.',
  category: 'Id of its category, or null.',
  unit: 'Id of its unit of measure, or null.',
  is_archived: 'True: no longer sold.',
  code: 'Number of the product: 1, 2, 3 …, never used again.',
  category_name: 'Name of its category; empty when it has none.',
  unit_name: 'Name of its unit of measure; empty when it has none.',
};

const employee: FieldWords<Employee> = {
  ...stamps,
  username: 'Name to sign in with.',
  email: 'E-mail address; empty when there is none.',
  full_name: 'Full name.',
  position: 'Position in the shop.',
  can_view_invoices: 'May read invoices and statistics, and refresh an invoice.',
  can_create_invoices: 'May create invoices.',
  can_cancel_invoices: 'May cancel and refund invoices.',
  can_manage_terminals: 'May change, delete and synchronise terminals.',
  can_manage_employees: 'May manage employees. The employee endpoints are for the owner alone all the same.',
  is_active: 'False: cannot sign in.',
};

const account: FieldWords<Account> = {
  id: stamps.id,
  username: employee.username,
  full_name: 'Full name; empty when there is none.',
  position: 'Position in the shop; empty when there is none.',
  is_owner: 'True for the owner, who may do everything.',
  can_view_invoices: employee.can_view_invoices,
  can_create_invoices: employee.can_create_invoices,
  can_cancel_invoices: employee.can_cancel_invoices,
  can_manage_terminals: employee.can_manage_terminals,
  can_manage_employees: employee.can_manage_employees,
};

const stats: FieldWords<Stats> = {
  total_count: 'Invoices in the range.',
  success_count: 'Of them in status success.',
  created_count: 'Of them in status created.',
  expired_count: 'Of them in status expired.',
  failure_count: 'Of them in status failure.',
  total_amount: 'Sum of amount over all of them, minor units.',
  success_amount: 'Sum over the paid ones, refunds in part taken off, minor units.',
  unpaid_amount: 'Sum of amount over every status but success, minor units.',
};

const seriesSums: FieldWords<SeriesSums> = {
  gross: 'What invoices were paid with in the range, refunded since or not, minor units.',
  fee: "The bank's fee for these payments, minor units.",
  refunds: 'What was given back in the range, of payments of whatever time, minor units.',
  net: 'gross − refunds − fee, minor units; below 0 where more was given back than came in.',
  count: 'How many payments; of a product, the lines that it was sold in.',
  refund_count: 'How many refunds; of a product, those that it has a share of.',
};

const seriesPoint: FieldWords<SeriesPoint> = {
  key:
    'By hour "0" to "23", by weekday "1" (Monday) to "7", by day a date such as "2026-11-21", else the id of what it is ' +
    'about. Null: no register; nobody of the shop, found in the bank statement; no product of the catalog, or an ' +
    'invoice without items.',
  label: 'Name of the terminal (deleted ones too), register, product or employee; else empty.',
  quantity: 'Of a product: how many were sold, in its unit of measure, up to 3 decimals. Else null.',
  ...seriesSums,
};

const series: FieldWords<Series> = {
  group_by: 'What the points are told apart by.',
  time_zone: "The shop's time zone, IANA: that of its hours, days and weekdays.",
  from: 'The beginning of the range as asked for, UTC, or null.',
  to: 'The end of the range as asked for, UTC, or null.',
  results:
    'hour, weekday: all of them, in order. day: each from the first to the last of the range, or with something where ' +
    'an end of it is open; a range of more than ten years is cut to the days with something. Else only those with ' +
    'something, by gross, highest first, then by label.',
  totals: 'Over everything in the range, each payment and each refund once.',
};

const syncedRegisters: FieldWords<SyncedRegisters> = {
  synced: 'How many cash registers the bank listed.',
  merchant_name: terminal.merchant_name,
  merchant_id: terminal.merchant_id,
};

const syncedInvoices: FieldWords<SyncedInvoices> = {
  synced: 'Payments in the statement of the last 30 days.',
  created: 'How many of them were new here.',
  updated: 'How many were changed here.',
};

const event: FieldWords<Event> = {
  id: 'Rises from event to event; there may be gaps.',
  type: 'What happened. Types may be added: pass over those that you do not know.',
  invoice: 'Id of the invoice that it is about, or null.',
  terminal: 'Id of the terminal that it is about, or null.',
  data: 'What more there is to tell: the fields depend on the type, as in the tables of GET events/.',
  created_at: 'When it was written, UTC.',
};

const jobRun: FieldWords<JobRun> = {
  id: stamps.id,
  job: 'Name of the job.',
  cause:
    "What set it off. start: the start of the service. schedule: its time. wake: the PC's waking up, or the bank's " +
    'return. webhook: the bank told of an invoice that was not here. hand: somebody who asked for it.',
  status: 'cut_off: the service ended in the middle of it.',
  found: 'How much it looked at.',
  changed: 'How much of that it changed.',
  error: 'Why it failed, a line for each problem; empty when it did not.',
  started_at: 'When it began, UTC.',
  finished_at: 'When it ended, UTC; null while it runs, and when it was cut off.',
};

const job: FieldWords<Job> = {
  name: 'Name, used in paths.',
  description: 'What it does.',
  schedule: 'When it looks whether there is anything to do: five fields, as cron(8) reads them.',
  time_zone: 'Of the schedule, IANA.',
  next_run_at: 'When that is next, UTC; null when the schedule is stopped.',
  is_running: 'True while it runs.',
  runs: 'Its latest 20 runs, newest first.',
};

const system: FieldWords<System> = {
  version: 'Version of the service.',
  time_zone: "The shop's time zone, IANA.",
  bank: 'How it stands with the bank.',
  attempts_in_doubt: 'Calls to the bank of which it is not known yet whether it acted.',
  backup: 'How it stands with the backups.',
  terminals: 'How it stands with each terminal, deleted ones excepted.',
};

const systemBank: FieldWords<System['bank']> = {
  state:
    'unreachable: several calls in a row went unanswered. unknown: nobody has asked it since the service began.',
  since: 'While unreachable: when the first call went unanswered, UTC; else null.',
  err_code: 'While unreachable: how the last call failed, as in a 502; null when it is not known.',
  next_try_at: 'While unreachable: when it is tried next, UTC; else null.',
  last_answer_at: 'When it last answered, UTC; null when it has not since the service began.',
};

const systemBackup: FieldWords<System['backup']> = {
  last_at: 'When the newest sound backup was made, UTC; null when there is none.',
  is_overdue: 'True when that is more than two days ago, or there is none.',
  problem: 'Why the last backup, or its trial, failed; empty when neither did.',
};

const systemTerminal: FieldWords<System['terminals'][number]> = {
  id: 'Id of the terminal.',
  token:
    'missing: it has no bank token, or the key that opens it is lost or locked; whatever needs the bank is refused ' +
    'with TOKEN_MISSING.',
  synced_at: 'Up to when the bank statement is here, UTC; null when it was never brought.',
  paused_until: 'Until when work in the background leaves the bank in peace, UTC; null when it does not.',
};

const tokens = {
  access: 'Access token, a JWT: valid for 1 hour.',
  refresh: 'Refresh token, a JWT: valid for 7 days.',
};

export const PAGE_WORDS: FieldWords<Page<unknown> & Pick<InvoicePage, 'totals'>> = {
  count: 'How many records match, on all pages.',
  next: 'Address of the next page, or null.',
  previous: 'Address of the page before, or null.',
  results: 'The records of this page.',
  totals: 'Sums over all that match, before pagination.',
};

const { totals: _, ...PAGE_ENTRIES } = PAGE_WORDS;
const openInvoicePage: FieldWords<OpenInvoicePage> = {
  ...PAGE_ENTRIES,
  total_amount: 'Sum of amount over all that match, on all pages, minor units.',
};

const TOTALS_WORDS: FieldWords<InvoiceTotals> = {
  total_amount: stats.total_amount,
  success_amount: stats.success_amount,
};

/** By the name of the schema in the document. */
export const FIELD_WORDS: Record<string, Record<string, string>> = {
  Terminal: terminal,
  SyncedRegisters: syncedRegisters,
  SyncedInvoices: syncedInvoices,
  CashRegister: cashRegister,
  CashRegisterQr: cashRegisterQr,
  Invoice: invoice,
  InvoiceItem: invoiceItem,
  InvoiceTotals: TOTALS_WORDS,
  InvoiceCreate: invoiceCreate,
  InvoiceItemCreate: invoiceItemCreate,
  InvoiceCancel: invoiceCancel,
  OpenInvoice: openInvoice,
  OpenInvoicePage: openInvoicePage,
  InvoiceHistory: invoiceHistory,
  HistoryEntry: historyEntry,
  Category: category,
  Unit: unit,
  Product: product,
  Employee: employee,
  Account: account,
  Stats: stats,
  Series: series,
  SeriesPoint: seriesPoint,
  SeriesSums: seriesSums,
  Event: event,
  Job: job,
  JobRun: jobRun,
  System: system,
  SystemBank: systemBank,
  SystemBackup: systemBackup,
  SystemTerminal: systemTerminal,
  TokenRequest: { username: 'Name to sign in with.', password: 'Password; spaces count.' },
  TokenPair: tokens,
  RefreshRequest: { refresh: tokens.refresh },
  AccessToken: { access: tokens.access },
  VerifyRequest: { token: 'A token of either type.' },
};
