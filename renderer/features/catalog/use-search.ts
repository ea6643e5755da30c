import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type CatalogSearch, type Opened, PARTS, type Part } from './search.ts';

interface Going {
  /** Instead of a step that Back goes through. */
  replace?: boolean;
  /** What was typed is stored: nobody need be asked about it. */
  isSaved?: boolean;
}

/** undefined: there is no such part. */
export const usePart = (): Part | undefined => {
  const { part } = useParams({ from: '/catalog/$part' });
  return PARTS.find((known) => known === part);
};

/** What the address says, and how it is changed. */
export const useCatalogSearch = () => {
  const search = useSearch({ from: '/catalog/$part' });
  const navigate = useNavigate({ from: '/catalog/$part' });
  const setSearch = (next: CatalogSearch, { replace = false, isSaved = false }: Going = {}): void =>
    void navigate({ to: '.', search: next, replace, ignoreBlocker: isSaved, resetScroll: false });
  return { search, setSearch };
};

/** Opens a product at the side, or closes what is open. */
export const useOpen = () => {
  const navigate = useNavigate({ from: '/catalog/$part' });
  return (open: Opened | undefined, { isSaved = false }: Pick<Going, 'isSaved'> = {}): void =>
    void navigate({
      to: '.',
      search: (search: CatalogSearch) => ({ ...search, open }),
      ignoreBlocker: isSaved,
      resetScroll: false,
    });
};
