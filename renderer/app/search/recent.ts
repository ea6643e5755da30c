import { createUserStore } from '../../shop/session/user-change.ts';
import { ENTRIES, type EntryName, entriesOf } from './entries.ts';
import type { Item, Searching } from './find.ts';

/** What the user opened last, the newest first; another user begins without. */
const recentStore = createUserStore<readonly Item[]>([]);
const MAX = 5;
/** Shown before anything is typed. */
const USUAL: readonly EntryName[] = ['newSale', 'closeDay', 'refund', 'addProduct', 'shift', 'guide'];

export const remember = (item: Item): void => {
  const others = recentStore.get().filter(({ id }) => id !== item.id);
  recentStore.set([item, ...others].slice(0, MAX));
};

export const recentItems = (searching: Searching): Item[] => {
  const open = new Set<string>(entriesOf(searching));
  // What has been switched off since is not offered.
  const recent = recentStore.get().filter(({ id }) => !(id in ENTRIES) || open.has(id));
  const usual = USUAL.filter((name) => open.has(name) && recent.every(({ id }) => id !== name))
    .slice(0, MAX)
    .map((name): Item => {
      const { group, target, shown } = ENTRIES[name];
      return { id: name, group, title: { entry: name }, ...(shown ? { shown } : {}), target, score: 1 };
    });
  return [...recent, ...usual];
};
