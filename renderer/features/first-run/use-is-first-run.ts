import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../shared/api/account.ts';
import { canOperate } from '../../api/bridge.ts';
import { shopStateQuery } from '../../api/program-queries.ts';
import { firstRun } from './over.ts';

/** Whether the owner still has the first run to do; undefined until loaded. */
export const useIsFirstRun = ({ is_owner: isOwner }: Account): boolean | undefined => {
  const shop = useQuery(shopStateQuery);
  if (!canOperate || !isOwner || firstRun.isOver()) return false;
  if (shop.data) return !shop.data.is_practice && (firstRun.isUnderWay() || !shop.data.has_terminal);
  return shop.error ? false : undefined;
};
