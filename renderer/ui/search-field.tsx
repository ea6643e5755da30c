import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH_LENGTH } from '../lib/address.ts';
import { limitField } from '../lib/text-length.ts';

/** Longer than between two letters of who types, shorter than anybody waits. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  /** What the list is searched for; "" where it is not. */
  value: string;
  /** @param replace instead of a step that Back goes through */
  onChange(value: string, options: { replace: boolean }): void;
  label: string;
  placeholder: string;
  className?: string | undefined;
}

/** Down from the field into the list: where one was in it, else its first row. */
const focusList = (): void => {
  const row =
    document.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
    document.querySelector<HTMLElement>('[data-row]');
  row?.focus();
};

/** Searches when the typing rests; what is typed stays as typed, whatever the address makes of it. */
export const SearchField = ({ value, onChange, label, placeholder, className }: SearchFieldProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address changed by itself: Back, a link, everything cleared.
  if (value !== seen) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }

  const apply = (text: string): void => {
    const wanted = text.trim();
    if (wanted === value) return;
    // One step of Back for a whole word, not for each letter of it.
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
      className={className}
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
