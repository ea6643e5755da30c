import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { createScanned } from '../../../api/mutations.ts';
import { Hint } from '../../../kit/act.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { parsePrice } from '../../../lib/money.ts';

interface AddScannedProps {
  code: string;
  onAdded(product: Product): void;
  onClose(): void;
}

/** A new product with the barcode that was scanned, at once in the invoice. */
export const AddScanned = ({ code, onAdded, onClose }: AddScannedProps) => {
  const { t } = useTranslation('charge');
  const invalidate = useInvalidate();
  const [name, setName] = useState('');
  const [price, setPrice] = useState('');
  const parsed = parsePrice(price);

  const minor = 'minor' in parsed ? parsed.minor : undefined;
  const form = useForm(name.trim() === '' || minor === undefined, async () => {
    if (minor === undefined) return;
    const product = await createScanned({ name: name.trim(), price: minor }, code).finally(
      () => void invalidate('catalog'),
    );
    onClose();
    onAdded(product);
  });
  return (
    <FormDialog
      title={t('scan.new')}
      form={form}
      gap="sm"
      submit={t('scan.save')}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <Hint className="figures">{t('scan.code', { code })}</Hint>
      <TextInput
        label={t('lines.name')}
        data-autofocus
        value={name}
        error={form.isTried && name.trim() === '' ? t('lines.fieldFaults.name') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MoneyInput
        label={t('lines.price')}
        value={price}
        fault={form.isTried && 'fault' in parsed ? parsed.fault : undefined}
        onChange={setPrice}
      />
    </FormDialog>
  );
};
