import type { Account } from '../../../shared/api/account.ts';
import type { Permission } from '../../../shared/permissions.ts';

/** reports: the takings of the whole shop, not only of one's own sales; catalog: to change its products. */
export type Need = Permission | 'reports' | 'catalog' | 'owner' | null;

/** The owner has every permission, whatever the flags say. */
export const hasPermission = (account: Account, needed: Need): boolean => {
  if (needed === null || account.is_owner) return true;
  if (needed === 'owner') return false;
  if (needed === 'catalog') return !account.catalog_prices_only && !account.catalog_read_only;
  return needed === 'reports' ? account.can_view_invoices && !account.own_sales_only : account[needed];
};
