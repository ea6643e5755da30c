import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Product } from '../../../shared/api/catalog.ts';
import { productsQuery } from '../../data/queries.ts';
import { readNow } from '../../data/read-now.ts';
import { bestFirst } from './choices.ts';

/** Longer than between two letters of who types, and each letter is not a search of its own. */
const PAUSE_MS = 200;
const SHOWN = 20;

const queryOf = (text: string) =>
  productsQuery({ search: text.trim(), is_archived: false, page_size: SHOWN, ordering: 'name' });

/** Products as one types: an answer that comes late to a text that is no longer there is never offered. */
export const useProducts = (text: string) => {
  const queries = useQueryClient();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(queryOf(settled));
  const isCurrent = settled === text && data !== undefined && !isPlaceholderData;
  return {
    products: data && !error ? bestFirst(data.results, settled) : [],
    count: data?.count ?? 0,
    /** Whether `products` are those of what is typed right now. */
    isCurrent,
    isFetching: isFetching || settled !== text,
    error: data && isCurrent ? null : error,
    retry: () => void refetch(),
    /** The best one for what is typed, now: a scanner sends Enter before any list could be there. */
    find: async (): Promise<Product | undefined> => {
      const page = await readNow(queries, queryOf(text));
      return bestFirst(page.results, text)[0];
    },
  };
};
