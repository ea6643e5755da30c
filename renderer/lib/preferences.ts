import { createStore, useStore } from './create-store.ts';

export const SCANNER_SUFFIXES = ['enter', 'tab', 'none'] as const;

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
  /** The owner wants to see no more what is left to set up. */
  isSetupPutAway: boolean;
  /** The day's summary is printed here once the day is closed. */
  printsClosedDay: boolean;
  /** The browser tells of payments while its window is not seen. */
  notifies: boolean;
  /** What the barcode scanner types before each code. */
  scannerPrefix: string;
  /** The key that it presses after each code. */
  scannerSuffix: (typeof SCANNER_SUFFIXES)[number];
}

/** Choices for `lockAfter`. */
export const LOCK_AFTER = [5, 15, 30, 60, 0];

const KEY = 'kramar.preferences';

/** What the browser prefers of the two; Ukrainian where it knows neither. */
const browserLanguage = (): Preferences['language'] => {
  const known = navigator.languages
    .map((each) => each.slice(0, 2))
    .find((each) => each === 'uk' || each === 'en');
  return known === 'en' ? 'en' : 'uk';
};

const DEFAULTS: Preferences = {
  language: browserLanguage(),
  sound: true,
  lockAfter: 15,
  terminal: null,
  cashRegister: null,
  pageSize: 25,
  isSetupPutAway: false,
  printsClosedDay: false,
  notifies: false,
  scannerPrefix: '',
  scannerSuffix: 'enter',
};

/** What was chosen on this computer. */
const chosen = (): Partial<Preferences> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
};

const read = (): Preferences => ({ ...DEFAULTS, ...chosen() });

const store = createStore(read());

export const preferencesStore = {
  get: store.get,
  subscribe: store.subscribe,
  set: (changes: Partial<Preferences>): void => {
    // Only what was chosen is kept, so that a language that nobody chose goes on following the browser.
    localStorage.setItem(KEY, JSON.stringify({ ...chosen(), ...changes }));
    store.set({ ...store.get(), ...changes });
  },
};

// Follows changes made in another window.
addEventListener('storage', ({ key }) => {
  if (key === KEY) store.set(read());
});

export const usePreferences = (): Preferences => useStore(preferencesStore);
