import { byPermission, type Permissions } from '../../../shared/permissions.ts';
import { RIGHTS, type Rights, ROLE_RIGHTS, type RoleRights } from '../../../shared/rights.ts';

export const rightsOf = (employee: Rights): Rights => ({
  ...byPermission((permission) => employee[permission]),
  own_sales_only: employee.own_sales_only,
  catalog_prices_only: employee.catalog_prices_only,
  catalog_read_only: employee.catalog_read_only,
});

export const areSame = (one: Rights, other: Rights): boolean =>
  RIGHTS.every((right) => one[right] === other[right]);

/** Whether the rights are those of a preset. */
export const isRole = (rights: Rights, role: RoleRights): boolean =>
  ROLE_RIGHTS.every((right) => rights[right] === role[right]);

/** Permission to refund without viewing invoices: there is no invoice to refund on these screens. */
export const hasUnusableRights = (rights: Permissions): boolean =>
  !rights.can_view_invoices && rights.can_cancel_invoices;
