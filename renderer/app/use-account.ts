import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../shared/api/account.ts';
import type { Permission } from '../../shared/permissions.ts';
import { accountQuery } from '../api/queries.ts';
import { may } from './places.ts';

/** Who is signed in. Screens are shown only once that is known (shell.tsx), so that rights never flicker. */
export const useAccount = (): Account => {
  const { data } = useQuery(accountQuery);
  if (!data) throw new Error('A screen was shown before it was known for whom.');
  return data;
};

export const useMay = (permission: Permission): boolean => may(useAccount(), permission);
