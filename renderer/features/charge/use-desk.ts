import { useSyncExternalStore } from 'react';
import { useAccount } from '../../app/use-account.ts';
import { createDeskStore, type DeskState, type DeskStore } from './desk-store.ts';

const stores = new Map<string, DeskStore>();

const storeOf = (username: string): DeskStore => {
  let store = stores.get(username);
  if (!store) {
    store = createDeskStore(username, {
      storage: sessionStorage,
      newKey: () => crypto.randomUUID(),
      now: Date.now,
    });
    stores.set(username, store);
  }
  return store;
};

/** What this user has on the charge screen, and what changes it. */
export const useDesk = (): { desk: DeskState; store: DeskStore } => {
  const store = storeOf(useAccount().username);
  return { desk: useSyncExternalStore(store.subscribe, store.get), store };
};
