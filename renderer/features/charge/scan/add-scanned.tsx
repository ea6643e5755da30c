import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { createScanned } from '../../../api/mutations.ts';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { parsePrice } from '../../../lib/money.ts';
import { DialogForm } from '../dialog-form.tsx';

interface AddScannedProps {
  code: string;
  onAdded(product: Product): void;
  onClose(): void;
}

/** A new product with the barcode that was scanned, at once in the invoice. */
export const AddScanned = ({ code, onAdded, onClose }: AddScannedProps) => {
  const { t } = useTranslation('charge');
  const invalidate = useInvalidate();
  const action = useAction();
  const [name, setName] = useState('');
  const [price, setPrice] = useState('');
  const [isTried, setTried] = useState(false);
  const parsed = parsePrice(price);

  const submit = (): void => {
    setTried(true);
    if (name.trim() === '' || !('minor' in parsed)) return;
    const fields = { name: name.trim(), price: parsed.minor };
    void action.run(async () => {
      const product = await createScanned(fields, code).finally(() => void invalidate('catalog'));
      onClose();
      onAdded(product);
    });
  };
  return (
    <DialogForm
      title={t('scan.new')}
      submit={t('scan.save')}
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" className="figures">
        {t('scan.code', { code })}
      </Text>
      <TextInput
        label={t('lines.name')}
        data-autofocus
        value={name}
        error={isTried && name.trim() === '' ? t('lines.fieldFaults.name') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MoneyInput
        label={t('lines.price')}
        value={price}
        fault={isTried && 'fault' in parsed ? parsed.fault : undefined}
        onChange={setPrice}
      />
    </DialogForm>
  );
};
