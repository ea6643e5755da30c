import { createStore } from './create-store.ts';

/** Preferences of this computer, stored in the browser. */
export interface Preferences {
  language: 'uk' | 'en';
  sound: boolean;
  /** Minutes of inactivity after which the screen locks; 0: never. */
  lockAfter: number;
  /** The terminal and the register of the last charge. */
  terminal: number | null;
  cashRegister: number | null;
  /** Rows on a page of a list. */
  pageSize: number;
}

/** Choices for `lockAfter`. */
export const LOCK_AFTER = [5, 15, 30, 60, 0];

const KEY = 'kramar.preferences';
const DEFAULTS: Preferences = {
  language: 'uk',
  sound: true,
  lockAfter: 15,
  terminal: null,
  cashRegister: null,
  pageSize: 25,
};

const read = (): Preferences => {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
};

const store = createStore(read());

export const preferencesStore = {
  get: store.get,
  subscribe: store.subscribe,
  set: (changes: Partial<Preferences>): void => {
    const next = { ...store.get(), ...changes };
    localStorage.setItem(KEY, JSON.stringify(next));
    store.set(next);
  },
};

// Follows changes made in another window.
addEventListener('storage', ({ key }) => {
  if (key === KEY) store.set(read());
});
