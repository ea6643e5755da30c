import { createPerUser, newKey } from '../../data/keyed-attempts.ts';
import { useStore } from '../../lib/create-store.ts';
import { useAccount } from '../../session/account.ts';
import { createDeskStore, type DeskState, type DeskStore } from './draft-store.ts';

const storeOf = createPerUser((username) =>
  createDeskStore(username, { storage: sessionStorage, newKey, now: Date.now }),
);

/** What this user has on the charge screen, and what changes it. */
export const useDesk = (): { desk: DeskState; store: DeskStore } => {
  const store = storeOf(useAccount().username);
  return { desk: useStore(store), store };
};
