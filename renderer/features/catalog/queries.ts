import { queryOptions } from '@tanstack/react-query';
import type { Category, Unit } from '../../../shared/api/catalog.ts';
import { CATALOG_PAGE_SIZES, type Page } from '../../../shared/api/pages.ts';
import { search } from '../../api/client.ts';
import { call } from '../../api/http.ts';
import { keyOf } from '../../api/keys.ts';

/** Bounds the loop in case the pages never end. */
const MAX_PAGES = 100;

export type Named = 'categories' | 'units';

/** Reads all pages: the list must fit into a select. */
const readAll = async <One>(name: Named, signal: AbortSignal): Promise<One[]> => {
  const all: One[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await call<Page<One>>(
      `catalog/${name}/${search({ page, page_size: CATALOG_PAGE_SIZES.max })}`,
      { signal },
    );
    all.push(...found.results);
    if (found.next === null) break;
  }
  return all;
};

export const categoriesQuery = queryOptions({
  queryKey: keyOf('catalog/categories/'),
  queryFn: ({ signal }) => readAll<Category>('categories', signal),
});

export const unitsQuery = queryOptions({
  queryKey: keyOf('catalog/units/'),
  queryFn: ({ signal }) => readAll<Unit>('units', signal),
});
