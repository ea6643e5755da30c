/** An employee's possible permissions and their meanings; the owner has all of them. */
export const PERMISSION_MEANINGS = {
  can_view_invoices: 'May read invoices and statistics, and refresh an invoice.',
  can_create_invoices: 'May create invoices.',
  can_cancel_invoices: 'May cancel and refund invoices.',
  can_manage_terminals: 'May change, delete and synchronise terminals.',
  can_manage_employees: 'May manage employees. The employee endpoints are for the owner alone all the same.',
} as const;

export type Permission = keyof typeof PERMISSION_MEANINGS;
export type Permissions = Readonly<Record<Permission, boolean>>;

/** In display order. */
export const PERMISSIONS = Object.keys(PERMISSION_MEANINGS) as readonly Permission[];

/** One value for each permission. */
/* @__NO_SIDE_EFFECTS__ */
export const byPermission = <Value>(read: (permission: Permission) => Value): Record<Permission, Value> =>
  Object.fromEntries(PERMISSIONS.map((each) => [each, read(each)])) as Record<Permission, Value>;

/** The command line's name: `view_invoices`. */
export const shortPermission = (permission: Permission): string => permission.replace('can_', '');
