import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../shared/api/events.ts';

/**
 * Query keys. Each begins with the name of its resource, and each resource is named by what changes it (AFFECTED) or by
 * why nothing needs to (REREAD): a key that is not made here does not compile.
 */

type Params = Readonly<Record<string, string | number | boolean | undefined>>;

export const keys = {
  account: ['account'],
  system: ['system'],
  terminals: ['terminals'],
  cashRegisters: ['cash-registers'],
  cashRegisterQr: (id: number) => ['cash-registers', 'qr', id] as const,
  statementHistory: (id: number) => ['terminals', 'history', id] as const,
  terminalFiscal: (id: number) => ['terminals', 'fiscal', id] as const,
  registerStates: ['register-states'],
  registerState: (id: number) => ['register-states', id] as const,
  jobs: ['jobs'],
  invoices: (params: Params) => ['invoices', 'list', params] as const,
  openInvoices: (params: Params) => ['invoices', 'open', params] as const,
  // Apart from the invoices: a new sale concerns neither.
  fiscalGaps: (params: Params) => ['fiscal-gaps', params] as const,
  invoice: (id: number) => ['invoices', 'one', id] as const,
  invoiceStatusSums: (params: Params) => ['invoices', 'status-sums', params] as const,
  invoiceOutcomes: (ids: string, language: string) => ['invoices', 'outcomes', ids, language] as const,
  invoiceOutcome: (id: number) => ['invoices', 'outcome', id] as const,
  invoiceHistory: (id: number) => ['invoices', 'history', id] as const,
  invoiceHold: (id: number) => ['invoices', 'hold', id] as const,
  heldInvoices: (params: Params) => ['held-invoices', params] as const,
  invoiceRefunds: (id: number) => ['invoices', 'refunds', id] as const,
  fiscalChecks: (id: number) => ['fiscal-checks', id] as const,
  decline: (id: number, modified: string | null, language: string) =>
    ['declines', id, modified, language] as const,
  series: (groupBy: string, params: Params) => ['stats', 'series', groupBy, params] as const,
  /** Of a time that is over. */
  pastSeries: (groupBy: string, params: Params) => ['past-stats', groupBy, params] as const,
  dayClose: (date: string | undefined, today: string) => ['stats', 'day-close', date, today] as const,
  dayFiscal: (date: string | undefined, today: string) => ['stats', 'day-fiscal', date, today] as const,
  dayCash: (date: string | undefined, today: string) => ['stats', 'day-cash', date, today] as const,
  month: (params: Params) => ['stats', 'month', params] as const,
  monthBooks: (from: string, to: string) => ['month-books', from, to] as const,
  allProducts: ['products'],
  products: (params: Params) => ['products', params] as const,
  product: (id: number) => ['products', 'one', id] as const,
  productCount: (kind: string, id: number) => ['products', 'count', kind, id] as const,
  productShop: (id: number) => ['products', 'shop', id] as const,
  productFiscal: (id: number) => ['products', 'fiscal', id] as const,
  tiles: (params: Params) => ['tiles', params] as const,
  cartPrices: (ids: string) => ['tiles', 'of-cart', ids] as const,
  carts: (isTaken: boolean) => ['carts', isTaken] as const,
  categories: ['categories'],
  categoryTabs: ['categories', 'tabs'],
  units: ['units'],
  actions: (params: Params) => ['actions', 'list', params] as const,
  actionState: ['actions', 'state'],
  employeeLists: ['employees', 'list'],
  employees: (params: Params) => ['employees', 'list', params] as const,
  employee: (id: number) => ['employees', 'one', id] as const,
  refundRules: ['invoices', 'refund-rules'],
  shifts: ['shifts'],
  currentShift: ['shifts', 'current'],
  shiftList: (params: Params) => ['shifts', 'list', params] as const,
  shift: (id: number) => ['shifts', 'one', id] as const,
  cashSales: (shift: number, params: Params) => ['shifts', 'cash-sales', shift, params] as const,
  income: ['income'],
  taxpayers: ['income', 'taxpayers'],
  incomeBook: (params: Params) => ['income', 'book', params] as const,
  incomeEntries: (params: Params) => ['income', 'entries', params] as const,
  incomeLimits: ['income', 'limits'],
  requests: ['requests'],
  tillKeys: ['till-keys'],
  webhooks: ['webhooks'],
  deliveries: (id: number) => ['webhooks', 'deliveries', id] as const,
  // Queries to the program (the bridge).
  shopState: ['shop-state'],
  ownPin: ['pins', 'own'],
  employeePins: ['pins', 'employees'],
  approvers: (invoice: number, amount: number) => ['pins', 'approvers', invoice, amount] as const,
  settings: ['settings'],
  logo: ['logo'],
  backups: ['backups'],
  copies: ['copies'],
  backupCheck: (path: string) => ['backup-check', path] as const,
  computer: ['computer'],
  printers: ['printers'],
  printer: ['printer'],
  invoicePrint: (id: number) => ['printer', id] as const,
  practiceSale: (id: number) => ['practice-sale', id] as const,
  update: ['update'],
} as const satisfies Record<string, readonly string[] | ((...parts: never[]) => readonly unknown[])>;

