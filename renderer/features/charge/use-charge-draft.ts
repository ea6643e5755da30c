import { createPerUser, newKey } from '../../data/keyed-attempts.ts';
import { useStore } from '../../lib/create-store.ts';
import { useAccount } from '../../session/account.ts';
import { createDraftStore, type DraftState, type DraftStore } from './draft-store.ts';

const storeOf = createPerUser((username) =>
  createDraftStore(username, { storage: sessionStorage, newKey, now: Date.now }),
);

/** The user's draft on the charge screen, and its store. */
export const useChargeDraft = (): { draft: DraftState; store: DraftStore } => {
  const store = storeOf(useAccount().username);
  return { draft: useStore(store), store };
};
