import { QueryClient } from '@tanstack/react-query';
import { failureOf } from '../data/failure.ts';
import { shopStateQuery } from '../data/program-queries.ts';
import { onUserChange } from '../session/user-change.ts';

/** Only what may be different the next second is asked again: the service says no twice the same way. */
const mayPass = (error: unknown): boolean => failureOf(error).kind === 'unreachable';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Events say what has changed; this only bounds what a lost event could do.
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && mayPass(error),
      retryDelay: 1000,
      // The service is on this computer: a browser that thinks it is offline is wrong about it.
      networkMode: 'always',
    },
    // What is done is never done twice unasked.
    mutations: { retry: false, networkMode: 'always' },
  },
});

onUserChange(() => {
  queryClient.getMutationCache().clear();
  // Which shop this is belongs to nobody, and the sign-in shows it.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== shopStateQuery.queryKey[0] });
});
