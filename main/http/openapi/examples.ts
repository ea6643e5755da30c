import type { Account } from '../../../shared/api/account.ts';
import type { CashRegister, CashRegisterQr } from '../../../shared/api/cash-registers.ts';
import type { Category, Product, Unit } from '../../../shared/api/catalog.ts';
import type { Employee } from '../../../shared/api/employees.ts';
import type { Event, EventData, EventType } from '../../../shared/api/events.ts';
import type { HistoryEntry, InvoiceHistory, OpenInvoice } from '../../../shared/api/invoice-extras.ts';
import type { Invoice, InvoiceItem } from '../../../shared/api/invoices.ts';
import type { Job, JobRun } from '../../../shared/api/jobs.ts';
import type { Series, SeriesPoint, SeriesSums } from '../../../shared/api/series.ts';
import type { Stats } from '../../../shared/api/stats.ts';
import type { System } from '../../../shared/api/system.ts';
import type { SyncedInvoices, SyncedRegisters, Terminal } from '../../../shared/api/terminals.ts';
import { byPermission } from '../../../shared/permissions.ts';
import { CATALOG_FILE_EXAMPLES } from './catalog-file-words.ts';
import type { Example } from './document.ts';
import { PAYMENT_EXAMPLES } from './payment-words.ts';
import { RECONCILIATION_EXAMPLES, RECONCILIATION_REQUESTS } from './reconciliation-words.ts';
import { REPORT_EXAMPLES } from './report-words.ts';

/** A morning in one shop: the examples fit together, and a test holds each against its schema. */
const MORNING = { created_at: '2026-03-02T07:30:00.000Z', updated_at: '2026-03-02T07:30:00.000Z' };

const terminal: Terminal = {
  id: 1,
  name: 'Каса 1',
  merchant_id: 'prKavarnia',
  merchant_name: 'Кав’ярня «Зерно»',
  edrpou: '3141592653',
  is_active: true,
  show_payments: true,
  ...MORNING,
};

const cashRegister: CashRegister = {
  id: 1,
  terminal: terminal.id,
  terminal_name: terminal.name,
  qr_id: 'QR_zerno_kasa1',
  short_qr_id: 'ZRN1',
  name: 'ZRN1',
  is_active: true,
  ...MORNING,
};

const cashRegisterQr: CashRegisterQr = {
  cash_register: cashRegister.id,
  page_url: `https://pay.mbnk.biz/${cashRegister.short_qr_id}`,
  amount_type: 'merchant',
};

const category: Category = { id: 2, name: 'Кава', ...MORNING };
const unit: Unit = { id: 1, name: 'Порція', short_name: 'порц', ...MORNING };

const product: Product = {
  id: 7,
  name: 'Еспресо',
  price: 4500,
  name_for_docs: '',
  article: 'ESP-1',
  external_code: '',
  category: category.id,
  unit: unit.id,
  is_archived: false,
  code: 7,
  category_name: category.name,
  unit_name: unit.name,
  ...MORNING,
};

const invoiceItem: InvoiceItem = {
  id: 41,
  name: product.name,
  price: product.price,
  quantity: 2,
  unit: unit.short_name,
  product: product.id,
  discount_pct: 10,
  amount: 8100,
};

const invoice: Invoice = {
  id: 15,
  number: 15,
  number_display: '000015',
  invoice_id: 'p2_9ZgpZVsl3',
  status: 'created',
  status_display: 'Created',
  terminal: terminal.id,
  terminal_name: terminal.name,
  cash_register: null,
  amount: 8100,
  ccy: 980,
  final_amount: null,
  reference: 'ORDER-42',
  destination: 'Кава',
  comment: '',
  page_url: 'https://pay.mbnk.biz/p2_9ZgpZVsl3',
  failure_reason: '',
  masked_pan: '',
  approval_code: '',
  rrn: '',
  payment_system: '',
  fee: 0,
  created_locally: true,
  webhook_received: false,
  created_date: '2026-03-02T08:15:27.120Z',
  modified_date: null,
  paid_date: null,
  is_cancellable: true,
  items: [invoiceItem],
};

const employee: Employee = {
  id: 4,
  username: 'olena',
  email: 'olena@example.com',
  full_name: 'Олена Коваль',
  position: 'Касирка',
  can_view_invoices: true,
  can_create_invoices: true,
  can_cancel_invoices: false,
  can_manage_terminals: false,
  can_manage_employees: false,
  is_active: true,
  ...MORNING,
};

const account: Account = {
  id: employee.id,
  username: employee.username,
  full_name: employee.full_name,
  position: employee.position,
  is_owner: false,
  ...byPermission((permission) => employee[permission]),
};

const stats: Stats = {
  total_count: 12,
  success_count: 9,
  created_count: 1,
  expired_count: 1,
  failure_count: 1,
  total_amount: 148_000,
  success_amount: 121_000,
  unpaid_amount: 27_000,
};

