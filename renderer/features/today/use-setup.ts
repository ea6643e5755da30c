import { useQuery } from '@tanstack/react-query';
import { invoicesQuery, productsQuery, systemQuery, terminalsQuery } from '../../api/queries.ts';
import { preferencesStore, usePreferences } from '../../lib/preferences.ts';
import { useAccount } from '../../shop/session/account.ts';

export const SETUP_STEPS = ['owner', 'terminal', 'shop', 'payment', 'goods', 'backup'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export interface Setup {
  steps: Record<SetupStep, boolean>;
  /** Whether a payment was ever made. */
  hasSold: boolean;
}

/** Only the count matters. */
const ONE = { page_size: 1 };
const PAID = { ...ONE, status: 'success' };
const REFUNDED = { ...ONE, status: 'reversed' };

/** The steps are shown no more on this computer: the owner has put them away. */
export const putAwaySetup = (): void => preferencesStore.set({ isSetupPutAway: true });

/**
 * Says which set-up steps of the owner's shop are done, until all are or the owner puts them away.
 * @returns undefined where there is nothing to set up, for employees, and until it is known
 */
export const useSetup = (): Setup | undefined => {
  const { is_owner: isOwner } = useAccount();
  const { isSetupPutAway } = usePreferences();
  const isShown = isOwner && !isSetupPutAway;
  // What was once there is not asked for again.
  const untilSome = ({ state }: { state: { data?: { count: number } | undefined } }) =>
    isShown && !state.data?.count;
  const { data: paid } = useQuery({ ...invoicesQuery(PAID), enabled: untilSome });
  const { data: refunded } = useQuery({ ...invoicesQuery(REFUNDED), enabled: isShown && paid?.count === 0 });
  const { data: products } = useQuery({ ...productsQuery(ONE), enabled: untilSome });
  const { data: terminals } = useQuery(terminalsQuery);
  const { data: system } = useQuery(systemQuery);
  if (!isShown || !paid || !products || !terminals || !system) return undefined;
  if (paid.count === 0 && !refunded) return undefined;
  const hasSold = paid.count > 0 || (refunded?.count ?? 0) > 0;
  const isUsable = (id: number) =>
    system.terminals.some((state) => state.id === id && state.token === 'usable');
  const steps = {
    owner: true,
    terminal: terminals.some(({ id, is_active }) => is_active && isUsable(id)),
    shop: system.shop_name !== '',
    payment: hasSold,
    goods: products.count > 0,
    backup: system.disk.backups !== null && !system.disk.is_same,
  };
  return SETUP_STEPS.every((name) => steps[name]) ? undefined : { steps, hasSold };
};
