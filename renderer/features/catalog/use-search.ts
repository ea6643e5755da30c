import { useParams } from '@tanstack/react-router';
import { useListSearch } from '../../kit/use-list.ts';
import { catalogSearch, PARTS, type Part } from './search.ts';

/** undefined: no such part. */
export const usePart = (): Part | undefined => {
  const { part } = useParams({ from: '/catalog/$part' });
  return PARTS.find((known) => known === part);
};

export const useCatalogSearch = () => useListSearch(catalogSearch);
