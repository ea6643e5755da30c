import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { incomeStatesQuery } from '../api/queries.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';

const IncomeAlerts = lazyScreenPart(
  ['income'],
  async () => (await import('../features/income/income-alerts.tsx')).IncomeAlerts,
);

/** Warns of a limit of income; its texts are loaded only when one is near. */
export const IncomeWatch = () => {
  const { data } = useQuery(incomeStatesQuery);
  const near = data?.results.filter(({ level }) => level !== null) ?? [];
  if (near.length === 0) return null;
  return (
    <Suspense>
      <IncomeAlerts states={near} several={(data?.results.length ?? 0) > 1} />
    </Suspense>
  );
};
