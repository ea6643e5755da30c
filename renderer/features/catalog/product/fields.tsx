import { Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../data/failure.ts';
import { NamedSelect } from '../named/named-select.tsx';
import { categoriesQuery, unitsQuery } from '../queries.ts';
import { MAX_LENGTHS, type TextName } from './form.ts';
import { useFaultText } from './refusals.ts';
import type { Draft } from './use-draft.ts';

interface FieldsProps {
  draft: Draft;
  failure: Failure | undefined;
  /** Whether the first of them is to be typed into at once. */
  isNew: boolean;
}

export const ProductFields = ({ draft, failure, isNew }: FieldsProps) => {
  const { t } = useTranslation('catalog');
  const { data: categories } = useQuery(categoriesQuery);
  const { data: units } = useQuery(unitsQuery);
  const fault = useFaultText();
  const { shown, edit } = draft;
  const text = { draft, failure };
  return (
    <>
      <Text {...text} name="name" isFirst={isNew} isRequired />
      <Group gap="sm" grow align="start">
        <Price draft={draft} failure={failure} />
        <NamedSelect
          kind="units"
          label={t('fields.unit')}
          options={units}
          value={shown.unit}
          error={fault.refused(failure, 'unit')}
          onChange={(unit) => edit({ unit })}
        />
      </Group>
      <NamedSelect
        kind="categories"
        label={t('fields.category')}
        options={categories}
        value={shown.category}
        error={fault.refused(failure, 'category')}
        onChange={(category) => edit({ category })}
      />
      <Group gap="sm" grow align="start">
        <Text {...text} name="article" />
        <Text {...text} name="external_code" />
      </Group>
      <Text {...text} name="name_for_docs" description={t('fields.nameForDocsHint')} />
    </>
  );
};

const Price = ({ draft, failure }: Pick<FieldsProps, 'draft' | 'failure'>) => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const fault = useFaultText();
  const { price } = draft.faults;
  return (
    <TextInput
      label={t('fields.priceUah')}
      inputMode="decimal"
      withAsterisk
      aria-required
      value={draft.shown.price}
      error={(price && common(`amount.${price}`)) ?? fault.refused(failure, 'price')}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => draft.edit({ price: event.currentTarget.value })}
    />
  );
};

interface TextProps {
  draft: Draft;
  failure: Failure | undefined;
  name: TextName;
  description?: string;
  isFirst?: boolean;
  isRequired?: boolean;
}

const Text = ({ draft, failure, name, description, isFirst = false, isRequired = false }: TextProps) => {
  const { t } = useTranslation('catalog');
  const fault = useFaultText();
  return (
    <TextInput
      label={t(`fields.${name}`)}
      description={description}
      spellCheck={name === 'name'}
      autoFocus={isFirst}
      data-autofocus={isFirst || undefined}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      value={draft.shown[name]}
      error={fault.text(name, draft.faults.texts[name]) ?? fault.refused(failure, name, MAX_LENGTHS[name])}
      onChange={(event) => draft.edit({ [name]: event.currentTarget.value })}
    />
  );
};
