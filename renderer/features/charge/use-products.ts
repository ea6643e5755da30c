import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Product } from '../../../shared/api/catalog.ts';
import { productsQuery } from '../../data/queries.ts';
import { readNow } from '../../data/read-now.ts';
import { bestFirst } from './choices.ts';

/** Longer than between two keystrokes, so that not every letter is a search. */
const PAUSE_MS = 200;
const SHOWN = 20;

const queryOf = (text: string) =>
  productsQuery({ search: text.trim(), is_archived: false, page_size: SHOWN, ordering: 'name' });

/** Searches products while typing; a late answer to an earlier text is never offered. */
export const useProducts = (text: string) => {
  const queries = useQueryClient();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(queryOf(settled));
  const isCurrent = settled === text && data !== undefined && !isPlaceholderData;
  return {
    products: data && !error ? bestFirst(data.results, settled) : [],
    count: data?.count ?? 0,
    /** Whether `products` match the current text. */
    isCurrent,
    isFetching: isFetching || settled !== text,
    error: data && isCurrent ? null : error,
    retry: () => void refetch(),
    /** The best match for the current text: a scanner sends Enter before a list can be loaded. */
    find: async (): Promise<Product | undefined> => {
      const page = await readNow(queries, queryOf(text));
      return bestFirst(page.results, text)[0];
    },
  };
};
