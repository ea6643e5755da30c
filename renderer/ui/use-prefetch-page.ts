import { type FetchQueryOptions, hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/** Who goes on typing, or turns pages faster than they are drawn, is not to have what nobody looks at read for them. */
const PAUSE_MS = 100;

/** What is looked at meanwhile goes on being read, whoever asked for it first. */
const cancelUnwatched = (queries: QueryClient, { queryKey }: Pick<FetchQueryOptions, 'queryKey'>): void =>
  void queries.cancelQueries({ queryKey, exact: true, type: 'inactive', fetchStatus: 'fetching' });

export type PageQuery<Data, Key extends readonly unknown[]> = FetchQueryOptions<Data, Error, Data, Key>;

/**
 * The page that will be turned to next is read while this one is looked at.
 * @param query of a page of the list
 * @param next undefined: there is none, or the page that is shown is not the one that was asked for
 * @returns has a page read now: somebody is about to turn to it
 */
export const usePrefetchPage = <Data, Key extends readonly unknown[]>(
  query: (page: number) => PageQuery<Data, Key>,
  next: number | undefined,
): ((page: number) => void) => {
  const queries = useQueryClient();
  const queryOf = useEffectEvent(query);
  const hash = next === undefined ? undefined : hashKey(query(next).queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page, which `hash` tells from any other
  useEffect(() => {
    if (next === undefined) return;
    const prefetch = queryOf(next);
    const timer = setTimeout(() => void queries.prefetchQuery(prefetch), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      // Only after the screen has begun to look at it: a page that was turned to is not asked for twice.
      queueMicrotask(() => cancelUnwatched(queries, prefetch));
    };
  }, [hash, queries]);
  return (page) => void queries.prefetchQuery(query(page));
};
