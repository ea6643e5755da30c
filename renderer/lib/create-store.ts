import { useSyncExternalStore } from 'react';

export interface ReadStore<State> {
  get(): State;
  /** Calls back at each change; gives what ends it. */
  subscribe(listener: () => void): () => void;
}

export interface Store<State> extends ReadStore<State> {
  set(next: State): void;
}

/** State that outlives a screen: a field has what was typed into it in the same breath, which a query cannot do. */
export const createStore = <State>(initial: State): Store<State> => {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
};

export const useStore = <State>(store: ReadStore<State>): State =>
  useSyncExternalStore(store.subscribe, store.get);
