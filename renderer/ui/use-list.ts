import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo } from 'react';
import * as v from 'valibot';
import type { Page } from '../../shared/api/pages.ts';
import { failureOf } from '../data/failure.ts';
import { usePreferences } from './use-preferences.ts';
import { type PageQuery, usePrefetchPage } from './use-prefetch-page.ts';

export interface SearchChange {
  /** Instead of a step that Back goes through. */
  replace?: boolean;
  /** What was typed is stored: leaving it asks no question. */
  isSaved?: boolean;
}

/** The search parameters of the address, checked by a schema that drops what is wrong, and the way to change them. */
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
    /** Changes some of it, and leaves the rest. */
    changeSearch: go<Partial<v.InferOutput<Schema>>>((before, next) => ({ ...before, ...next })),
  };
};

interface ListOptions<Data, Key extends readonly unknown[]> {
  page: number | undefined;
  query(page: { page: number; page_size: number }): PageQuery<Data, Key>;
  changeSearch(next: { page: number | undefined }, options?: SearchChange): void;
}

/** One page of a list; the next one is read ahead, and a page that is no longer there gives way to the last one. */
export const useList = <Data extends Page<unknown>, Key extends readonly unknown[]>({
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
    // Where it cannot be read at all, the list says so when it reads its first page.
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
