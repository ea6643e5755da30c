import { useRef, useState } from 'react';
import { useInvalidate } from '../../../data/keys.ts';
import { withoutSent } from '../../../lib/edits.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { NamedFields } from '../commands.ts';
import type { Named } from '../queries.ts';

interface Texts {
  name: string;
  short: string;
}

/** The edits of a category or a unit, new or existing. */
export const useNamedEdit = (kind: Named, first: Texts, onTouch: (isDirty: boolean) => void) => {
  const [typed, setTyped] = useState(first);
  const [isBlank, setIsBlank] = useState(false);
  const invalidate = useInvalidate();
  const action = useAction();
  const isChanged = (texts: Texts) => texts.name.trim() !== first.name || texts.short.trim() !== first.short;
  const set = (changes: Partial<Texts>): void => {
    const next = { ...typed, ...changes };
    setTyped(next);
    latest.current = next;
    setIsBlank(false);
    action.forget();
    onTouch(isChanged(next));
  };
  const latest = useRef(first);
  /** @param store saves it @param then called after saving if still mounted; `left`: later input, which stays */
  const save = (
    store: (fields: NamedFields) => Promise<unknown>,
    then: (left: Partial<Texts>) => void,
  ): void => {
    const name = typed.name.trim();
    if (name === '') {
      setIsBlank(true);
      return;
    }
    void action.run(async (isThere) => {
      await store({ name, ...(kind === 'units' ? { short_name: typed.short.trim() } : {}) });
      void invalidate('catalog');
      const left = withoutSent(latest.current, typed);
      onTouch(Object.keys(left).length > 0);
      if (isThere()) then(left);
    });
  };
  return {
    typed,
    set,
    save,
    isChanged: isChanged(typed),
    isBlank,
    action,
    /** @param left the input that stays */
    clear: (left: Partial<Texts> = {}): void => {
      latest.current = { ...first, ...left };
      setTyped(latest.current);
      onTouch(Object.keys(left).length > 0);
    },
  };
};
