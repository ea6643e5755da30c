import { useRef, useState } from 'react';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { SettingState } from '../../../shared/operations/settings.ts';
import { callProgram } from '../../api/bridge.ts';
import { useInvalidate } from '../../api/keys.ts';
import { useAction } from '../../kit/use-action.ts';
import { textLength } from '../../lib/text-length.ts';

/** In code points. */
const MAX_NAME_LENGTHS = { shop_name: MAX_LENGTH.shop_name, default_destination: MAX_LENGTH.destination };
type Name = keyof typeof MAX_NAME_LENGTHS;
const NAMES = ['shop_name', 'default_destination'] as const;

/** The form of the shop's name and texts; kept across steps. */
export const useShopForm = (settings: readonly SettingState[]) => {
  const stored = (name: Name): string => settings.find((setting) => setting.name === name)?.value ?? '';
  const saved = useRef({
    shop_name: stored('shop_name'),
    default_destination: stored('default_destination'),
  });
  const [values, setValues] = useState<Record<Name, string>>(saved.current);
  const { run, failure, isBusy } = useAction();
  const invalidate = useInvalidate();
  const isTooLong = (name: Name): boolean => textLength(values[name].trim()) > MAX_NAME_LENGTHS[name];

  const store = async (): Promise<void> => {
    for (const name of NAMES) {
      const value = values[name].trim();
      if (value === saved.current[name]) continue;
      // The stored value: an empty input gives the default.
      const changed = await callProgram('settings.change', { name, value });
      saved.current = { ...saved.current, [name]: changed.value };
      setValues((before) => (before[name] === values[name] ? { ...before, [name]: changed.value } : before));
    }
    void invalidate('setting');
  };

  return {
    values,
    failure,
    isBusy,
    tooLong: (name: Name): number | undefined => (isTooLong(name) ? MAX_NAME_LENGTHS[name] : undefined),
    set: (name: Name, value: string): void => setValues((before) => ({ ...before, [name]: value })),
    save: (onSaved: () => void): void => {
      if (!NAMES.some(isTooLong)) void run(() => store().then(onSaved));
    },
  };
};

export type ShopForm = ReturnType<typeof useShopForm>;
