import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { sessionStore } from '../../api/session.ts';

/** All global keys and drops go through here, because none may work while signed out. */

/** Whether the sign-in covers the screens. */
export const isLocked = (): boolean => sessionStore.get().session === undefined;

const EVERYWHERE: string[] = [];

const whenOpen = (keys: readonly HotkeyItem[]): HotkeyItem[] =>
  keys.map(([key, handler, options]): HotkeyItem => {
    const handle = (event: KeyboardEvent): void => {
      if (!isLocked()) handler(event);
    };
    return options ? [key, handle, options] : [key, handle];
  });

/** Keys that work in fields too. */
export const useGlobalKeys = (keys: readonly HotkeyItem[]): void => useHotkeys(whenOpen(keys), EVERYWHERE);

/** Keys that are also text, so they work only outside of fields. */
export const useKeysOutsideFields = (keys: readonly HotkeyItem[]): void => useHotkeys(whenOpen(keys));

/** Calls the latest `listener` on each key press. */
export const useKeyDown = (listener: (event: KeyboardEvent) => void): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isLocked()) listener(event);
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
};

/**
 * Dialogs and panels close on Escape by listeners on the window, also while they are kept behind the sign-in. This
 * listener is registered first and keeps the key from them.
 */
export const keepEscapeFromKeptScreens = (): void =>
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isLocked()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
