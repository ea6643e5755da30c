import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import { limitField } from '../../../lib/text-length.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { createNamed } from '../commands.ts';
import type { Named } from '../queries.ts';
import classes from './named.module.css';
import { useNamedEdit } from './use-edit.ts';

const EMPTY = { name: '', short: '' };

/** The field stays open for the next name. */
export const AddNamed = ({ kind, onDirty }: { kind: Named; onDirty(isDirty: boolean): void }) => {
  const { t } = useTranslation('catalog');
  const failureText = useFailureText();
  const edit = useNamedEdit(kind, EMPTY, onDirty);
  const field = useRef<HTMLInputElement>(null);
  const { typed, set, isBlank, action } = edit;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    edit.save(
      (fields) => createNamed(kind, fields),
      (left) => {
        edit.clear(left);
        if (Object.keys(left).length === 0) field.current?.focus();
      },
    );
  };
  return (
    <form className={classes.add} onSubmit={submit} noValidate aria-label={t(`named.add.${kind}`)}>
      <TextInput
        ref={field}
        className={classes.addName}
        aria-label={t(`named.newName.${kind}`)}
        placeholder={t(`named.newName.${kind}`)}
        value={typed.name}
        error={action.failure ? failureText(action.failure) : isBlank ? t('faults.blank') : null}
        onChange={(event) => set({ name: limitField(event.currentTarget, MAX_LENGTH.name) })}
      />
      {kind === 'units' ? (
        <TextInput
          className={classes.addShort}
          aria-label={t('named.newShort')}
          placeholder={t('named.newShort')}
          value={typed.short}
          onChange={(event) => set({ short: limitField(event.currentTarget, MAX_LENGTH.unit) })}
        />
      ) : null}
      <Button
        type="submit"
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        loading={action.isBusy}
      >
        {t('named.addButton')}
      </Button>
    </form>
  );
};
