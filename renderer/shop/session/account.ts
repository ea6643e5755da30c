import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../shared/api/employees.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { canOperate } from '../../api/bridge.ts';
import { accountQuery } from '../../api/queries.ts';
import { hasPermission } from './permissions.ts';

/** The signed-in account. shell.tsx renders screens only once it is loaded, so that permissions never flicker. */
export const useAccount = (): Account => {
  const { data } = useQuery(accountQuery);
  if (!data) throw new Error('A screen was shown before it was known for whom.');
  return data;
};

/** Only the owner, and only in the program's window, can enter a bank token. */
export const useCanGiveTokens = (): boolean => useAccount().is_owner && canOperate;

/** Whether the account may change the catalog. */
export const useCanWriteCatalog = (): boolean => {
  const { catalog_read_only, catalog_prices_only } = useAccount();
  return !(catalog_read_only || catalog_prices_only);
};

export const usePermission = (permission: Permission): boolean => hasPermission(useAccount(), permission);
