import { useParams } from '@tanstack/react-router';
import { type SearchChange, useListSearch } from '../../ui/use-list.ts';
import { catalogSearch, type Opened, PARTS, type Part } from './search.ts';

/** undefined: there is no such part. */
export const usePart = (): Part | undefined => {
  const { part } = useParams({ from: '/catalog/$part' });
  return PARTS.find((known) => known === part);
};

export const useCatalogSearch = () => useListSearch(catalogSearch);

/** Opens a product at the side, or closes what is open. */
export const useOpen = () => {
  const { changeSearch } = useCatalogSearch();
  return (open: Opened | undefined, options?: SearchChange): void => changeSearch({ open }, options);
};
