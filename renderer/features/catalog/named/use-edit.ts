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

/** A category or a unit as it is being typed: a new one, or over one that is there. */
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
  /**
   * @param store writes it
   * @param then once it is written, and still wanted; `left`: what was typed meanwhile, which stays
   */
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
    /** @param left what stays of it */
    clear: (left: Partial<Texts> = {}): void => {
      latest.current = { ...first, ...left };
      setTyped(latest.current);
      onTouch(Object.keys(left).length > 0);
    },
  };
};
