import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Category, Product, Unit } from '../../../shared/api/catalog.ts';
import { CATALOG_PAGE_SIZES, type Page } from '../../../shared/api/pages.ts';
import { call } from '../../data/http.ts';
import { search } from '../../data/queries.ts';

/** An end, should the pages have none. */
const MOST_PAGES = 100;

export type Named = 'categories' | 'units';

/** All of them, page by page: there are as many as fit into a list to choose from. */
const readAll = async <One>(name: Named, signal: AbortSignal): Promise<One[]> => {
  const all: One[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const found = await call<Page<One>>(
      `catalog/${name}/${search({ page, page_size: CATALOG_PAGE_SIZES.max })}`,
      {
        signal,
      },
    );
    all.push(...found.results);
    if (found.next === null) break;
  }
  return all;
};

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => readAll<Category>('categories', signal),
});

export const unitsQuery = queryOptions({
  queryKey: ['units'],
  queryFn: ({ signal }) => readAll<Unit>('units', signal),
});

export const productQuery = (id: number) =>
  queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: ({ signal }) => call<Product>(`catalog/products/${id}/`, { signal }),
  });

/** What the catalog's screens and the search of Charge have read is read anew. */
export const staleCatalog = async (queries: QueryClient): Promise<void> => {
  await Promise.all(
    ['products', 'categories', 'units'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  );
};

export const useStaleCatalog = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return () => staleCatalog(queries);
};
