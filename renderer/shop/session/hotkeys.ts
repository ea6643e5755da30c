import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { sessionStore } from '../../api/session.ts';

/** All global keys and drops go through here, because none may work while signed out. */

/** Whether the sign-in covers the screens. */
export const isLocked = (): boolean => sessionStore.get().session === undefined;

/** A dialog has its own keys. */
export const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** Enter by itself: with Ctrl or ⌘ it makes the QR, wherever the focus is. */
export const isEnter = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean => key === 'Enter' && !ctrlKey && !metaKey;

const EVERYWHERE: string[] = [];

const when = (isHeard: () => boolean, keys: readonly HotkeyItem[]): HotkeyItem[] =>
  keys.map(([key, handler, options]): HotkeyItem => {
    const handle = (event: KeyboardEvent): void => {
      if (isHeard()) handler(event);
    };
    return options ? [key, handle, options] : [key, handle];
  });
const isOpen = (): boolean => !isLocked();

const placeNow = (): string => location.pathname.split('/')[1] ?? '';

/** Where the key was pressed that is being handled: the first that handles it may lead elsewhere. */
let pressedAt = '';
globalThis.addEventListener?.('keydown', () => (pressedAt = placeNow()), { capture: true });

/**
 * Whether keys are for the screen that is shown. Until the next one has come, which on a slow computer takes a second, the one
 * that was left is still there, and must neither switch nor sell.
 */
const useIsPresent = (): (() => boolean) => {
  const [place] = useState(placeNow);
  return () => isOpen() && pressedAt === place;
};

/** Keys that work on every screen, and in fields too. */
export const useGlobalKeys = (keys: readonly HotkeyItem[]): void =>
  useHotkeys(when(isOpen, keys), EVERYWHERE);

/** Keys of a screen, which work in its fields too. */
export const useScreenKeys = (keys: readonly HotkeyItem[]): void =>
  useHotkeys(when(useIsPresent(), keys), EVERYWHERE);

/** Keys that are also text, so they work only outside of fields. */
export const useKeysOutsideFields = (keys: readonly HotkeyItem[]): void => useHotkeys(when(isOpen, keys));

/** Calls the latest `listener` of a screen on each key press. */
export const useKeyDown = (listener: (event: KeyboardEvent) => void): void => {
  const isPresent = useIsPresent();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isPresent()) listener(event);
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
