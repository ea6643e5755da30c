import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconPlus, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../../api/keys.ts';
import { useAction } from '../../../kit/use-action.ts';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { createNamed } from '../deletion.tsx';
import type { Named } from '../queries.ts';
import { findOptions, type Option } from './match-options.ts';

interface NamedSelectProps {
  kind: Named;
  label: string;
  /** undefined: not loaded yet. */
  options: readonly Option[] | undefined;
  value: number | null;
  onChange(id: number | null, name: string): void;
  error?: string | null;
}

const NEW = 'new';

/** Selects a category or a unit by typing, and creates a missing one. */
export const NamedSelect = ({ kind, label, options = [], value, onChange, error }: NamedSelectProps) => {
  const { t } = useTranslation('catalog');
  const failureText = useFailureText();
  const invalidate = useInvalidate();
  const action = useAction();
  const [typed, setTyped] = useState<string>();
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(undefined);
    },
  });
  // A just created one may not be in the list yet.
  const [made, setMade] = useState<Option>();
  const all = made && !options.some(({ id }) => id === made.id) ? [...options, made] : options;
  const chosen = all.find(({ id }) => id === value);
  const { found, isNew, name, more } = findOptions(all, typed ?? '');

  const { selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list changes
  useEffect(() => {
    if (typed) selectFirstOption();
  }, [typed, found.length, isNew, selectFirstOption]);

  const make = async (): Promise<void> => {
    const one = await createNamed(kind, { name });
    setMade(one);
    onChange(one.id, one.name);
    combobox.closeDropdown();
    await invalidate('catalog');
  };
  const choose = (option: string): void => {
    if (option === NEW) return void action.run(make);
    onChange(Number(option), found.find(({ id }) => String(id) === option)?.name ?? '');
    combobox.closeDropdown();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !combobox.dropdownOpened) return;
    // Keeps the side panel from closing with the list.
    event.preventDefault();
    event.stopPropagation();
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-autocomplete="list"
          label={label}
          placeholder={t(`named.none.${kind}`)}
          value={typed ?? chosen?.name ?? ''}
          error={action.failure ? failureText(action.failure) : error}
          rightSection={
            value === null ? (
              <IconSelector size={16} aria-hidden />
            ) : (
              <CloseButton
                size="sm"
                aria-label={t('named.clear', { label })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange(null, '')}
              />
            )
          }
          onChange={(event) => {
            action.forget();
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah="min(16rem, 40vh)" style={{ overflowY: 'auto' }}>
          {found.map((option) => (
            <Combobox.Option key={option.id} value={String(option.id)} active={option.id === value}>
              {option.name}
            </Combobox.Option>
          ))}
          {isNew ? (
            <Combobox.Option value={NEW} disabled={action.isBusy}>
              <IconPlus size={14} aria-hidden /> {t(`named.make.${kind}`, { name })}
            </Combobox.Option>
          ) : null}
          {found.length === 0 && !isNew ? (
            <Combobox.Empty>{t(`named.typeToMake.${kind}`)}</Combobox.Empty>
          ) : null}
          {more > 0 ? (
            <Combobox.Footer fz="xs" c="dimmed">
              {t('named.more', { count: more })}
            </Combobox.Footer>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
