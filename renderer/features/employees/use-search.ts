import { useNavigate, useSearch } from '@tanstack/react-router';
import type { EmployeesSearch, Opened } from './search.ts';

interface Going {
  /** Instead of a step that Back goes through. */
  replace?: boolean;
  /** What was typed is stored: nobody need be asked about it. */
  isSaved?: boolean;
}

/** What the address says, and how it is changed. */
export const useEmployeesSearch = () => {
  const search = useSearch({ from: '/employees' });
  const navigate = useNavigate();
  const setSearch = (next: EmployeesSearch, { replace = false, isSaved = false }: Going = {}): void =>
    void navigate({ to: '/employees', search: next, replace, ignoreBlocker: isSaved, resetScroll: false });
  return { search, setSearch };
};

/** Opens something at the side, or closes what is open. */
export const useOpen = () => {
  const navigate = useNavigate();
  return (open: Opened | undefined, { isSaved = false }: Pick<Going, 'isSaved'> = {}): void =>
    void navigate({
      to: '/employees',
      search: (search) => ({ ...search, open }),
      ignoreBlocker: isSaved,
      resetScroll: false,
    });
};
