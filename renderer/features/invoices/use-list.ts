import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { MINUTE_MS } from '../../../shared/time.ts';
import { invoicesQuery, type Params } from '../../data/queries.ts';
import type { InvoicesSearch } from '../../lib/invoice-search.ts';
import { dayOf } from '../../lib/zone.ts';
import { useAhead } from '../../ui/use-ahead.ts';
import { useDates } from '../../ui/use-dates.ts';
import { useNow } from '../../ui/use-now.ts';
import { usePreferences } from '../../ui/use-preferences.ts';
import { filterParams, pageParams } from './api-params.ts';

interface SearchChange {
  /** Instead of a step that Back goes through. */
  replace?: boolean;
}

/** What the address says, and how it is changed; an open invoice stays open. */
export const useInvoicesSearch = () => {
  const search = useSearch({ from: '/invoices' });
  const navigate = useNavigate();
  const setSearch = (next: InvoicesSearch, { replace = false }: SearchChange = {}): void =>
    void navigate({ to: '.', search: next, replace, resetScroll: false });
  return [search, setSearch] as const;
};

/** The filters as the interface takes them; "today" becomes another day at the shop's midnight. */
const useFilterParams = (search: InvoicesSearch): Params => {
  const { timeZone } = useDates();
  const now = useNow(MINUTE_MS);
  const today = dayOf(now, timeZone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of `now` only the day matters
  return useMemo(() => filterParams(search, timeZone, now), [search, timeZone, today]);
};

export const useInvoiceList = (search: InvoicesSearch) => {
  const { pageSize } = usePreferences();
  const filters = useFilterParams(search);
  const { page = 1 } = search;
  const pageQuery = (of: number) => invoicesQuery(pageParams(filters, of, pageSize));
  const list = useQuery(pageQuery(page));
  const hasNext = !list.isPlaceholderData && typeof list.data?.next === 'string';
  const onAhead = useAhead(pageQuery, hasNext ? page + 1 : undefined);
  return { ...list, filters, page, pageSize, onAhead };
};
