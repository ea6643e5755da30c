import { Box, Flex, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TILE_COLORS } from '../../../../shared/api/product-shop.ts';
import { splitBarcodes } from '../../../../shared/barcodes.ts';
import { readLabel, scannedText } from '../../../../shared/labels.ts';
import type { Failure } from '../../../api/failure.ts';
import { useScanner } from '../../../shop/session/scan/use-scanner.ts';
import { tileStyle } from '../../../shop/tile-colors.ts';
import type { Faults, ProductForm } from './form.ts';
import classes from './shop-fields.module.css';

/** What the counter needs of a product: barcodes, the tile's colour, whether it is a favourite. */
export const ShopFields = ({ form }: { form: ProductForm }) => {
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
        error={useFaultText(faults.barcodes) ?? refused}
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

const useFaultText = (fault: Faults['barcodes']): string | null => {
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
