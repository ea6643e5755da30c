import { byPermission, PERMISSIONS, type Permission, type Permissions } from '../../../shared/permissions.ts';

/** Presets of permissions for the common roles. */
export const SETS = {
  cashier: ['can_view_invoices', 'can_create_invoices'],
  senior: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
  accountant: ['can_view_invoices'],
  till: ['can_view_invoices', 'can_create_invoices'],
} as const satisfies Record<string, readonly Permission[]>;
export type SetName = keyof typeof SETS;
export const SET_NAMES = Object.keys(SETS) as SetName[];

export const rightsFrom = (granted: readonly Permission[]): Permissions =>
  byPermission((permission) => granted.includes(permission));

export const rightsOf = (employee: Permissions): Permissions =>
  byPermission((permission) => employee[permission]);

export const grantedOf = (rights: Permissions): Permission[] => PERMISSIONS.filter((right) => rights[right]);

export const areSame = (one: Permissions, other: Permissions): boolean =>
  PERMISSIONS.every((right) => one[right] === other[right]);

/** Permissions to open or refund invoices without viewing them, which have no effect on these screens. */
export const hasUnusableRights = (rights: Permissions): boolean =>
  !rights.can_view_invoices && (rights.can_create_invoices || rights.can_cancel_invoices);
