import { Box, Flex, Group, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import { TILE_COLORS } from '../../../../shared/api/product-shop.ts';
import { splitBarcodes } from '../../../../shared/barcodes.ts';
import { readLabel, scannedText } from '../../../../shared/labels.ts';
import type { Failure } from '../../../api/failure.ts';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { useScanner } from '../../../shop/session/scan/use-scanner.ts';
import { tileStyle } from '../../../shop/tile-colors.ts';
import { NamedSelect } from '../named/named-select.tsx';
import { categoriesQuery, unitsQuery } from '../queries.ts';
import classes from './fields.module.css';
import { type Faults, MAX_LENGTHS, type ProductForm, type TextFault, type TextName } from './form.ts';

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
        <MoneyInput
          label={t('fields.priceUah')}
          withAsterisk
          aria-required
          value={form.shown.price}
          fault={form.faults.price}
          error={fault.refused(form.failure, 'price')}
          isSelectedOnFocus
          onChange={(price) => form.edit({ price })}
        />
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

/** What the counter needs of a product: barcodes, the tile's colour, whether it is a favourite. */
const ShopFields = ({ form }: { form: ProductForm }) => {
  const { t } = useTranslation('catalog');
  const { shown, edit, faults, failure } = form;
  const refused = useRefusedBarcodes(failure);
  const input = useRef<HTMLInputElement>(null);
  useScanner({
    inForm: input,
    onScan: (code) => {
      const barcode = readLabel(code, '')?.barcodes[0] ?? scannedText(code);
      edit({ barcodes: [...splitBarcodes(shown.barcodes), barcode, ''].join(', ') });
    },
  });
  return (
    <>
      <TextInput
        ref={input}
        label={t('fields.barcodes')}
        description={t('fields.barcodesHint')}
        spellCheck={false}
        value={shown.barcodes}
        error={useBarcodesFaultText(faults.barcodes) ?? refused}
        onChange={(event) => edit({ barcodes: event.currentTarget.value })}
        // Enter ends a code: the next one follows, and the form is not saved yet.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          if (shown.barcodes.trim() !== '')
            edit({ barcodes: `${shown.barcodes.trim().replace(/,$/, '')}, ` });
        }}
      />
      <ColorField value={shown.tile_color} onChange={(tile_color) => edit({ tile_color })} />
      <Switch
        label={t('fields.is_favorite')}
        description={t('fields.favoriteHint')}
        checked={shown.is_favorite}
        onChange={(event) => edit({ is_favorite: event.currentTarget.checked })}
      />
    </>
  );
};

const useBarcodesFaultText = (fault: Faults['barcodes']): string | null => {
  const { t } = useTranslation('catalog');
  return fault === undefined ? null : t(`barcodeFaults.${fault}`);
};

/** Which product has the barcode; null: nothing of the kind was refused. */
const useRefusedBarcodes = (failure: Failure | undefined): string | null => {
  const { t } = useTranslation('catalog');
  if (failure?.kind !== 'invalid') return null;
  const [first] = failure.codes?.barcodes ?? [];
  if (first?.code !== 'barcode_taken') return failure.errors.barcodes ?? null;
  const { barcode = '', name = '' } = first.facts;
  return t('barcodeFaults.taken', { barcode: String(barcode), name: String(name) });
};

interface ColorFieldProps {
  value: ProductForm['shown']['tile_color'];
  onChange(color: ProductForm['shown']['tile_color']): void;
}

const ColorField = ({ value, onChange }: ColorFieldProps) => {
  const { t } = useTranslation('catalog');
  const id = useId();
  return (
    <div>
      <Box id={id} mb={6} fz="sm" fw={500}>
        {t('fields.tile_color')}
      </Box>
      <Flex role="radiogroup" aria-labelledby={id} wrap="wrap" gap={6}>
        {(['', ...TILE_COLORS] as const).map((color) => (
          <Tooltip key={color} label={t(`colors.${color || 'none'}`)}>
            <label className={`card ${classes.color}`} style={tileStyle(color)}>
              <input
                type="radio"
                name={id}
                checked={value === color}
                aria-label={t(`colors.${color || 'none'}`)}
                onChange={() => onChange(color)}
              />
              {value === color ? <IconCheck size={16} aria-hidden /> : null}
            </label>
          </Tooltip>
        ))}
      </Flex>
    </div>
  );
};
