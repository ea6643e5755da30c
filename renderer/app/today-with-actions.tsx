import { Suspense } from 'react';
import { Today } from '../features/today/today.tsx';
import { useAccount } from '../session/account.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';

const ActionWatch = lazyScreenPart([], async () => (await import('./action-watch.tsx')).ActionWatch);

/** Today with the alerts about the log of actions, which come after the rest. */
export const TodayWithActions = () => (
  <Today>
    {useAccount().is_owner ? (
      <Suspense>
        <ActionWatch />
      </Suspense>
    ) : null}
  </Today>
);
