import { useState } from 'react';
import { withoutSent } from '../../../lib/edits.ts';
import { type Edits, type Faults, type Fields, faultsOf, hasFaults, isDirty, shownOf } from './form.ts';

const NO_FAULTS: Faults = { texts: {} };

/**
 * What is being typed over a product. Faults are told once saving was tried, and then as they come and go.
 * @param stored as it is stored now; NOTHING for a new one
 * @param onTouch something was typed: what was said about it before no longer holds
 * @param first what a new one begins with
 */
export const useDraft = (stored: Fields, onTouch: () => void, first: Edits = {}) => {
  const [edits, setEdits] = useState<Edits>(first);
  const [isTried, setIsTried] = useState(false);
  const shown = shownOf(stored, edits);
  const found = faultsOf(shown);
  return {
    edits,
    shown,
    isDirty: isDirty(shownOf(stored, first), edits),
    faults: isTried ? found : NO_FAULTS,
    edit: (changes: Edits): void => {
      setEdits((before) => ({ ...before, ...changes }));
      onTouch();
    },
    /** @returns whether it can be saved */
    check: (): boolean => {
      setIsTried(true);
      return !hasFaults(found);
    },
    clear: (): void => {
      setEdits({});
      setIsTried(false);
    },
    /** What was sent is saved; what was typed meanwhile stays. @param next what it begins with anew */
    clearSent: (sent: Edits, next: Edits = {}): void => {
      setEdits((typed) => ({ ...next, ...withoutSent(typed, sent) }));
      setIsTried(false);
    },
  };
};
export type Draft = ReturnType<typeof useDraft>;
