import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BridgeEvent } from '../../shared/bridge.ts';
import { ask, isDesktop, listenToProgram } from '../data/bridge.ts';
import { updateQuery } from '../data/program-queries.ts';
import { sessionStore } from '../data/session.ts';
import { createStore } from '../lib/create-store.ts';
import { usePreferences } from '../ui/use-preferences.ts';

/** Where a link or the tray's menu leads: desk.tsx goes there once somebody is signed in. */
export const destinationStore = createStore<string | undefined>(undefined);

/** Only into this program: `//` would begin the name of another host. */
const isOwnPath = (path: string): boolean => /^\/(?!\/)/.test(path);

/** The window's side of the program that it belongs to; in a browser there is none, and nothing happens. */
export const Program = () => {
  useWhatItTells();
  useItsLanguage();
  return null;
};

const useWhatItTells = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const take = (event: BridgeEvent): void => {
      if (event.type === 'lock') sessionStore.end('locked');
      if (event.type === 'update') queries.setQueryData(updateQuery.queryKey, event.state);
      if (event.type === 'go' && isOwnPath(event.path)) destinationStore.set(event.path);
    };
    return listenToProgram(take);
  }, [queries]);
};

/** The tray, the menu and the notifications speak as the window does. */
const useItsLanguage = (): void => {
  const { language } = usePreferences();
  useEffect(() => {
    // Nobody waits for it: it is told again with the next change, or at the next start.
    if (isDesktop) ask('computer.language', { language }).catch(() => undefined);
  }, [language]);
};
