import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../shared/api/account.ts';
import type { Permission } from '../../shared/permissions.ts';
import { isDesktop } from '../data/bridge.ts';
import { accountQuery } from '../data/queries.ts';
import { hasPermission } from './permissions.ts';

/** Who is signed in. Screens are shown only once that is known (shell.tsx), so that rights never flicker. */
export const useAccount = (): Account => {
  const { data } = useQuery(accountQuery);
  if (!data) throw new Error('A screen was shown before it was known for whom.');
  return data;
};

/** A bank token goes in by the program's own window alone, and by the owner's hand. */
export const useCanGiveTokens = (): boolean => useAccount().is_owner && isDesktop;

export const usePermission = (permission: Permission): boolean => hasPermission(useAccount(), permission);
