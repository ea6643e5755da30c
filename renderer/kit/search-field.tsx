import { type BoxProps, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH_LENGTH } from '../lib/address.ts';
import { limitField } from '../lib/text-length.ts';

/** Longer than between two keystrokes, shorter than a noticeable delay. */
const PAUSE_MS = 250;

export interface SearchFieldProps extends Pick<BoxProps, 'flex' | 'miw' | 'maw'> {
  /** The search text; "" for none. */
  value: string;
  /** @param replace replaces the history entry */
  onChange(value: string, options: { replace: boolean }): void;
  label: string;
  placeholder: string;
}

/** Moves the focus to the list: to its current row, else the first. */
const focusList = (): void => {
  const row =
    document.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
    document.querySelector<HTMLElement>('[data-row]');
  row?.focus();
};

/** Searches when typing pauses; the field keeps the text as typed, whatever the address stores. */
export const SearchField = ({ value, onChange, label, placeholder, ...size }: SearchFieldProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address changed elsewhere: Back, a link, or cleared filters.
  if (value !== seen) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }

  const apply = (text: string): void => {
    const wanted = text.trim();
    if (wanted === value) return;
    // One history entry per word, not per letter.
    onChange(wanted, { replace: value !== '' && wanted !== '' });
  };
  const onPause = useEffectEvent(apply);
  useEffect(() => {
    const timer = setTimeout(() => onPause(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') apply(typed);
    if (event.key === 'ArrowDown') focusList();
  };
  return (
    <TextInput
      {...size}
      aria-label={label}
      placeholder={placeholder}
      title={placeholder}
      type="text"
      inputMode="search"
      data-list-search
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('clearSearch')}
            onClick={() => {
              setTyped('');
              apply('');
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => setTyped(limitField(event.currentTarget, MAX_SEARCH_LENGTH))}
      onKeyDown={onKeyDown}
    />
  );
};
