import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import { useNextRecord } from '../../../kit/use-record-form.ts';
import type { Named } from '../queries.ts';
import classes from './named.module.css';
import { useNamedForm } from './use-named-form.ts';

/** The field stays open for the next name. */
export const AddNamed = ({ kind, onDirty }: { kind: Named; onDirty(isDirty: boolean): void }) => {
  const { t } = useTranslation('catalog');
  const form = useNamedForm({ kind, onDirty });
  const submit = useNextRecord(form);
  const { field, error, isBusy } = form;
  return (
    <form className={classes.add} onSubmit={submit} noValidate aria-label={t(`named.add.${kind}`)}>
      <TextInput
        className={classes.addName}
        aria-label={t(`named.newName.${kind}`)}
        placeholder={t(`named.newName.${kind}`)}
        error={error}
        {...field('name')}
      />
      {kind === 'units' ? (
        <TextInput
          className={classes.addShort}
          aria-label={t('named.newShort')}
          placeholder={t('named.newShort')}
          {...field('short_name')}
        />
      ) : null}
      <Act icon={IconPlus} type="submit" loading={isBusy} text={t('named.addButton')} />
    </form>
  );
};
