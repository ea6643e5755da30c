import { onlineManager, QueryClient } from '@tanstack/react-query';
import { failureOf } from '../data/failure.ts';
import { keys } from '../data/keys.ts';
import { sessionStore } from '../data/session.ts';
import { onUserChange } from '../session/user-change.ts';

/**
 * The service is on this computer, so that the network says nothing: what questions wait for is a session. While nobody
 * is signed in none is asked and none fails, so that a screen that is kept stays as it was; then they go on.
 */
const isSignedIn = (): boolean => sessionStore.get().session !== undefined;
onlineManager.setEventListener((tell) => sessionStore.subscribe(() => tell(isSignedIn())));
onlineManager.setOnline(isSignedIn());

/** Only what may be different the next second is asked again: the service says no twice the same way. */
const mayPass = (error: unknown, failures: number): boolean => {
  const { kind } = failureOf(error);
  return kind === 'session' || (kind === 'unreachable' && failures < 1);
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Events say what has changed; this only bounds what a lost event could do.
      staleTime: 10_000,
      retry: (failures, error) => mayPass(error, failures),
      retryDelay: 1000,
      networkMode: 'online',
    },
    // What is done is never done twice unasked.
    mutations: { retry: false, networkMode: 'always' },
  },
});

onUserChange(() => {
  queryClient.getMutationCache().clear();
  // Which shop this is belongs to nobody, and the sign-in shows it.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.shopState[0] });
});
