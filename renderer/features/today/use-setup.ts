import { useQuery } from '@tanstack/react-query';
import { employeesQuery } from '../../api/employees.ts';
import { invoicesQuery, productsQuery, systemQuery, terminalsQuery } from '../../api/queries.ts';
import { useAccount } from '../../shop/session/account.ts';

export const SETUP_STEPS = ['terminal', 'shop', 'payment', 'goods', 'cashier', 'backup'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Only the count matters. */
const ONE = { page_size: 1 };
const PAID = { ...ONE, status: 'success' };
const REFUNDED = { ...ONE, status: 'reversed' };

/**
 * Says which set-up steps of the owner's shop are done, until its first payment.
 * @returns undefined where there is nothing to set up: after the first payment, for employees, and until it is known
 */
export const useSetup = (): Record<SetupStep, boolean> | undefined => {
  const { is_owner: isOwner } = useAccount();
  const { data: paid } = useQuery({
    ...invoicesQuery(PAID),
    // Read until there is one.
    enabled: ({ state }) => isOwner && !state.data?.count,
  });
  const isNew = isOwner && paid?.count === 0;
  const unsold = { enabled: isNew };
  const { data: refunded } = useQuery({ ...invoicesQuery(REFUNDED), ...unsold });
  const { data: terminals } = useQuery(terminalsQuery);
  const { data: system } = useQuery(systemQuery);
  const { data: products } = useQuery({ ...productsQuery(ONE), ...unsold });
  const { data: employees } = useQuery({ ...employeesQuery(ONE), ...unsold });
  if (!isNew || refunded?.count !== 0 || !terminals || !system || !products || !employees) return undefined;
  const isUsable = (id: number) =>
    system.terminals.some((state) => state.id === id && state.token === 'usable');
  return {
    terminal: terminals.some(({ id, is_active }) => is_active && isUsable(id)),
    shop: system.shop_name !== '',
    payment: false,
    goods: products.count > 0,
    cashier: employees.count > 0,
    backup: system.disk.backups !== null && !system.disk.is_same,
  };
};
