import type { Action, ActionLogState } from '../../shared/api/actions.ts';
import type { Activity } from '../../shared/api/activity.ts';
import type { Cart } from '../../shared/api/carts.ts';
import type { CashRegister, CashRegisterQr, RegisterState } from '../../shared/api/cash-registers.ts';
import type { CashSale, CashSalePage } from '../../shared/api/cash-sales.ts';
import type { Category, Product, Unit } from '../../shared/api/catalog.ts';
import type { DayClosurePage, MonthClosurePage, ShopDays } from '../../shared/api/closures.ts';
import type { DayClose } from '../../shared/api/day-close.ts';
import type { Account, Employee, EmployeeLimitsList } from '../../shared/api/employees.ts';
import type { DayFiscal, FiscalChecks, FiscalGapPage } from '../../shared/api/fiscal-checks.ts';
import type { HeldInvoicePage, InvoiceHold } from '../../shared/api/holds.ts';
import type {
  IncomeBook,
  IncomeEntryPage,
  IncomeLimits,
  IncomeStates,
} from '../../shared/api/income-book.ts';
import type { InvoiceHistory, OpenInvoicePage, SaleOutcome } from '../../shared/api/invoice-extras.ts';
import type { DeclineExplained, InvoiceOutcomes } from '../../shared/api/invoice-lists.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Job } from '../../shared/api/jobs.ts';
import type { AccountMonth } from '../../shared/api/month.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Paper } from '../../shared/api/papers.ts';
import type { InvoicePrint, PrinterState } from '../../shared/api/printing.ts';
import type { ProductFiscal, ProductShop, Scan, Tile } from '../../shared/api/product-shop.ts';
import type { Reconciliation } from '../../shared/api/reconciliation.ts';
import type { InvoiceRefunds, RefundRules } from '../../shared/api/refunds.ts';
import type { RequestLog } from '../../shared/api/requests.ts';
import type { SalePage, SaleStatusSums } from '../../shared/api/sales.ts';
import type { Series } from '../../shared/api/series.ts';
import type { CounterSettings, Logo } from '../../shared/api/settings.ts';
import type {
  CashMovePage,
  CurrentShift,
  DayCash,
  Shift,
  ShiftPage,
  TillCash,
} from '../../shared/api/shifts.ts';
import type { System } from '../../shared/api/system.ts';
import type { StatementHistory, Terminal, TerminalFiscal } from '../../shared/api/terminals.ts';

/**
 * What the screens read, by the resource whose change makes it stale (keys.ts): of the interface each path with the type
 * of its answer, and calls of the program. A query's key follows from it (client.ts).
 */

/** The type of an answer; never called. */
const answer = <Answer>(): Answer => {
  throw new Error('A type.');
};

