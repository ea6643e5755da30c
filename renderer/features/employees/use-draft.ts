import { useState } from 'react';
import type { Permissions } from '../../../shared/permissions.ts';
import { withoutSent } from '../../lib/edits.ts';
import type { TextName } from '../../lib/employees.ts';
import { type NewPassword, NO_PASSWORD } from '../../lib/password.ts';
import { type Edits, type Faults, faultsOf, hasFaults, isDirty, type Person, shownOf } from './form.ts';

const NO_FAULTS: Faults = { texts: {} };

/**
 * What is being typed over an employee. Faults are told once saving was tried, and then as they come and go.
 * @param stored as it is stored now; NOBODY for a new one
 * @param onTouch something was typed: what was said about it before no longer holds
 */
export const useDraft = (stored: Person, isNew: boolean, onTouch: () => void) => {
  const [edits, setEdits] = useState<Edits>({});
  const [password, setPassword] = useState<NewPassword>(NO_PASSWORD);
  const [isTried, setIsTried] = useState(false);
  const shown = shownOf(stored, edits);
  const found = faultsOf(shown, password, isNew);
  const edit = (changes: Edits): void => {
    setEdits((before) => ({ ...before, ...changes }));
    onTouch();
  };
  return {
    edits,
    password,
    shown,
    isDirty: isDirty(stored, edits, password),
    faults: isTried ? found : NO_FAULTS,
    setText: (name: TextName, value: string) => edit({ [name]: value }),
    setRights: (rights: Partial<Permissions>) => edit(rights),
    setPassword: (next: NewPassword) => {
      setPassword(next);
      onTouch();
    },
    /** @returns whether it can be saved */
    check: (): boolean => {
      setIsTried(true);
      return !hasFaults(found);
    },
    clear: (): void => {
      setEdits({});
      setPassword(NO_PASSWORD);
      setIsTried(false);
    },
    /** What was sent is saved; what was typed meanwhile stays. */
    clearSent: (sent: Edits, sentPassword: NewPassword): void => {
      setEdits((typed) => withoutSent(typed, sent));
      setPassword((typed) => (typed === sentPassword ? NO_PASSWORD : typed));
      setIsTried(false);
    },
  };
};
export type Draft = ReturnType<typeof useDraft>;
