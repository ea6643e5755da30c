import { queryOptions } from '@tanstack/react-query';
import type { AccountMonth } from '../../shared/api/month.ts';
import type { Reconciliation } from '../../shared/api/reconciliation.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { type Params, search } from './queries.ts';

/** @param params month (YYYY-MM), tax_number */
export const monthQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.month(params),
    queryFn: ({ signal }) => call<AccountMonth>(`stats/month/${search(params)}`, { signal }),
  });

/** The bank needs a while for a month of a busy shop, and each terminal has its own statement. */
const TIMEOUT_MS = 300_000;

/** The month beside the bank's statement. Read once: it waits for the bank. */
export const monthBooksQuery = ({ from, to }: Pick<AccountMonth, 'from' | 'to'>) =>
  queryOptions({
    queryKey: keys.monthBooks(from, to),
    queryFn: ({ signal }) =>
      call<Reconciliation>(`reconciliation/${search({ from, to })}`, {
        ...{ method: 'POST', signal, timeoutMs: TIMEOUT_MS },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