export const READS = {
  account: { 'account/': answer<Account> },
  system: { 'system/': answer<System> },
  activity: { 'activity/': answer<Activity> },
  terminals: {
    'terminals/': answer<Page<Terminal>>,
    'terminals/{id}/statement_history/': answer<StatementHistory>,
    'terminals/{id}/fiscal/': answer<TerminalFiscal>,
  },
  'cash-registers': {
    'cash-registers/': answer<Page<CashRegister>>,
    'cash-registers/{id}/qr/': answer<CashRegisterQr>,
  },
  'register-states': { 'cash-registers/{id}/state/': answer<RegisterState> },
  jobs: { 'jobs/': answer<Page<Job>> },
  invoices: {
    'invoices/': answer<InvoicePage>,
    'invoices/open/': answer<OpenInvoicePage>,
    'invoices/outcomes/': answer<InvoiceOutcomes>,
    'invoices/{id}/': answer<Invoice>,
    'invoices/{id}/outcome/': answer<SaleOutcome>,
    'invoices/{id}/history/': answer<InvoiceHistory>,
    'invoices/{id}/hold/': answer<InvoiceHold>,
    'invoices/{id}/refunds/': answer<InvoiceRefunds>,
    'refunds/rules/': answer<RefundRules>,
  },
  sales: { 'sales/': answer<SalePage>, 'sales/status-sums/': answer<SaleStatusSums> },
  // Apart from the invoices: a new sale concerns neither.
  'held-invoices': { 'invoices/held/': answer<HeldInvoicePage> },
  'fiscal-gaps': { 'invoices/fiscal-gaps/': answer<FiscalGapPage> },
  'fiscal-checks': { 'invoices/{id}/fiscal-checks/': answer<FiscalChecks> },
  declines: { 'invoices/{id}/failure/': answer<DeclineExplained> },
  stats: {
    'stats/series/': answer<Series>,
    'stats/day-close/': answer<DayClose>,
    'stats/day-fiscal/': answer<DayFiscal>,
    'stats/day-cash/': answer<DayCash>,
    'stats/month/': answer<AccountMonth>,
  },
  /** Series of a time that is over. */
  'past-stats': {},
  'month-books': { 'reconciliation/': answer<Reconciliation> },
  products: {
    'catalog/products/': answer<Page<Product>>,
    'catalog/products/{id}/': answer<Product>,
    'catalog/products/{id}/shop/': answer<ProductShop>,
    'catalog/products/{id}/fiscal/': answer<ProductFiscal>,
  },
  tiles: { 'catalog/tiles/': answer<Page<Tile>>, 'catalog/scan/': answer<Scan> },
  carts: { 'carts/': answer<Page<Cart>> },
  categories: { 'catalog/categories/': answer<Page<Category>> },
  units: { 'catalog/units/': answer<Page<Unit>> },
  actions: { 'actions/': answer<Page<Action>>, 'actions/state/': answer<ActionLogState> },
  employees: {
    'employees/': answer<Page<Employee>>,
    'employees/{id}/': answer<Employee>,
    'employees/limits/': answer<EmployeeLimitsList>,
  },
  shifts: {
    'shifts/': answer<ShiftPage>,
    'shifts/current/': answer<CurrentShift>,
    'shifts/{id}/': answer<Shift>,
    'cash-sales/{id}/': answer<CashSale>,
    'shifts/{id}/cash-sales/': answer<CashSalePage>,
    'shifts/{id}/cash-moves/': answer<CashMovePage>,
    'shifts/{id}/till/': answer<TillCash>,
  },
  closures: {
    'day-closures/': answer<DayClosurePage>,
    'month-closures/': answer<MonthClosurePage>,
    'stats/days/': answer<ShopDays>,
  },
  counter: { 'counter/': answer<CounterSettings> },
  income: {
    'income-book/': answer<IncomeBook>,
    'income-book/entries/': answer<IncomeEntryPage>,
    'income-book/limits/': answer<IncomeLimits>,
    'income-book/taxpayers/': answer<IncomeStates>,
  },
  logo: { 'logo/': answer<Logo> },
  requests: { 'requests/': answer<RequestLog> },
  printer: {
    'printer/': answer<PrinterState>,
    'invoices/{id}/print/': answer<InvoicePrint>,
    'invoices/{id}/paper/': answer<Paper>,
    'cash-sales/{id}/paper/': answer<Paper>,
  },
  /** An invoice as a till reads it. */
  'practice-sale': {},
} as const;

type Reads = typeof READS;

/** A path of the interface; `{id}` stands for a parameter. */
export type ReadPath = { [Name in keyof Reads]: keyof Reads[Name] }[keyof Reads];

export type AnswerOf<Path extends ReadPath> = {
  [Name in keyof Reads]: Path extends keyof Reads[Name]
    ? Reads[Name][Path] extends () => infer Answer
      ? Answer
      : never
    : never;
}[keyof Reads];

/** Calls of the program (shared/bridge) that read. */
export const PROGRAM_READS = {
  'shop.state': 'shop-state',
  'settings.list': 'settings',
  'keys.list': 'till-keys',
  'webhooks.list': 'webhooks',
  'webhooks.deliveries': 'webhooks',
  'backups.list': 'backups',
  'backups.verify': 'backup-check',
  'disks.list': 'disks',
  'copies.state': 'copies',
  'computer.state': 'computer',
  'printers.list': 'printers',
  'update.state': 'update',
  'pin.state': 'pins',
  'employees.list': 'pins',
  'approvals.people': 'pins',
} as const;

export type ProgramRead = keyof typeof PROGRAM_READS;

export type Resource = keyof Reads | (typeof PROGRAM_READS)[keyof typeof PROGRAM_READS];

export const RESOURCES = [
  ...new Set([...Object.keys(READS), ...Object.values(PROGRAM_READS)]),
] as readonly Resource[];