const syncedRegisters: SyncedRegisters = {
  synced: 4,
  merchant_name: terminal.merchant_name,
  merchant_id: terminal.merchant_id,
};
const syncedInvoices: SyncedInvoices = { synced: 31, created: 2, updated: 1 };

const told = <Type extends EventType>(
  id: number,
  type: Type,
  created_at: string,
  data: EventData<Type>,
): Event => ({ id, type, invoice: invoice.id, terminal: terminal.id, data, created_at });

const { number, reference, amount } = invoice;
const created = told(42, 'invoice.created', '2026-03-02T08:15:27.640Z', {
  ...{ number, reference, amount },
  status: 'created',
  final_amount: null,
});
const paid = told(43, 'invoice.status_changed', '2026-03-02T08:15:51.302Z', {
  ...{ number, reference, amount },
  status: 'success',
  final_amount: amount,
  previous_status: 'created',
});
const refunded = told(44, 'invoice.refunded', '2026-03-02T08:21:04.918Z', {
  ...{ number, reference, amount },
  status: 'success',
  final_amount: 4500,
  refunded: 3600,
});

const openInvoice: OpenInvoice = {
  id: invoice.id,
  number_display: invoice.number_display,
  reference,
  status: 'created',
  amount,
  terminal: terminal.id,
  terminal_name: terminal.name,
  cash_register: null,
  page_url: invoice.page_url,
  created_date: invoice.created_date,
  expires_at: '2026-03-03T08:15:27.120Z',
};

const entry = (at: string, type: HistoryEntry['type'], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ at, type, status: null, amount: null, by: '', detail: '' },
  ...more,
});
const opened = entry(invoice.created_date, 'created', { status: 'created', by: employee.full_name });
const history: InvoiceHistory = {
  invoice: invoice.id,
  created_by: employee.full_name,
  expires_at: openInvoice.expires_at,
  results: [
    opened,
    entry('2026-03-02T08:15:50.000Z', 'paid', { status: 'success' }),
    entry('2026-03-02T08:21:03.877Z', 'refund_requested', { amount: 3600, by: employee.full_name }),
    entry(refunded.created_at, 'refunded', { amount: 3600, by: employee.full_name }),
  ],
};

const jobRun: JobRun = {
  id: 108,
  job: 'sync-statements',
  cause: 'schedule',
  status: 'done',
  found: 31,
  changed: 3,
  error: '',
  started_at: '2026-03-02T08:04:00.012Z',
  finished_at: '2026-03-02T08:04:01.250Z',
};

const job: Job = {
  name: jobRun.job,
  description: 'Brings payments from the bank since the last time, and once a day the last 30 days.',
  schedule: '4-59/15 * * * *',
  time_zone: 'Europe/Kyiv',
  next_run_at: '2026-03-02T08:19:00.000Z',
  is_running: false,
  runs: [jobRun],
};

const system: System = {
  version: '1.0.0',
  shop_name: 'Кава на розі',
  time_zone: job.time_zone,
  bank: {
    state: 'unreachable',
    since: '2026-03-02T08:31:12.480Z',
    err_code: 'TIMEOUT',
    next_try_at: '2026-03-02T08:32:40.000Z',
    last_answer_at: '2026-03-02T08:30:59.733Z',
  },
  attempts_in_doubt: 1,
  paid_twice: [
    {
      invoice: 19,
      number_display: '000019',
      first_invoice: 15,
      first_number_display: '000015',
      amount: 8100,
    },
  ],
  unreadable_count: 1,
  unreadable: [
    {
      ...{ kind: 'invoice', terminal: terminal.id, invoice: invoice.id, bank_id: invoice.invoice_id },
      ...{ field: 'status', value: '"pending"', since: jobRun.started_at, next_try_at: null },
    },
  ],
  backup: { last_at: '2026-03-02T03:10:00.000Z', is_overdue: false, problem: '' },
  disk: {
    data: { free: 41_870_000_000, is_low: false },
    backups: { free: 640_000_000, is_low: true },
    is_same: false,
  },
  terminals: [{ id: terminal.id, token: 'usable', synced_at: jobRun.started_at, paused_until: null }],
};

const espresso: SeriesPoint = {
  key: String(product.id),
  label: product.name,
  quantity: 14,
  gross: 61_200,
  fee: 796,
  refunds: 3600,
  net: 56_804,
  count: 9,
  refund_count: 1,
};
const rest: SeriesPoint = {
  key: null,
  label: '',
  quantity: null,
  gross: 20_000,
  fee: 260,
  refunds: 0,
  net: 19_740,
  count: 2,
  refund_count: 0,
};
const seriesSums: SeriesSums = {
  gross: 81_200,
  fee: 1056,
  refunds: 3600,
  net: 76_544,
  count: 9,
  refund_count: 1,
};
const series: Series = {
  group_by: 'product',
  time_zone: job.time_zone,
  from: '2026-03-01T22:00:00.000Z',
  to: '2026-03-02T21:59:59.999Z',
  results: [espresso, rest],
  totals: seriesSums,
};

