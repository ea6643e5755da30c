import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Terminal } from '../../shared/api/terminals.ts';
import { ApiError, whenOnlyAsked } from '../data/failure.ts';
import { syncInvoices, syncRegisters } from '../data/mutations.ts';
import { startWork } from './background-work.tsx';
import { withElapsed } from './elapsed.ts';

export type SyncKind = 'registers' | 'invoices';

export const syncId = (kind: SyncKind, terminal: number): string => `sync-${kind}-${terminal}`;

/** What a sync changes at most; events tell the rest. */
const STALE = ['terminals', 'cash-registers', 'system', 'jobs', 'invoices', 'stats'];

/** Asks the bank in the background; what came of it is told wherever one is by then. */
export const useSync = () => {
  const queries = useQueryClient();
  return (kind: SyncKind, { id, name }: Pick<Terminal, 'id' | 'name'>): void =>
    startWork({
      id: syncId(kind, id),
      title: i18next.t(`sync.${kind}Title`, { ns: 'terminals', name }),
      run: (signal, report) =>
        withElapsed(report, async () => {
          try {
            return await RUNS[kind](id, signal);
          } catch (error) {
            throw error instanceof ApiError ? new ApiError(whenOnlyAsked(error.failure)) : error;
          } finally {
            for (const key of STALE) void queries.invalidateQueries({ queryKey: [key] });
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
