import { useMemo } from 'react';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { Params } from '../../api/keys.ts';
import { useNow } from '../../kit/use-now.ts';
import type { InvoicesSearch } from '../../lib/invoice-search.ts';
import { dayOf } from '../../lib/zone.ts';
import { useDates } from '../../shop/use-dates.ts';
import { filterParams } from './api-params.ts';

/** The filters as the interface takes them; "today" changes at the shop's midnight. */
export const useFilterParams = (search: InvoicesSearch): Params => {
  const { timeZone } = useDates();
  const now = useNow(MINUTE_MS);
  const today = dayOf(now, timeZone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the day of `now` matters
  return useMemo(() => filterParams(search, timeZone, now), [search, timeZone, today]);
};
