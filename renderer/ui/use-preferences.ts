import { useSyncExternalStore } from 'react';
import { type Preferences, preferencesStore } from '../lib/preferences.ts';

export const usePreferences = (): Preferences =>
  useSyncExternalStore(preferencesStore.subscribe, preferencesStore.get);
