import { Suspense } from 'react';
import { Today } from '../features/today/today.tsx';
import { useAccount } from '../shop/session/account.ts';
import { hasPermission } from '../shop/session/permissions.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';

const ActionWatch = lazyScreenPart([], async () => (await import('./action-watch.tsx')).ActionWatch);

const IncomeWatch = lazyScreenPart([], async () => (await import('./income-watch.tsx')).IncomeWatch);

const AlertRow = lazyScreenPart(
  ['today', 'terminals'],
  async () => (await import('../features/today/alert-row.tsx')).AlertRow,
);

/** Today with the alerts about limits of income and the log of actions. */
export const TodayWithActions = () => {
  const account = useAccount();
  return (
    <Today AlertRow={AlertRow}>
      {hasPermission(account, 'books') ? (
        <Suspense>
          <IncomeWatch />
        </Suspense>
      ) : null}
      {account.is_owner ? (
        <Suspense>
          <ActionWatch />
        </Suspense>
      ) : null}
    </Today>
  );
};
