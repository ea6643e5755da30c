import { type SearchChange, useListSearch } from '../../ui/use-list.ts';
import { employeesSearch, type Opened } from './search.ts';

/** Opens something at the side, or closes what is open. */
export const useOpen = () => {
  const { changeSearch } = useListSearch(employeesSearch);
  return (open: Opened | undefined, options?: SearchChange): void => changeSearch({ open }, options);
};
