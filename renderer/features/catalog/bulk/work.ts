import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { invalidate, type Params } from '../../../api/keys.ts';
import { formatCount } from '../../../lib/count.ts';
import { whileUserStays } from '../../../shop/session/user-change.ts';
import { startWork } from '../../../shop/tasks/background-work.tsx';
import { applyTo, type BulkAction, collect } from './actions.ts';
import { outcomeStore } from './outcome.ts';
import { type Outcome, runBulk, type Target } from './run.ts';

/** Only one runs at a time: two could undo each other's changes. */
export const BULK_WORK = 'catalog-bulk';

/** Some products, or all matches. */
type Selected = { some: readonly Target[] } | { all: Params };

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

interface Bulk {
  action: BulkAction;
  chosen: Selected;
  queries: QueryClient;
  t: TFunction<'catalog'>;
  onEnd(outcome: Outcome): void;
}

/** Runs in the background across screens; reports counts, and failures by name. */
export const startBulk = ({ action, chosen, queries, t, onEnd }: Bulk): void => {
  const user = whileUserStays();
  outcomeStore.set(undefined);
  startWork({
    id: BULK_WORK,
    title: t(`bulk.title.${action.kind}`),
    run: async (signal, report) => {
      const targets = 'some' in chosen ? chosen.some : await collect(action, chosen.all, signal);
      const total = formatCount(targets.length);
      const onProgress = (done: number) => report(t('bulk.progress', { done: formatCount(done), total }));
      try {
        onProgress(0);
        const outcome = await runBulk(targets, {
          signal,
          applyTo: (target) => applyTo(action, target),
          onProgress,
          pause: sleep,
        });
        onEnd(outcome);
        if (!user.aborted && (outcome.ended !== null || outcome.failed.length > 0))
          outcomeStore.set({ action, outcome });
        return outcomeText(outcome, action, t);
      } finally {
        void invalidate(queries, 'catalog');
      }
    },
  });
};

const outcomeText = ({ total, done, failed, ended }: Outcome, { kind }: BulkAction, t: Bulk['t']): string => {
  const left = total - done.length - failed.length;
  const parts = [t(`bulk.done.${kind}`, { count: done.length, total: formatCount(done.length) })];
  if (failed.length > 0) parts.push(t('bulk.failed', { total: formatCount(failed.length) }));
  if (ended !== null) parts.push(t('bulk.left', { total: formatCount(left) }));
  return parts.join(' ');
};
