import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { failureOf } from './failure.ts';

/**
 * Reads fresh data before an action. Unlike other queries it fails instead of waiting for a sign-in, so that nothing is
 * written later without the user's intent.
 * @throws ApiError
 */
export const readNow = <Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> =>
  queries.fetchQuery({
    ...query,
    staleTime: 0,
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && failureOf(error).kind === 'unreachable',
  });
