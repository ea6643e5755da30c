import { useStore } from '../../lib/create-store.ts';
import { createUserStore } from './user-change.ts';

const drafts = createUserStore<Readonly<Record<string, string>>>({});

/** Unsaved input by name; it survives a change of screen. */
export const draftStore = {
  get: (name: string): string | undefined => drafts.get()[name],
  subscribe: drafts.subscribe,
  /** @param typed undefined: removes the draft */
  set: (name: string, typed: string | undefined): void => {
    const { [name]: _old, ...others } = drafts.get();
    drafts.set(typed === undefined ? others : { ...others, [name]: typed });
  },
};

export const useDraft = (name: string): string | undefined => useStore(drafts)[name];
