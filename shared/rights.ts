import { byPermission, PERMISSIONS, type Permission, type Permissions } from './permissions.ts';

/** The permissions, and whether an employee sees only their own sales. */
export interface Rights extends Permissions {
  own_sales_only: boolean;
}

/** The fields of `Rights`. */
export const RIGHTS = [...PERMISSIONS, 'own_sales_only'] as const;

export const rightsFrom = (granted: readonly Permission[], own_sales_only = false): Rights => ({
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
} as const satisfies Record<string, Rights>;
export type RightSetName = keyof typeof RIGHT_SETS;
export const RIGHT_SET_NAMES = Object.keys(RIGHT_SETS) as RightSetName[];

export const grantedOf = (rights: Permissions): Permission[] => PERMISSIONS.filter((right) => rights[right]);
