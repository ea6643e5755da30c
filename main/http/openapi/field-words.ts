import type { Account } from '../../../shared/api/account.ts';
import type { CashRegister, CashRegisterQr } from '../../../shared/api/cash-registers.ts';
import type { Category, Product, Unit } from '../../../shared/api/catalog.ts';
import type { Employee } from '../../../shared/api/employees.ts';
import type { OpenInvoice, OpenInvoicePage } from '../../../shared/api/invoice-extras.ts';
import type {
  Invoice,
  InvoiceCancel,
  InvoiceCreate,
  InvoiceItem,
  InvoiceItemInput,
  InvoicePage,
  InvoiceTotals,
} from '../../../shared/api/invoices.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Stats } from '../../../shared/api/stats.ts';
import type { SyncedInvoices, SyncedRegisters, Terminal } from '../../../shared/api/terminals.ts';
import { PERMISSION_MEANINGS } from '../../../shared/permissions.ts';
import { CATALOG_FILE_WORDS } from './catalog-file-words.ts';
import {
  diskSpace,
  event,
  historyEntry,
  invoiceHistory,
  job,
  jobRun,
  series,
  seriesPoint,
  seriesSums,
  system,
  systemBackup,
  systemBank,
  systemDisk,
  systemPaidTwice,
  systemTerminal,
  systemUnreadable,
} from './extension-words.ts';
import { PAYMENT_WORDS } from './payment-words.ts';
import { RECONCILIATION_WORDS } from './reconciliation-words.ts';
import { REPORT_WORDS } from './report-words.ts';
import { type FieldWords, stamps } from './words.ts';

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
  items:
    'A partial refund by lines, an extension: the bank gets them at the price that was paid. amount is then their sum, ' +
    'and may be left out. The ids are those of the items of the invoice.',
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
  ...PERMISSION_MEANINGS,
  is_active: 'False: cannot sign in.',
};

const account: FieldWords<Account> = {
  id: stamps.id,
  username: employee.username,
  full_name: 'Full name; empty when there is none.',
  position: 'Position in the shop; empty when there is none.',
  is_owner: 'True for the owner, who may do everything.',
  ...PERMISSION_MEANINGS,
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
  ...CATALOG_FILE_WORDS,
  ...PAYMENT_WORDS,
  ...RECONCILIATION_WORDS,
  ...REPORT_WORDS,
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
  SystemPaidTwice: systemPaidTwice,
  SystemDisk: systemDisk,
  DiskSpace: diskSpace,
  SystemUnreadable: systemUnreadable,
  SystemTerminal: systemTerminal,
  TokenRequest: { username: 'Name to sign in with.', password: 'Password; spaces count.' },
  TokenPair: tokens,
  RefreshRequest: { refresh: tokens.refresh },
  AccessToken: { access: tokens.access },
  VerifyRequest: { token: 'A token of either type.' },
};
