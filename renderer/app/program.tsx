import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BridgeEvent } from '../../shared/bridge/bridge.ts';
import { callProgram, isDesktop, listenToProgram } from '../api/bridge.ts';
import { updateQuery } from '../api/program-queries.ts';
import { putData } from '../api/put-data.ts';
import { sessionStore } from '../api/session.ts';
import { createStore } from '../lib/create-store.ts';
import { usePreferences } from '../lib/preferences.ts';

/** The target of a link or of the tray's menu; signed-in-app.tsx opens it after the sign-in. */
export const destinationStore = createStore<string | undefined>(undefined);

/** Connects the page to the program that it runs in; does nothing in a browser. */
export const Program = () => {
  useProgramEvents();
  useProgramLanguage();
  useProgramTheme();
  return null;
};

const useProgramEvents = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const take = (event: BridgeEvent): void => {
      if (event.type === 'lock') sessionStore.end('locked');
      if (event.type === 'update') putData(queries, updateQuery.queryKey, event.state);
      // Rejects `//`, which would begin the name of another host.
      if (event.type === 'go' && /^\/(?!\/)/.test(event.path)) destinationStore.set(event.path);
    };
    return listenToProgram(take);
  }, [queries]);
};

/** Passes the page's theme to the window's frame, its menus and dialogs. */
const useProgramTheme = (): void => {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    const theme = colorScheme === 'auto' ? 'system' : colorScheme;
    // As with the language.
    if (isDesktop) callProgram('computer.theme', { theme }).catch(() => undefined);
  }, [colorScheme]);
};

/** Passes the window's language to the tray, the menu and the notifications. */
const useProgramLanguage = (): void => {
  const { language } = usePreferences();
  useEffect(() => {
    // A failure needs no handling: the next change, or the next start, sends it again.
    if (isDesktop) callProgram('computer.language', { language }).catch(() => undefined);
  }, [language]);
};
