import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { BridgeEvent } from '../../shared/bridge.ts';
import { ask, isDesktop, listenToProgram } from '../data/bridge.ts';
import { updateQuery } from '../data/program-queries.ts';
import { sessionStore } from '../data/session.ts';
import { usePreferences } from '../ui/use-preferences.ts';
import { useTell } from '../ui/use-tell.ts';
import { router } from './router.tsx';

/** Where a link or the tray's menu wanted to go while nobody was signed in. */
let wanted: string | undefined;

const goWhereWanted = (): void => {
  if (wanted === undefined || !sessionStore.get().session) return;
  const path = wanted;
  wanted = undefined;
  router.history.push(path);
};

/** Only into this program: `//` would begin the name of another host. */
const isOwnPath = (path: string): boolean => /^\/(?!\/)/.test(path);

/** The window's side of the program that it belongs to; in a browser there is none, and nothing happens. */
export const Program = () => {
  useWhatItTells();
  useItsLanguage();
  useOutside();
  return null;
};

const useWhatItTells = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const take = (event: BridgeEvent): void => {
      if (event.type === 'lock') sessionStore.end('locked');
      if (event.type === 'update') queries.setQueryData(updateQuery.queryKey, event.state);
      if (event.type === 'go' && isOwnPath(event.path)) {
        wanted = event.path;
        goWhereWanted();
      }
    };
    const ends = [listenToProgram(take), sessionStore.subscribe(goWhereWanted)];
    return () => {
      for (const end of ends) end();
    };
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

/** What a browser opens in another tab opens in the user's browser: the program has one window. */
const useOutside = (): void => {
  const tell = useTell();
  const onFailed = useEffectEvent(tell.failed);
  useEffect(() => {
    if (!isDesktop) return;
    const open = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
      if (!(link instanceof HTMLAnchorElement) || event.button === 2) return;
      event.preventDefault();
      ask('outside.open', { url: link.href }).catch(onFailed);
    };
    document.addEventListener('click', open);
    document.addEventListener('auxclick', open);
    return () => {
      document.removeEventListener('click', open);
      document.removeEventListener('auxclick', open);
    };
  }, []);
};