const token = (payload: string) => `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${payload}.c2lnbmF0dXJl`;
const access = token('eyJ0b2tlbl90eXBlIjoiYWNjZXNzIn0');
const refresh = token('eyJ0b2tlbl90eXBlIjoicmVmcmVzaCJ9');

/** One of each schema, by its name in the document; a page that is not here is made of what it lists. */
export const EXAMPLES: Record<string, unknown> = {
  TokenPair: { access, refresh },
  AccessToken: { access },
  Verified: {},
  Terminal: terminal,
  SyncedRegisters: syncedRegisters,
  SyncedInvoices: syncedInvoices,
  CashRegister: cashRegister,
  CashRegisterQr: cashRegisterQr,
  Invoice: invoice,
  InvoiceItem: invoiceItem,
  OpenInvoice: openInvoice,
  OpenInvoicePage: { count: 1, next: null, previous: null, results: [openInvoice], total_amount: amount },
  InvoiceHistory: history,
  HistoryEntry: opened,
  ...CATALOG_FILE_EXAMPLES,
  ...PAYMENT_EXAMPLES,
  ...RECONCILIATION_EXAMPLES,
  ...REPORT_EXAMPLES,
  InvoiceTotals: { total_amount: invoice.amount, success_amount: 0 },
  Category: category,
  Unit: unit,
  Product: product,
  Employee: employee,
  Account: account,
  Stats: stats,
  Series: series,
  SeriesPoint: espresso,
  SeriesSums: seriesSums,
  Event: created,
  EventPage: { count: 3, next: null, previous: null, results: [created, paid, refunded] },
  Job: job,
  JobRun: jobRun,
  System: system,
  SystemBank: system.bank,
  SystemBackup: system.backup,
  SystemPaidTwice: system.paid_twice[0],
  SystemDisk: system.disk,
  DiskSpace: { free: 41_870_000_000, is_low: false },
  SystemTerminal: system.terminals[0],
  SystemUnreadable: system.unreadable[0],
  Document: { openapi: '3.1.1', info: { title: 'Kramar' }, paths: {} },
};

/** What may be sent, by the name of the body's schema. The first is what a till sends most. */
export const REQUEST_EXAMPLES: Record<string, Record<string, Example>> = {
  ...RECONCILIATION_REQUESTS,
  TokenRequest: {
    employee: { summary: 'An employee', value: { username: 'olena', password: 'correct horse' } },
  },
  RefreshRequest: { refresh: { summary: 'The refresh token', value: { refresh } } },
  VerifyRequest: { token: { summary: 'A token of either type', value: { token: access } } },
  TerminalPatch: {
    rename: { summary: 'Another name', value: { name: 'Каса біля входу' } },
    rest: { summary: 'No new invoices', value: { is_active: false } },
  },
  InvoiceCreate: {
    amount: { summary: 'A fixed amount', value: { terminal: 1, amount: 8100, reference: 'ORDER-42' } },
    items: {
      summary: 'Goods',
      value: {
        terminal: 1,
        reference: 'ORDER-42',
        destination: 'Кава',
        items: [
          { name: 'Еспресо', price: 4500, quantity: 2, unit: 'порц', product: 7, discount_pct: 10 },
          { name: 'Печиво, кг', price: 32_000, quantity: '0.125' },
        ],
      },
    },
    register: {
      summary: 'Bound to a QR cash register, to be paid within five minutes',
      value: { terminal: 1, cash_register: 1, amount: 8100, validity: 300 },
    },
  },
  InvoiceCancel: {
    whole: { summary: 'Cancel, or refund in full', value: {} },
    part: { summary: 'Refund a part', value: { amount: 3600, comment: 'Одну каву повернули' } },
  },
  CategoryCreate: { category: { summary: 'A category', value: { name: 'Кава' } } },
  CategoryPatch: { rename: { summary: 'Another name', value: { name: 'Кава й чай' } } },
  UnitCreate: { unit: { summary: 'A unit of measure', value: { name: 'Порція', short_name: 'порц' } } },
  UnitPatch: { rename: { summary: 'Another short name', value: { short_name: 'п.' } } },
  ProductCreate: {
    short: { summary: 'What is required', value: { name: 'Еспресо', price: 4500 } },
    full: {
      summary: 'With a category and a unit of measure',
      value: { name: 'Еспресо', price: 4500, article: 'ESP-1', category: 2, unit: 1 },
    },
  },
  ProductPatch: {
    price: { summary: 'Another price', value: { price: 4900 } },
    archive: { summary: 'No longer sold', value: { is_archived: true } },
  },
};
