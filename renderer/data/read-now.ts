import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { failureOf } from './failure.ts';

/**
 * Reads before something is done about it. It does not wait for a sign-in as what is only shown does: whoever pressed
 * and comes back presses again, and nothing is written meanwhile unasked.
 * @throws ApiError
 */
export const readNow = <Data, Key extends readonly unknown[]>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> =>
  queries.fetchQuery({
    ...query,
    staleTime: 0,
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && failureOf(error).kind === 'unreachable',
  });
