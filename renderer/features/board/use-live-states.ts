import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Event } from '../../../shared/api/events.ts';
import type { RegisterState } from '../../../shared/api/register-state.ts';
import { invoiceQuery } from '../../api/queries.ts';
import { useEvents } from '../../app/live.tsx';
import { REGISTER_STATES, registerStateQuery } from './queries.ts';

/** What happens to one invoice tells itself in several events: the bank is asked once. */
const GATHER_MS = 300;
const OPENED = new Set(['invoice.created', 'invoice.adopted']);

/** Has the bank asked anew about a register when something happens to an invoice on it; not while nobody looks. */
export const useLiveStates = (): void => {
  const queries = useQueryClient();
  const due = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = (): void => {
    timer.current = undefined;
    if (document.hidden) return;
    for (const id of due.current)
      void queries.invalidateQueries({ queryKey: registerStateQuery(id).queryKey });
    due.current.clear();
  };
  const ask = (id: number): void => {
    due.current.add(id);
    timer.current ??= setTimeout(flush, GATHER_MS);
  };

  useEvents((event) => {
    const { invoice } = event;
    if (invoice === null || !event.type.startsWith('invoice.')) return;
    for (const id of registersWith(
      queries.getQueriesData<RegisterState>({ queryKey: [REGISTER_STATES] }),
      event,
    ))
      ask(id);
    if (!OPENED.has(event.type)) return;
    // The event does not say which register it was put on; the invoice, which is here, does.
    void queries
      .fetchQuery(invoiceQuery(invoice))
      .then(({ cash_register: register }) => register !== null && ask(register))
      .catch(() => undefined);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `flush` has no state of its own
  useEffect(() => {
    const onVisible = (): void => {
      if (!document.hidden && due.current.size > 0) flush();
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
