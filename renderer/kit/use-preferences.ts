import { useStore } from '../lib/create-store.ts';
import { type Preferences, preferencesStore } from '../lib/preferences.ts';

export const usePreferences = (): Preferences => useStore(preferencesStore);
