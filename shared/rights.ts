import { byPermission, PERMISSIONS, type Permission, type Permissions } from './permissions.ts';

/**
 * What narrows an employee or a key: sees only the invoices that it created; sells only products of the catalog, at
 * their prices; changes nothing in the catalog.
 */
export const BOUNDS = ['own_sales_only', 'catalog_prices_only', 'catalog_read_only'] as const;
type Bound = (typeof BOUNDS)[number];
export type OptionalBounds = { [Each in Bound]?: boolean | undefined };

/** One value for each bound. */
/* @__NO_SIDE_EFFECTS__ */
export const byBound = <Value>(read: (bound: Bound) => Value): Record<Bound, Value> =>
  Object.fromEntries(BOUNDS.map((each) => [each, read(each)])) as Record<Bound, Value>;

/** All that an employee may do. */
export interface Rights extends Permissions, Record<Bound, boolean> {}

/** The fields of `Rights`. */
export const RIGHTS = [...PERMISSIONS, ...BOUNDS] as const;

/** What an employee refunds without a second person: minor units, null without a limit. */
interface RefundLimits {
  refund_largest: number | null;
  refund_per_day: number | null;
}

/** What a preset sets; it sets nothing that it does not name. */
export type RightSet = Rights & RefundLimits;

export const rightsFrom = (granted: readonly Permission[], narrowed: Partial<Rights> = {}): Rights => ({
  ...byPermission((permission) => granted.includes(permission)),
  ...byBound(() => false),
  ...narrowed,
});

const NO_LIMITS: RefundLimits = { refund_largest: null, refund_per_day: null };
const CATALOG_AS_IT_IS = { catalog_prices_only: true, catalog_read_only: true };
const SELLER = { own_sales_only: true, ...CATALOG_AS_IT_IS };

/** Presets for the common roles, from the narrowest. */
export const RIGHT_SETS = {
  sells: { ...rightsFrom(['can_view_invoices', 'can_create_invoices'], SELLER), ...NO_LIMITS },
  refunds: {
    ...rightsFrom(['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'], SELLER),
    refund_largest: 50_000,
    refund_per_day: 200_000,
  },
  leads: { ...rightsFrom(['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']), ...NO_LIMITS },
  accounts: { ...rightsFrom(['can_view_invoices'], CATALOG_AS_IT_IS), ...NO_LIMITS },
  manages: { ...rightsFrom(PERMISSIONS), ...NO_LIMITS },
} as const satisfies Record<string, RightSet>;
export type RightSetName = keyof typeof RIGHT_SETS;
export const RIGHT_SET_NAMES = Object.keys(RIGHT_SETS) as RightSetName[];

export const grantedOf = (rights: Permissions): Permission[] => PERMISSIONS.filter((right) => rights[right]);

/** A preset as the fields that an employee is added and changed with. */
export const fieldsOf = (set: RightSet) => ({
  permissions: grantedOf(set),
  ...byBound((bound) => set[bound]),
  refund_limits: { largest: set.refund_largest, per_day: set.refund_per_day },
});
