import { useEffect, useRef } from 'react';
import { preferencesStore } from '../../lib/preferences.ts';
import { playSound } from '../../lib/sound.ts';
import type { Stage } from './stages.ts';

/** Sounds when the outcome comes while one looks on, not when an old one is looked up. */
export const useOutcomeSound = (stage: Stage): void => {
  const before = useRef(stage);
  useEffect(() => {
    const was = before.current;
    before.current = stage;
    if (was === stage || !preferencesStore.get().sound) return;
    if (stage === 'paid' || stage === 'failed') playSound(stage);
  }, [stage]);
};
