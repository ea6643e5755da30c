/**
 * What was typed and not saved yet, by name: kept while one looks at another place. A store for useSyncExternalStore,
 * not a query: a field must have what was typed into it in the same breath.
 */
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

export const draftStore = {
  get: (name: string): string | undefined => drafts.get(name),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** @param typed undefined: nothing any more */
  set: (name: string, typed: string | undefined): void => {
    if (typed === undefined) drafts.delete(name);
    else drafts.set(name, typed);
    tell();
  },
  /** What one user typed is nobody else's. */
  clear: (): void => {
    drafts.clear();
    tell();
  },
};
