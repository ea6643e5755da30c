import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Event } from '../../../../shared/api/events.ts';
import { PAGE_SIZES } from '../../../../shared/api/pages.ts';
import type { RegisterState } from '../../../../shared/api/register-state.ts';
import { keyOf } from '../../../api/keys.ts';
import { useEvents } from '../../../api/live-provider.tsx';
import { invoiceQuery, openInvoicesQuery } from '../../../api/queries.ts';
import { registerStateQuery } from './queries.ts';

/** One change causes several events, which lead to one bank request. */
const BATCH_MS = 300;
/** A register whose request is running is requested again after the answer. */
const RETRY_MS = 1000;
const OPENED = new Set(['invoice.created', 'invoice.adopted']);
/** Up to this many new invoices are read one by one; more, by one list of open invoices. */
const MAX_SINGLE_READS = 3;
const NEWEST = { ordering: '-created_date', page_size: PAGE_SIZES.max };

/** The registers of new invoices: events do not name them, the local invoices do. */
const registersOf = async (queries: QueryClient, ids: readonly number[]): Promise<(number | null)[]> => {
  if (ids.length > MAX_SINGLE_READS) {
    const { results } = await queries.fetchQuery({ ...openInvoicesQuery(NEWEST), staleTime: 0 });
    return results.filter(({ id }) => ids.includes(id)).map(({ cash_register }) => cash_register);
  }
  const invoices = await Promise.allSettled(ids.map((id) => queries.fetchQuery(invoiceQuery(id))));
  return invoices.map((found) => (found.status === 'fulfilled' ? found.value.cash_register : null));
};

/** Refetches a register's state when one of its invoices changes; not in a hidden window. */
export const useLiveStates = (): void => {
  const queries = useQueryClient();
  const due = useRef(new Set<number>());
  const opened = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const schedule = (ms = BATCH_MS): void => {
    timer.current ??= setTimeout(flush, ms);
  };
  const refreshOpened = async (): Promise<void> => {
    const ids = [...opened.current];
    opened.current.clear();
    if (ids.length === 0) return;
    const registers = await registersOf(queries, ids).catch(() => []);
    for (const id of registers) if (id !== null) due.current.add(id);
    if (due.current.size > 0) schedule();
  };
  const flush = (): void => {
    timer.current = undefined;
    if (document.hidden) return;
    void refreshOpened();
    for (const id of due.current) {
      const { queryKey } = registerStateQuery(id);
      if (queries.isFetching({ queryKey }) > 0) continue;
      due.current.delete(id);
      void queries.invalidateQueries({ queryKey });
    }
    if (due.current.size > 0) schedule(RETRY_MS);
  };

  useEvents((event) => {
    const { invoice } = event;
    if (invoice === null || !event.type.startsWith('invoice.')) return;
    const states = queries.getQueriesData<RegisterState>({ queryKey: keyOf('cash-registers/{id}/state/') });
    for (const id of registersWith(states, event)) due.current.add(id);
    if (OPENED.has(event.type)) opened.current.add(invoice);
    if (due.current.size + opened.current.size > 0) schedule();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `flush` has no state of its own
  useEffect(() => {
    const onVisible = (): void => {
      if (!document.hidden && due.current.size + opened.current.size > 0) flush();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
};

const registersWith = (
  states: readonly (readonly [unknown, RegisterState | undefined])[],
  { invoice }: Event,
): number[] =>
  states.flatMap(([, state]) => (state?.invoice?.id === invoice && state ? [state.cash_register] : []));
