import { useEffect } from 'react';
import { sessionStore } from '../../api/session.ts';
import { usePreferences } from '../../lib/preferences.ts';

const CHECK_INTERVAL_MS = 5000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

let holds = 0;

/** Suspends the automatic lock, for example while a customer pays. */
export const useLockHold = (isHeld: boolean): void => {
  useEffect(() => {
    if (!isHeld) return;
    holds += 1;
    return () => {
      holds -= 1;
    };
  }, [isHeld]);
};

/** Locks the screen after the inactivity that this computer's preference sets. */
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
