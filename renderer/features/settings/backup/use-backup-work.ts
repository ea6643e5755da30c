import i18next from 'i18next';
import { ask } from '../../../data/bridge.ts';
import { useInvalidate } from '../../../data/keys.ts';
import { preferencesStore } from '../../../lib/preferences.ts';
import { formatSize } from '../../../lib/size.ts';
import { startWork } from '../../../tasks/background-work.tsx';
import { withElapsed } from '../../../tasks/elapsed.ts';

export const BACKUP_WORK = 'backup-create';

/** Makes a backup now, while one walks on. */
export const useBackupWork = () => {
  const invalidate = useInvalidate();
  return (): void =>
    startWork({
      id: BACKUP_WORK,
      title: i18next.t('make.title', { ns: 'backups' }),
      run: (signal, report) =>
        withElapsed(report, async () => {
          try {
            const made = await unlessGivenUp(ask('backups.create', {}), signal);
            const size = formatSize(made.size, preferencesStore.get().language);
            return i18next.t('make.done', { ns: 'backups', count: made.invoices ?? 0, size });
          } finally {
            void invalidate('backup');
          }
        }),
    });
};

/** The program cannot be stopped at it: whoever gives up only stops waiting, and the list shows what came of it. */
const unlessGivenUp = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
