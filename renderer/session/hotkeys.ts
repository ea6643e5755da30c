import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { sessionStore } from '../data/session.ts';

/** Every key and every drop that works wherever the focus is goes through here: while nobody is signed in there are none. */

/** Whether the sign-in stands before the screens. */
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

/** Keys that are also typed: they work outside of fields only. */
export const useKeysOutsideFields = (keys: readonly HotkeyItem[]): void => useHotkeys(whenOpen(keys));

/** Calls `listener` (the latest one given) at each key that is pressed anywhere. */
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
 * Dialogs and panels close at Escape by listeners of their own on the window, also those that are kept behind the
 * sign-in. The first listener there keeps the key from them; begun before any of them is drawn.
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
