import { createPerUser, newKey } from '../../api/keyed-attempts.ts';
import { useStore } from '../../lib/create-store.ts';
import { useAccount } from '../../shop/session/account.ts';
import { createDraftStore, type DraftState, type DraftStore } from './draft-store.ts';

const storeOf = createPerUser((username) =>
  createDraftStore(username, { storage: sessionStorage, newKey, now: Date.now }),
);

/** The user's draft on the charge screen, and its store. */
export const useChargeDraft = (): { draft: DraftState; store: DraftStore } => {
  const store = storeOf(useAccount().username);
  return { draft: useStore(store), store };
};

/** The draft as its form shows it: without the right to type prices there are only lines. */
export const useFormDraft = (isCatalogOnly: boolean): { draft: DraftState; store: DraftStore } => {
  const { draft, store } = useChargeDraft();
  return isCatalogOnly
    ? { draft: { ...draft, form: { ...draft.form, mode: 'lines' } }, store }
    : { draft, store };
};
