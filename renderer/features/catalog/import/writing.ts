import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ProductImport } from '../../../../shared/api/catalog-files.ts';
import { ApiError, type Failure, failureOf } from '../../../api/failure.ts';
import { invalidate, type Params } from '../../../api/keys.ts';
import { formatCount } from '../../../lib/count.ts';
import type { TableFile } from '../../../lib/table-file.ts';
import { createUserStore, whileUserStays } from '../../../shop/session/user-change.ts';
import { startWork } from '../../../shop/tasks/background-work.tsx';
import { importProducts, type Progress } from './command.ts';

const IMPORT_WORK = 'products-import';

/** The state of the last import; it continues across screens. */
export type Writing =
  | { state: 'under-way'; file: TableFile; progress: Progress | undefined }
  | { state: 'done'; file: TableFile; result: ProductImport }
  | { state: 'failed'; file: TableFile; failure: Failure }
  /** Cancelled before it began to write. */
  | { state: 'stopped'; file: TableFile };

export const writingStore = createUserStore<Writing | undefined>(undefined);

interface Write {
  file: TableFile;
  /** The preview's parameters with its digest. */
  params: Params;
  queries: QueryClient;
  t: TFunction<'catalog'>;
}

export const startWriting = ({ file, params, queries, t }: Write): void => {
  let isWriting = false;
  const user = whileUserStays();
  const update = (next: Writing): void => {
    if (!user.aborted) writingStore.set(next);
  };
  /** Aborts only until it writes; afterwards an abort would leave the outcome unknown. */
  const untilWriting = (signal: AbortSignal): AbortSignal => {
    const stop = new AbortController();
    signal.addEventListener('abort', () => {
      if (!isWriting) stop.abort(signal.reason);
    });
    return stop.signal;
  };
  update({ state: 'under-way', file, progress: undefined });
  startWork({
    id: IMPORT_WORK,
    title: t('import.work', { name: file.name }),
    run: async (signal, report) => {
      try {
        const result = await importProducts(file.bytes, params, {
          signal: untilWriting(signal),
          onProgress: (progress) => {
            if (progress.phase === 'writing') isWriting = true;
            update({ state: 'under-way', file, progress });
            report(progressText(progress, t));
          },
        });
        update({ state: 'done', file, result });
        return doneText(result, t);
      } catch (error) {
        update(
          error instanceof ApiError || !signal.aborted
            ? { state: 'failed', file, failure: failureOf(error) }
            : { state: 'stopped', file },
        );
        throw error;
      } finally {
        void invalidate(queries, 'catalog');
      }
    },
  });
};

export const progressText = ({ phase, done, total }: Progress, t: TFunction<'catalog'>): string => {
  const parts = { done: formatCount(done), total: formatCount(total ?? 0) };
  return `${t(`import.phase.${phase}`)} ${t(total === null ? 'import.doneSoFar' : 'bulk.progress', parts)}`;
};

export const doneText = ({ counts }: ProductImport, t: TFunction<'catalog'>): string =>
  t('import.done.text', {
    created: formatCount(counts.new),
    changed: formatCount(counts.changed),
    unchanged: formatCount(counts.unchanged),
  });
