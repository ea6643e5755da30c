import i18next from 'i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { ApiError, asReadFailure } from '../../api/failure.ts';
import { useInvalidate } from '../../api/keys.ts';
import { syncInvoices, syncRegisters } from '../../api/mutations.ts';
import { startWork, withElapsed } from './background-work.tsx';

export type SyncKind = 'registers' | 'invoices';

export const syncId = (kind: SyncKind, terminal: number): string => `sync-${kind}-${terminal}`;

/** Syncs in the background and shows the result on any screen. */
export const useSync = () => {
  const invalidate = useInvalidate();
  return (kind: SyncKind, { id, name }: Pick<Terminal, 'id' | 'name'>): void =>
    startWork({
      id: syncId(kind, id),
      title: i18next.t(`sync.${kind}Title`, { ns: 'terminals', name }),
      run: (signal, report) =>
        withElapsed(report, async () => {
          try {
            return await RUNS[kind](id, signal);
          } catch (error) {
            throw error instanceof ApiError ? new ApiError(asReadFailure(error.failure)) : error;
          } finally {
            void invalidate('statement');
          }
        }),
    });
};

const RUNS: Record<SyncKind, (id: number, signal: AbortSignal) => Promise<string>> = {
  registers: async (id, signal) => {
    const { synced, merchant_name: merchant } = await syncRegisters(id, { signal });
    return i18next.t('sync.registersDone', { ns: 'terminals', count: synced, merchant });
  },
  invoices: async (id, signal) => {
    const { synced, created, updated } = await syncInvoices(id, { signal });
    return i18next.t('sync.invoicesDone', { ns: 'terminals', synced, created, updated });
  },
};
