import { type FetchQueryOptions, hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/** While the user types or turns pages quickly, nothing is prefetched. */
const PAUSE_MS = 100;

/** Cancels a prefetch, unless a screen has begun to observe it. */
const cancelUnwatched = (queries: QueryClient, { queryKey }: Pick<FetchQueryOptions, 'queryKey'>): void =>
  void queries.cancelQueries({ queryKey, exact: true, type: 'inactive', fetchStatus: 'fetching' });

export type PageQuery<Data, Key extends readonly unknown[]> = FetchQueryOptions<Data, Error, Data, Key>;

/**
 * Prefetches the next page of a list.
 * @param query of a page of the list
 * @param next undefined: there is none, or the shown page is not the requested one
 * @returns prefetches a page now
 */
export const usePrefetchPage = <Data, Key extends readonly unknown[]>(
  query: (page: number) => PageQuery<Data, Key>,
  next: number | undefined,
): ((page: number) => void) => {
  const queries = useQueryClient();
  const queryOf = useEffectEvent(query);
  const hash = next === undefined ? undefined : hashKey(query(next).queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, which `hash` identifies
  useEffect(() => {
    if (next === undefined) return;
    const prefetch = queryOf(next);
    const timer = setTimeout(() => void queries.prefetchQuery(prefetch), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      // Runs after the screen has begun to observe the page, so that it is not requested twice.
      queueMicrotask(() => cancelUnwatched(queries, prefetch));
    };
  }, [hash, queries]);
  return (page) => void queries.prefetchQuery(query(page));
};
