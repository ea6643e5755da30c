import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { actionStateQuery } from '../data/actions.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';

const ActionAlerts = lazyScreenPart(
  ['actions'],
  async () => (await import('../features/actions/action-alerts.tsx')).ActionAlerts,
);

/** What the log of actions has to say; its texts are loaded only when there is something. */
export const ActionWatch = () => {
  const { data: state } = useQuery(actionStateQuery);
  if (!state || (state.fault === null && state.recent_oddities === 0)) return null;
  return (
    <Suspense>
      <ActionAlerts state={state} />
    </Suspense>
  );
};