type KeyOf<Entry> = Entry extends (...parts: never[]) => infer Key ? Key : Entry;
/** The first elements of the keys. */
export type Resource =
  KeyOf<(typeof keys)[keyof typeof keys]> extends infer Key
    ? Key extends readonly [infer Name extends string, ...unknown[]]
      ? Name
      : never
    : never;

const TERMINALS = ['terminals', 'cash-registers', 'system'] as const;
const INVOICES = ['invoices', 'held-invoices', 'fiscal-gaps', 'stats', 'past-stats'] as const;

/** The resources that a change affects. Events report some changes; screens report the others. */
const AFFECTED = {
  // A new invoice, or its payment: a payment becomes a gap of fiscal receipts by the passage of time.
  sale: ['invoices', 'stats'],
  invoice: INVOICES,
  // A refund may clear the alert about a sale paid twice.
  refund: [...INVOICES, 'system'],
  attempt: ['system', 'invoices'],
  job: ['system', 'jobs'],
  backup: ['system', 'jobs', 'backups', 'copies'],
  registers: [...TERMINALS, 'jobs'],
  statement: [...TERMINALS, ...INVOICES, 'jobs'],
  // Registers and invoices show the terminal's name.
  terminal: [...TERMINALS, 'invoices', 'held-invoices', 'fiscal-gaps'],
  token: [...TERMINALS, 'jobs', 'shop-state'],
  // The tiles, and the prices in a cart, are of the same products.
  catalog: ['products', 'categories', 'units', 'tiles'],
  cart: ['carts'],
  employee: ['employees', 'pins'],
  pin: ['pins'],
  shift: ['shifts', 'stats', 'income'],
  income: ['income'],
  tillKey: ['till-keys'],
  webhook: ['webhooks'],
  logo: ['logo'],
  // The rules of refunds are read with the invoices.
  setting: ['settings', 'system', 'backups', 'invoices'],
} as const satisfies Record<string, readonly Resource[]>;
/** restore: a backup replaces everything. */
export type Change = keyof typeof AFFECTED | 'restore';

/** Resources that no change of a screen and no event concerns: they are read again while they are shown. */
type Reread =
  | 'account'
  | 'register-states'
  | 'fiscal-checks'
  | 'declines'
  | 'month-books'
  | 'actions'
  | 'requests'
  | 'backup-check'
  | 'computer'
  | 'printers'
  | 'printer'
  | 'practice-sale'
  | 'update';

/** A resource in neither list is an error here. */
type Unregistered = Exclude<Resource, (typeof AFFECTED)[keyof typeof AFFECTED][number] | Reread>;
const allRegistered: [Unregistered] extends [never] ? true : Unregistered = true;
void allRegistered;

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [Resource, ...unknown[]];
  }
}

const changeOf = (type: Event['type']): Change => {
  if (type === 'invoice.refunded') return 'refund';
  if (type === 'invoice.created' || type === 'invoice.status_changed') return 'sale';
  if (type.startsWith('invoice.')) return 'invoice';
  if (type.startsWith('attempt.') || type.startsWith('sale.')) return 'attempt';
  if (type === 'terminal.synced') return 'registers';
  if (type === 'backup.restored') return 'restore';
  return type.startsWith('backup.') ? 'backup' : 'job';
};

const ALL_RESOURCES = Object.values(keys).map(
  (entry) =>
    (typeof entry === 'function' ? (entry as (...parts: unknown[]) => readonly [Resource])() : entry)[0],
);

const affectedBy = (change: Change): readonly Resource[] =>
  change === 'restore' ? [...new Set(ALL_RESOURCES)] : AFFECTED[change];

/** The resources that an event makes stale. */
export const resourcesAffectedBy = ({ type }: Pick<Event, 'type'>): readonly Resource[] =>
  affectedBy(changeOf(type));

/** Invalidates what a change affects; resolves when the new state is shown. */
export const invalidate = async (queries: QueryClient, change: Change): Promise<void> => {
  await Promise.all(
    affectedBy(change).map((resource) => queries.invalidateQueries({ queryKey: [resource] })),
  );
};

/**
 * For a user's change that no event reports. Call it after a failure as well: the change may have been made before the
 * connection broke.
 */
export const useInvalidate = (): ((change: Change) => Promise<void>) => {
  const queries = useQueryClient();
  return (change) => invalidate(queries, change);
};
