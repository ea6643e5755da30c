import type { Permission } from '../../app/places.ts';

/** Rights, in the order in which they are told. */
export const RIGHTS = [
  'can_view_invoices',
  'can_create_invoices',
  'can_cancel_invoices',
  'can_manage_terminals',
  'can_manage_employees',
] as const satisfies readonly Permission[];

export type Rights = Readonly<Record<Permission, boolean>>;

/** What most shops need: who does this work has these rights. */
export const SETS = {
  cashier: ['can_view_invoices', 'can_create_invoices'],
  senior: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
  accountant: ['can_view_invoices'],
  till: ['can_view_invoices', 'can_create_invoices'],
} as const satisfies Record<string, readonly Permission[]>;
export type SetName = keyof typeof SETS;
export const SET_NAMES = Object.keys(SETS) as SetName[];

export const rightsFrom = (granted: readonly Permission[]): Rights =>
  Object.fromEntries(RIGHTS.map((right) => [right, granted.includes(right)])) as Record<Permission, boolean>;

export const rightsOf = (employee: Rights): Rights =>
  Object.fromEntries(RIGHTS.map((right) => [right, employee[right]])) as Record<Permission, boolean>;

export const grantedOf = (rights: Rights): Permission[] => RIGHTS.filter((right) => rights[right]);

export const areSame = (one: Rights, other: Rights): boolean =>
  RIGHTS.every((right) => one[right] === other[right]);

/** Who opens or takes back invoices, but cannot see them: on these screens it leads nowhere. */
export const worksBlind = (rights: Rights): boolean =>
  !rights.can_view_invoices && (rights.can_create_invoices || rights.can_cancel_invoices);
