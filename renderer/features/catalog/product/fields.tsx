import { Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import type { Failure } from '../../../api/failure.ts';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { NamedSelect } from '../named/named-select.tsx';
import { categoriesQuery, unitsQuery } from '../queries.ts';
import { MAX_LENGTHS, type ProductForm, type TextFault, type TextName } from './form.ts';
import { ShopFields } from './shop-fields.tsx';

interface FieldsProps {
  form: ProductForm;
  /** Focuses the first field. */
  isNew: boolean;
  /** What the counter needs of the product is loaded. */
  isShopKnown: boolean;
}

export const ProductFields = ({ form, isNew, isShopKnown }: FieldsProps) => {
  const { t } = useTranslation('catalog');
  const { data: categories } = useQuery(categoriesQuery);
  const { data: units } = useQuery(unitsQuery);
  const fault = useFaultText();
  const { shown, edit, failure } = form;
  return (
    <>
      <Text form={form} name="name" isFirst={isNew} isRequired />
      <Group gap="sm" grow align="start">
        <Price form={form} />
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
        <Text form={form} name="article" />
        <Text form={form} name="external_code" />
      </Group>
      <Text form={form} name="name_for_docs" description={t('fields.nameForDocsHint')} />
      {isShopKnown ? <ShopFields form={form} /> : null}
    </>
  );
};

const Price = ({ form: { shown, faults, failure, edit } }: Pick<FieldsProps, 'form'>) => {
  const { t } = useTranslation('catalog');
  const fault = useFaultText();
  return (
    <MoneyInput
      label={t('fields.priceUah')}
      withAsterisk
      aria-required
      value={shown.price}
      fault={faults.price}
      error={fault.refused(failure, 'price')}
      isSelectedOnFocus
      onChange={(price) => edit({ price })}
    />
  );
};

interface TextProps {
  form: ProductForm;
  name: TextName;
  description?: string;
  isFirst?: boolean;
  isRequired?: boolean;
}

const Text = ({ form, name, description, isFirst = false, isRequired = false }: TextProps) => {
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
      value={form.shown[name]}
      error={
        fault.text(name, form.faults.texts[name]) ?? fault.refused(form.failure, name, MAX_LENGTHS[name])
      }
      onChange={(event) => form.edit({ [name]: event.currentTarget.value })}
    />
  );
};

/** The program's error codes. */
const KNOWN = {
  blank: 'blank',
  required: 'blank',
  max_length: 'long',
  invalid: 'characters',
  null_characters_not_allowed: 'characters',
  not_found: 'gone',
} as const;
const isKnown = (code: string | undefined): code is keyof typeof KNOWN =>
  code !== undefined && Object.hasOwn(KNOWN, code);

/** The error text of a field; null: none. */
const useFaultText = () => {
  const { t } = useTranslation('catalog');
  return {
    text: (name: TextName, fault: TextFault | undefined): string | null =>
      fault === undefined ? null : t(`faults.${fault}`, { max: MAX_LENGTHS[name] }),
    refused: (failure: Failure | undefined, field: string, max: number = MAX_LENGTH.name): string | null => {
      if (failure?.kind !== 'invalid') return null;
      const code = failure.codes?.[field]?.[0]?.code;
      return isKnown(code) ? t(`faults.${KNOWN[code]}`, { max }) : (failure.errors[field] ?? null);
    },
  };
};
