import {
  type FetchQueryOptions,
  hashKey,
  type QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo } from 'react';
import * as v from 'valibot';
import type { Page } from '../../shared/api/pages.ts';
import { failureOf } from '../api/failure.ts';
import { usePreferences } from '../lib/preferences.ts';

/** While the user types or turns pages quickly, nothing is prefetched. */
const PAUSE_MS = 100;

/** Cancels a prefetch, unless a screen has begun to observe it. */
const cancelUnwatched = (queries: QueryClient, { queryKey }: Pick<FetchQueryOptions, 'queryKey'>): void =>
  void queries.cancelQueries({ queryKey, exact: true, type: 'inactive', fetchStatus: 'fetching' });

type PageQuery<Data, Key extends QueryKey> = FetchQueryOptions<Data, Error, Data, Key>;

/**
 * Prefetches the next page of a list.
 * @param query of a page of the list
 * @param next undefined: there is none, or the shown page is not the requested one
 * @returns prefetches a page now
 */
const usePrefetchPage = <Data, Key extends QueryKey>(
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

export interface SearchChange {
  /** Replaces the history entry. */
  replace?: boolean;
  /** The input is saved: leaving asks no question. */
  isSaved?: boolean;
}

/** The validated search parameters and their setters. */
export const useListSearch = <const Schema extends v.GenericSchema<unknown, object>>(schema: Schema) => {
  const given = useSearch({ strict: false });
  const search: v.InferOutput<Schema> = useMemo(() => v.parse(schema, given), [schema, given]);
  const navigate = useNavigate();
  const go =
    <Next>(merge: (before: object, next: Next) => object) =>
    (next: Next, { replace = false, isSaved = false }: SearchChange = {}): void =>
      void navigate({
        to: '.',
        search: (before: object) => merge(before, next),
        replace,
        ignoreBlocker: isSaved,
        resetScroll: false,
      });
  return {
    search,
    setSearch: go<v.InferOutput<Schema>>((_before, next) => next),
    /** Changes some parameters and keeps the rest. */
    changeSearch: go<Partial<v.InferOutput<Schema>>>((before, next) => ({ ...before, ...next })),
  };
};

interface ListOptions<Data, Key extends QueryKey> {
  page: number | undefined;
  query(page: { page: number; page_size: number }): PageQuery<Data, Key>;
  changeSearch(next: { page: number | undefined }, options?: SearchChange): void;
}

/** One page of a list; prefetches the next one, and replaces a page that no longer exists by the last. */
export const useList = <Data extends Page<unknown>, Key extends QueryKey>({
  page = 1,
  query,
  changeSearch,
}: ListOptions<Data, Key>) => {
  const { pageSize } = usePreferences();
  const queries = useQueryClient();
  const pageQuery = (of: number) => query({ page: of, page_size: pageSize });
  const list = useQuery(pageQuery(page));
  const hasNext = !list.isPlaceholderData && typeof list.data?.next === 'string';
  const onPrefetch = usePrefetchPage(pageQuery, hasNext ? page + 1 : undefined);
  const onPage = (to: number, options?: SearchChange): void =>
    changeSearch({ page: to === 1 ? undefined : to }, options);

  const isPast = page > 1 && list.error !== null && failureOf(list.error).kind === 'missing';
  const goToLast = useEffectEvent(async (isCurrent: () => boolean): Promise<void> => {
    // If this fails, the list shows the failure when it reads its first page.
    const count = await queries.fetchQuery(pageQuery(1)).then(
      (first) => first.count,
      () => 0,
    );
    if (isCurrent()) onPage(Math.max(1, Math.ceil(count / pageSize)), { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is not there
  useEffect(() => {
    let isCurrent = true;
    if (isPast) void goToLast(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [isPast, page, pageSize]);
  return { ...list, error: isPast ? null : list.error, page, pageSize, onPage, onPrefetch };
};
