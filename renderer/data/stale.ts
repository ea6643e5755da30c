import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';
import type { Event } from '../../shared/api/events.ts';
import { keys, type Resource, resourcesAffectedBy } from './keys.ts';

/** A sync of the statement tells of hundreds of invoices in a moment: what is shown is read anew once. */
const GATHER_MS = 250;
/** While events go on, what is shown is read anew at most so often; seldomer, where reading itself takes long. */
const LEAST_PAUSE_MS = 750;
const MOST_PAUSE_MS = 5000;
const PAUSE_PER_READING = 2;

type Key = readonly unknown[];

/** `['invoices', 'one', 7]`: of one invoice, which events of others do not touch. */
const invoiceOf = ([name, kind, id]: Key): unknown =>
  name === 'invoices' && OF_ONE.has(kind) ? id : undefined;
const OF_ONE = new Set<unknown>(
  [keys.invoice(0), keys.invoiceHistory(0), keys.invoiceRefunds(0)].map(([, kind]) => kind),
);

/** What gathered events touch, and what was being read just then. */
const createTouched = () => {
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

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Invalidates = Pick<QueryClient, 'invalidateQueries'>;
type Stale = Pick<InvalidateQueryFilters, 'refetchType'>;

/**
 * Gathers events, and then has what they touch read anew where it is shown: once, and not again before that is there
 * and a pause has passed, however many events there are meanwhile.
 */
const createGatherer = (
  queries: Invalidates,
  isItsOwn: (query: Query) => boolean,
  { leastPause, how }: { leastPause: number; how(): Stale },
) => {
  let touched = createTouched();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStopped = false;

  const readAnew = (): Promise<void> => {
    const due = touched;
    touched = createTouched();
    // What is being read now is not thrown away, else nothing would ever arrive while there are events; but it may be
    // from before them, and so is read once more the next time.
    const isDue = (query: Query): boolean => {
      if (!isItsOwn(query) || !due.has(query)) return false;
      if (query.state.fetchStatus !== 'fetching') return true;
      touched.addMissed(query);
      return false;
    };
    return queries.invalidateQueries({ predicate: isDue, ...how() });
  };
  const schedule = (): void => {
    if (!isReading && !isStopped && !touched.isEmpty()) timer ??= setTimeout(() => void flush(), GATHER_MS);
  };
  const flush = async (): Promise<void> => {
    isReading = true;
    const startedAt = Date.now();
    // One answer that does not come holds up nothing else: what is still being read is left alone the next time.
    await Promise.race([readAnew(), rest(MOST_PAUSE_MS)]);
    const pause = Math.max(PAUSE_PER_READING * (Date.now() - startedAt), leastPause);
    isReading = false;
    if (!isStopped) timer = setTimeout(endPause, Math.min(pause, MOST_PAUSE_MS));
  };
  const endPause = (): void => {
    timer = undefined;
    schedule();
  };
  return {
    mark: (event: Event): void => {
      touched.add(event);
      schedule();
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/**
 * Keeps what is shown as fresh as events say it is.
 * @param isHidden whether nobody can see the window
 */
export const createStaleMarker = (queries: Invalidates, isHidden: () => boolean) => {
  const isOfOne = ({ queryKey }: Query): boolean => invoiceOf(queryKey) !== undefined;
  const gatherers = [
    // One invoice has few events, and whoever has its payment open waits for them, by the sound behind another window.
    createGatherer(queries, isOfOne, { leastPause: 0, how: () => ({}) }),
    createGatherer(queries, (query) => !isOfOne(query), {
      leastPause: LEAST_PAUSE_MS,
      // While nobody looks it is only marked: TanStack Query reads what is stale when the window is seen again.
      how: () => (isHidden() ? { refetchType: 'none' } : {}),
    }),
  ];
  return {
    mark: (event: Event): void => {
      for (const gatherer of gatherers) gatherer.mark(event);
    },
    stop: (): void => {
      for (const gatherer of gatherers) gatherer.stop();
    },
  };
};
