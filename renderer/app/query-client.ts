import { onlineManager, QueryClient } from '@tanstack/react-query';
import { failureOf } from '../api/failure.ts';
import { shopStateQuery } from '../api/program-queries.ts';
import { sessionStore } from '../api/session.ts';
import { onUserChange } from '../shop/session/user-change.ts';

/**
 * The service runs on this computer, so the network says nothing about its state: TanStack Query's "online" means
 * "signed in" here. While signed out, queries pause instead of failing, and a kept screen stays as it was.
 */
const isSignedIn = (): boolean => sessionStore.get().session !== undefined;
onlineManager.setEventListener((setOnline) => sessionStore.subscribe(() => setOnline(isSignedIn())));
onlineManager.setOnline(isSignedIn());

/** Retries only failures that may pass: the service answers a refusal the same way each time. */
const isTransient = (error: unknown, failures: number): boolean => {
  const { kind } = failureOf(error);
  return kind === 'session' || (kind === 'unreachable' && failures < 1);
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Events invalidate queries; this bounds the effect of a lost event.
      staleTime: 10_000,
      retry: (failures, error) => isTransient(error, failures),
      retryDelay: 1000,
      networkMode: 'online',
    },
  },
});

onUserChange(() => {
  // The shop's state belongs to no user, and the sign-in shows it.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== shopStateQuery.queryKey[0] });
});
