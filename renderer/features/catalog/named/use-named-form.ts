import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { unitCreate } from '../../../../shared/api/catalog.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { readNow } from '../../../api/read-now.ts';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { textRules, useRecordForm } from '../../../kit/use-record-form.ts';
import { limitField, maxLengthsOf } from '../../../lib/text-length.ts';
import { changeNamed, createNamed } from '../deletion.tsx';
import { categoriesQuery, type Named, unitsQuery } from '../queries.ts';
import type { Option } from './match-options.ts';

type Name = 'name' | 'short_name';

const rules = textRules<Name>(['name']);
/** A category's name has the same limit. */
const MAX_LENGTHS = maxLengthsOf(unitCreate, ['name', 'short_name']);

interface NamedFormOptions {
  kind: Named;
  /** The stored one; undefined: a new one. */
  one?: Option;
  onDirty(isDirty: boolean): void;
  /** Closes the form of a stored one. */
  onDone?(): void;
}

/** The form of a category or a unit, new or stored. */
export const useNamedForm = ({ kind, one, onDirty, onDone }: NamedFormOptions) => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const textsOf = ({ name, short_name = '' }: Option) => ({ name, short_name });
  const readAll = (): Promise<readonly Option[]> =>
    kind === 'categories' ? readNow(queries, categoriesQuery) : readNow(queries, unitsQuery);
  const form = useRecordForm({
    stored: one ? textsOf(one) : { name: '', short_name: '' },
    rules,
    ...(one ? { read: async () => textsOf((await readAll()).find(({ id }) => id === one.id) ?? one) } : {}),
    write: async (edits, stored) => {
      const { name, short_name } = { ...stored, ...edits };
      const fields = { name: name.trim(), ...(kind === 'units' ? { short_name: short_name.trim() } : {}) };
      await (one ? changeNamed(kind, one.id, fields) : createNamed(kind, fields));
      const isListed = invalidate('catalog');
      // Later input stays in the row, which shows the saved fields around it.
      if (one) await isListed;
      return { saved: fields.name };
    },
    ...(onDone ? { onDone } : {}),
  });
  const { shown, isDirty, isOvertaken, failure, faults } = form;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  const errorOf = (): string | null => {
    const { name = '', short_name = '' } = one ?? {};
    if (isOvertaken) return common('overtaken', { value: [name, short_name].filter(Boolean).join(' · ') });
    if (failure) return failureText(failure);
    return faults.length > 0 ? t('faults.blank') : null;
  };
  return {
    ...form,
    /** The name's error. */
    error: errorOf(),
    /** The props of a field. */
    field: (name: Name) => ({
      value: shown[name],
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        form.edit({ [name]: limitField(currentTarget, MAX_LENGTHS[name]) }),
    }),
  };
};
