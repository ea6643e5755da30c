import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../shared/api/events.ts';
import { PROGRAM_READS, type ProgramRead, READS, RESOURCES, type ReadPath, type Resource } from './reads.ts';

/**
 * What each change makes stale: each resource (reads.ts) is named by a change here, or by why nothing needs to (Reread).
 * One in neither list does not compile.
 */

/** Parameters of a path and its query string; undefined and "" are left out of the latter. */
export type Params = Readonly<Record<string, string | number | boolean | undefined>>;

const RESOURCE_OF = new Map(
  Object.entries(READS).flatMap(([resource, paths]) => Object.keys(paths).map((path) => [path, resource])),
);

/**
 * Begins with the resource, whose changes make the query stale (keys.ts). Without parameters: the key of all that read
 * this path.
 */
export const keyOf = (
  path: ReadPath,
  params?: Params,
  resource = RESOURCE_OF.get(path) as Resource,
): readonly [Resource, ...unknown[]] => (params === undefined ? [resource, path] : [resource, path, params]);

export const programKey = (name: ProgramRead, input: object = {}): readonly [Resource, ...unknown[]] => [
  PROGRAM_READS[name],
  name,
  input,
];

const TERMINALS = ['terminals', 'cash-registers', 'system'] as const;
/** The list of sales shows invoices too. */
const SALES = ['invoices', 'sales'] as const;
const INVOICES = [
  ...SALES,
  'activity',
  'held-invoices',
  'fiscal-gaps',
  'stats',
  'past-stats',
  'closures',
] as const;

/** The resources that a change affects. Events report some changes; screens report the others. */
const AFFECTED = {
  // A new invoice, or its payment: a payment becomes a gap of fiscal receipts by the passage of time.
  sale: [...SALES, 'activity', 'stats', 'closures'],
  invoice: INVOICES,
  // A refund may clear the alert about a sale paid twice.
  refund: [...INVOICES, 'system'],
  attempt: ['system', ...SALES, 'activity'],
  job: ['system', 'jobs'],
  backup: ['system', 'jobs', 'backups', 'copies'],
  registers: [...TERMINALS, 'jobs'],
  statement: [...TERMINALS, ...INVOICES, 'jobs'],
  // Registers and invoices show the terminal's name.
  terminal: [...TERMINALS, ...SALES, 'held-invoices', 'fiscal-gaps'],
  token: [...TERMINALS, 'jobs', 'shop-state'],
  // The tiles, and the prices in a cart, are of the same products.
  catalog: ['products', 'categories', 'units', 'tiles'],
  cart: ['carts'],
  employee: ['employees', 'pins'],
  pin: ['pins'],
  shift: ['shifts', 'sales', 'stats', 'income', 'activity', 'system', 'closures'],
  income: ['income'],
  tillKey: ['till-keys'],
  webhook: ['webhooks'],
  logo: ['logo'],
  // The rules of refunds are read with the invoices.
  setting: ['settings', 'system', 'backups', 'invoices', 'counter'],
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
  | 'disks'
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
  if (type === 'catalog.changed') return 'catalog';
  if (type === 'backup.restored') return 'restore';
  return type.startsWith('backup.') ? 'backup' : 'job';
};

const affectedBy = (change: Change): readonly Resource[] =>
  change === 'restore' ? RESOURCES : AFFECTED[change];

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
