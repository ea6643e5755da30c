import { byPermission, PERMISSIONS, type Permission, type Permissions } from './permissions.ts';

/** What a preset sets: the permissions, and whether an employee sees only their own sales. */
export interface RoleRights extends Permissions {
  own_sales_only: boolean;
}

/** All that an employee may do: no preset takes away or gives back the rights to type prices and to write the catalog. */
export interface Rights extends RoleRights {
  catalog_prices_only: boolean;
  catalog_read_only: boolean;
}

/** The fields of `RoleRights`. */
export const ROLE_RIGHTS = [...PERMISSIONS, 'own_sales_only'] as const;
/** The fields of `Rights`. */
export const RIGHTS = [...ROLE_RIGHTS, 'catalog_prices_only', 'catalog_read_only'] as const;

export const rightsFrom = (granted: readonly Permission[], own_sales_only = false): RoleRights => ({
  ...byPermission((permission) => granted.includes(permission)),
  own_sales_only,
});

/** Presets for the common roles, from the narrowest. */
export const RIGHT_SETS = {
  sells: rightsFrom(['can_view_invoices', 'can_create_invoices'], true),
  sees_all: rightsFrom(['can_view_invoices', 'can_create_invoices']),
  refunds: rightsFrom(['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']),
  reports: rightsFrom(['can_view_invoices']),
  manages: rightsFrom(PERMISSIONS),
} as const satisfies Record<string, RoleRights>;
export type RightSetName = keyof typeof RIGHT_SETS;
export const RIGHT_SET_NAMES = Object.keys(RIGHT_SETS) as RightSetName[];

export const grantedOf = (rights: Permissions): Permission[] => PERMISSIONS.filter((right) => rights[right]);
