import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { actionStateQuery } from '../data/actions.ts';
import { Today } from '../features/today/today.tsx';
import { useAccount } from '../session/account.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';

const ActionAlerts = lazyScreenPart(
  ['actions'],
  async () => (await import('../features/actions/action-alerts.tsx')).ActionAlerts,
);

/** Today with what the log of actions has to say; that is loaded only when there is something. */
export const TodayWithActions = () => {
  const { is_owner: isOwner } = useAccount();
  const { data: state } = useQuery({ ...actionStateQuery, enabled: isOwner });
  return (
    <Today>
      {state && (state.fault !== null || state.recent_oddities > 0) ? (
        <Suspense>
          <ActionAlerts state={state} />
        </Suspense>
      ) : null}
    </Today>
  );
};
