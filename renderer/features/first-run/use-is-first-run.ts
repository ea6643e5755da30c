import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../shared/api/employees.ts';
import { canOperate } from '../../api/bridge.ts';
import { shopStateQuery } from '../../api/program-queries.ts';

/** Whether the owner still has the first run to do; undefined until loaded. */
export const useIsFirstRun = ({ is_owner: isOwner }: Account): boolean | undefined => {
  const shop = useQuery(shopStateQuery);
  if (!canOperate || !isOwner || firstRun.isOver()) return false;
  if (shop.data) return !shop.data.is_practice && (firstRun.isUnderWay() || !shop.data.has_terminal);
  return shop.error ? false : undefined;
};

const KEY = 'kramar.first-run';

/** How far the first run of this browser has come; it goes on after a reload. */
export const firstRun = {
  /** Finished or postponed. */
  isOver: (): boolean => localStorage.getItem(KEY) === 'over',
  /** The owner was made here, and the last step is not done. */
  isUnderWay: (): boolean => localStorage.getItem(KEY) === 'on',
  end: (): void => localStorage.setItem(KEY, 'over'),
  /** A new shop starts the first run again, whatever was on this computer before. */
  begin: (): void => localStorage.setItem(KEY, 'on'),
};
