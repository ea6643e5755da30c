import i18next from 'i18next';
import { ApiError } from '../../api/failure.ts';
import { useInvalidate } from '../../api/keys.ts';
import { runJob } from '../../api/mutations.ts';
import { startWork, withElapsed } from '../../shop/tasks/background-work.tsx';

export type ManualJob = 'settle-attempts' | 'back-up';

export const jobWorkId = (name: ManualJob): string => `job-${name}`;

/** Runs a job now instead of at its time; owner only. */
export const useJob = () => {
  const invalidate = useInvalidate();
  return (name: ManualJob): void =>
    startWork({
      id: jobWorkId(name),
      title: i18next.t(`jobs.${name}`, { ns: 'today' }),
      run: (signal, report) =>
        withElapsed(report, async () => {
          const { status, found, changed } = await runJob(name, { signal });
          void invalidate('job');
          // The reason is in system/ and in the log.
          if (status !== 'done') throw new ApiError({ kind: 'server', status: 200, requestId: '' });
          return i18next.t(`jobs.${name}-done`, { ns: 'today', found, changed });
        }),
    });
};
