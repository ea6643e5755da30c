import { useSyncExternalStore } from 'react';

export interface ReadStore<State> {
  get(): State;
  /** Subscribes to changes and returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface Store<State> extends ReadStore<State> {
  set(next: State): void;
}

/** State that outlives a screen. It updates synchronously, as controlled fields need; a query does not. */
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
