import type { Account } from '../../../shared/api/employees.ts';
import type { Permission } from '../../../shared/permissions.ts';

/**
 * reports: the takings of the whole shop, not only of one's own sales; books: its months, income book and reconciliation,
 * for the owner and who does not sell; catalog: to change its products.
 */
export type Need = Permission | 'reports' | 'books' | 'catalog' | 'owner' | null;

/** The owner has every permission, whatever the flags say. */
export const hasPermission = (account: Account, needed: Need): boolean => {
  if (needed === null || account.is_owner) return true;
  if (needed === 'owner') return false;
  if (needed === 'catalog') return !account.catalog_prices_only && !account.catalog_read_only;
  const seesAll = account.can_view_invoices && !account.own_sales_only;
  if (needed === 'books') return seesAll && !account.can_create_invoices;
  return needed === 'reports' ? seesAll : account[needed];
};
