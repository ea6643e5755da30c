import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';
import type { Event } from '../../shared/api/events.ts';
import { resourcesAffectedBy } from './keys.ts';
import type { Resource } from './reads.ts';

/** A statement sync causes hundreds of events within a moment: they trigger one refetch. */
const BATCH_MS = 250;
/** The least pause between refetches, longer while events go on and when refetching itself is slow. */
const MIN_PAUSE_MS = 1000;
const MIN_PAUSE_BUSY_MS = 2000;
const MAX_PAUSE_MS = 5000;
const PAUSE_PER_READING = 2;

type Key = readonly unknown[];

/** The id of the one invoice that a query is about, which events of other invoices do not affect. */
const invoiceOf = ([resource, , params]: Key): unknown =>
  resource === 'invoices' ? (params as { id?: unknown } | undefined)?.id : undefined;

/** The resources that collected events affect, and the queries that were fetching at that time. */
const createPendingInvalidations = () => {
  const names = new Set<Resource>();
  const invoices = new Set<unknown>();
  const missed = new Set<string>();
  let isAnyInvoice = false;
  return {
    add: (event: Event): void => {
      const stale = resourcesAffectedBy(event);
      for (const name of stale) names.add(name);
      if (event.invoice !== null) invoices.add(event.invoice);
      else if (stale.includes('invoices')) isAnyInvoice = true;
    },
    addMissed: (query: Query): void => void missed.add(query.queryHash),
    has: ({ queryKey, queryHash }: Query): boolean => {
      if (missed.has(queryHash)) return true;
      const invoice = invoiceOf(queryKey);
      if (!names.has(queryKey[0] as Resource)) return false;
      return invoice === undefined || isAnyInvoice || invoices.has(invoice);
    },
    isEmpty: (): boolean => names.size === 0 && missed.size === 0,
  };
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Invalidator = Pick<QueryClient, 'invalidateQueries'>;
type RefetchOptions = Pick<InvalidateQueryFilters, 'refetchType'>;

interface ThrottleOptions {
  /** How long events are collected after the first one. */
  batchMs: number;
  minPauseMs: number;
  /** The same, from the second batch of a steady stream of events. */
  busyPauseMs: number;
  refetchOptions(): RefetchOptions;
}

/** Collects events and refetches the affected active queries, at most one batch at a time with a pause between. */
const createThrottledInvalidator = (
  queries: Invalidator,
  isHandled: (query: Query) => boolean,
  { batchMs, minPauseMs, busyPauseMs, refetchOptions }: ThrottleOptions,
) => {
  let pending = createPendingInvalidations();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  /** Whether the last pause ended with more to read. */
  let isBusy = false;
  let isStopped = false;

  const refetch = (): Promise<void> => {
    const due = pending;
    pending = createPendingInvalidations();
    // A running fetch is not cancelled, or a steady stream of events would starve it. Its result may predate the
    // events, so the query is fetched again in the next batch.
    const isAffected = (query: Query): boolean => {
      if (!isHandled(query) || !due.has(query)) return false;
      if (query.state.fetchStatus !== 'fetching') return true;
      pending.addMissed(query);
      return false;
    };
    return queries.invalidateQueries({ predicate: isAffected, ...refetchOptions() });
  };
  const schedule = (): void => {
    if (!isReading && !isStopped && !pending.isEmpty()) timer ??= setTimeout(() => void flush(), batchMs);
  };
  const flush = async (): Promise<void> => {
    isReading = true;
    const startedAt = Date.now();
    // A hanging answer does not block the others: its query is left out of the next batch.
    await Promise.race([refetch(), sleep(MAX_PAUSE_MS)]);
    const least = isBusy ? busyPauseMs : minPauseMs;
    const pause = Math.max(PAUSE_PER_READING * (Date.now() - startedAt), least);
    isReading = false;
    if (!isStopped) timer = setTimeout(endPause, Math.min(pause, MAX_PAUSE_MS));
  };
  const endPause = (): void => {
    timer = undefined;
    isBusy = !pending.isEmpty();
    schedule();
  };
  return {
    mark: (event: Event): void => {
      pending.add(event);
      schedule();
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** Keeps active queries as fresh as events require. @param isHidden whether the window is hidden */
export const createStaleMarker = (queries: Invalidator, isHidden: () => boolean) => {
  const isOfOne = ({ queryKey }: Query): boolean => invoiceOf(queryKey) !== undefined;
  const invalidators = [
    // One invoice has few events, and its payment screen and sound need them even in a hidden window: at once, as the
    // customer screen has them.
    createThrottledInvalidator(queries, isOfOne, {
      batchMs: 0,
      minPauseMs: 0,
      busyPauseMs: 0,
      refetchOptions: () => ({}),
    }),
    createThrottledInvalidator(queries, (query) => !isOfOne(query), {
      batchMs: BATCH_MS,
      minPauseMs: MIN_PAUSE_MS,
      busyPauseMs: MIN_PAUSE_BUSY_MS,
      // A hidden window only marks queries as stale: TanStack Query refetches them when it is shown again.
      refetchOptions: () => (isHidden() ? { refetchType: 'none' } : {}),
    }),
  ];
  return {
    mark: (event: Event): void => {
      for (const invalidator of invalidators) invalidator.mark(event);
    },
    stop: (): void => {
      for (const invalidator of invalidators) invalidator.stop();
    },
  };
};
