import { createStore, type Store } from '../lib/create-store.ts';

/**
 * What one user has read, typed and begun is nobody else's. Whatever keeps any of it beyond a screen registers here how
 * it is given up.
 */
const resets = new Set<() => void>();
let stay = new AbortController();

export const onUserChange = (reset: () => void): void => void resets.add(reset);

/** Aborted once the user of now has gone: what cannot be cut off any more keeps its outcome to itself then. */
export const whileUserStays = (): AbortSignal => stay.signal;

/** The user has gone, and nothing of theirs is on the screen any more. */
export const endUser = (): void => {
  stay.abort();
  stay = new AbortController();
  for (const reset of resets) reset();
};

/** A store that begins anew with each user. */
export const createUserStore = <State>(initial: State): Store<State> => {
  const store = createStore(initial);
  onUserChange(() => store.set(initial));
  return store;
};
