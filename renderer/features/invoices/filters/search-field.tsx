import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withFilter } from '../search.ts';
import type { FilterProps } from './filter-bar.tsx';
import classes from './filters.module.css';

const PAUSE_MS = 300;

/** Searches when the typing rests; what is typed stays as typed, whatever the address makes of it. */
export const SearchField = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const value = search.search ?? '';
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
    onChange(withFilter(search, { search: wanted || undefined }), { replace: value !== '' && wanted !== '' });
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') apply(typed);
    if (event.key === 'ArrowDown')
      document.querySelector<HTMLElement>('[data-invoice][tabindex="0"]')?.focus();
  };
  return (
    <TextInput
      className={classes.search}
      aria-label={t('search.label')}
      placeholder={t('search.placeholder')}
      title={t('search.placeholder')}
      type="text"
      inputMode="search"
      data-list-search
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('search.clear')}
            onClick={() => {
              setTyped('');
              apply('');
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
};
