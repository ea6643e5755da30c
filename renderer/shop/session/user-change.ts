import { createStore, type Store } from '../../lib/create-store.ts';

/** Callbacks that drop one user's state. Every store that outlives a screen registers here. */
const resets = new Set<() => void>();
let stay = new AbortController();

export const onUserChange = (reset: () => void): void => void resets.add(reset);

/** Aborted when the user changes: work that can no longer be cancelled then reports nothing. */
export const whileUserStays = (): AbortSignal => stay.signal;

/** Call after the user's screens are unmounted. */
export const endUser = (): void => {
  stay.abort();
  stay = new AbortController();
  for (const reset of resets) reset();
};

/** A store that resets when the user changes. */
export const createUserStore = <State>(initial: State): Store<State> => {
  const store = createStore(initial);
  onUserChange(() => store.set(initial));
  return store;
};
