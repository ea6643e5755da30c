import { useQuery } from '@tanstack/react-query';
import { invoicesQuery } from '../../api/queries.ts';
import { useListSearch } from '../../kit/use-list.ts';
import { usePreferences } from '../../kit/use-preferences.ts';
import { invoicesSearch } from '../../lib/invoice-search.ts';
import { useFilterParams } from './use-filter-params.ts';

interface Neighbours {
  /** Ids of invoices; undefined at the end of the page. */
  previous: number | undefined;
  next: number | undefined;
}

/** The rows above and below an invoice on the shown page of the list. */
export const useNeighbours = (id: number | undefined): Neighbours => {
  const { search } = useListSearch(invoicesSearch);
  const { pageSize } = usePreferences();
  const page = { page: search.page ?? 1, page_size: pageSize };
  const { data } = useQuery(invoicesQuery({ ...useFilterParams(search), ...page }));
  const ids = (data?.results ?? []).map((invoice): number | undefined => invoice.id);
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at === -1 ? { previous: undefined, next: undefined } : { previous: ids[at - 1], next: ids[at + 1] };
};
