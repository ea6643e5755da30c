import { useStore } from '../lib/create-store.ts';
import { createUserStore } from './user-change.ts';

const drafts = createUserStore<Readonly<Record<string, string>>>({});

/** What was typed and not saved yet, by name: kept while one looks at another place. */
export const draftStore = {
  get: (name: string): string | undefined => drafts.get()[name],
  subscribe: drafts.subscribe,
  /** @param typed undefined: nothing any more */
  set: (name: string, typed: string | undefined): void => {
    const { [name]: _old, ...others } = drafts.get();
    drafts.set(typed === undefined ? others : { ...others, [name]: typed });
  },
};

export const useDraft = (name: string): string | undefined => useStore(drafts)[name];
