import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  IncomeBook,
  IncomeEntryPage,
  IncomeLimits,
  IncomeStates,
} from '../../shared/api/income-book.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { type Params, search } from './queries.ts';

/**
 * The income book. A book reads a year of payments, so it is read again every minute while it is shown, not at every
 * payment.
 */

const REREAD_MS = MINUTE_MS;
/** Today asks only whether a limit is near. */
const STATES_FRESH_MS = 10 * MINUTE_MS;

export const incomeStatesQuery = queryOptions({
  queryKey: keys.taxpayers,
  queryFn: ({ signal }) => call<IncomeStates>('income-book/taxpayers/', { signal }),
  staleTime: STATES_FRESH_MS,
});

/** @param params tax_number, year */
export const incomeBookQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.incomeBook(params),
    queryFn: ({ signal }) => call<IncomeBook>(`income-book/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  });

/** @param params tax_number, year, page, page_size */
export const incomeEntriesQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.incomeEntries(params),
    queryFn: ({ signal }) => call<IncomeEntryPage>(`income-book/entries/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const incomeLimitsQuery = queryOptions({
  queryKey: keys.incomeLimits,
  queryFn: ({ signal }) => call<IncomeLimits>('income-book/limits/', { signal }),
});
