import type { Account } from '../../shared/api/account.ts';
import type { Permission } from '../../shared/permissions.ts';

/** The owner has every permission, whatever the flags say. */
export const hasPermission = (account: Account, needed: Permission | 'owner' | null): boolean =>
  needed === null || account.is_owner || (needed !== 'owner' && account[needed]);
