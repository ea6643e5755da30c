import { useEffect } from 'react';
import { sessionStore } from '../data/session.ts';
import { usePreferences } from '../ui/use-preferences.ts';

const CHECK_INTERVAL_MS = 5000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

let holds = 0;

/** Keeps the screen from locking by itself while a payment is being waited for: the customer is looking at it. */
export const useLockHold = (isHeld: boolean): void => {
  useEffect(() => {
    if (!isHeld) return;
    holds += 1;
    return () => {
      holds -= 1;
    };
  }, [isHeld]);
};

/** Locks the screen when nobody has touched it for as long as this computer's preference says. */
export const AutoLock = () => {
  const { lockAfter } = usePreferences();
  useEffect(() => {
    if (lockAfter === 0) return;
    let touchedAt = Date.now();
    const touch = () => {
      touchedAt = Date.now();
    };
    const timer = setInterval(() => {
      if (holds > 0) touch();
      else if (Date.now() - touchedAt >= lockAfter * 60_000) sessionStore.end('locked');
    }, CHECK_INTERVAL_MS);
    for (const name of TOUCHES) addEventListener(name, touch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) removeEventListener(name, touch, { capture: true });
    };
  }, [lockAfter]);
  return null;
};
