import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { actionStateQuery } from '../api/queries.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';

const LogFault = lazyScreenPart(
  ['actions'],
  async () => (await import('../features/actions/log-state.tsx')).LogFault,
);

/** What the log of actions has to say; its texts are loaded only when there is something. */
export const ActionWatch = () => {
  const { data: state } = useQuery(actionStateQuery);
  if (!state || state.fault === null) return null;
  return (
    <Suspense>
      <LogFault state={state} />
    </Suspense>
  );
};
