import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Details, DISCOUNT_KINDS, type FormAction } from './form.ts';

interface DiscountFieldProps {
  details: Details;
  /** Why it is no discount, in words; null: it is one. */
  error: string | null;
  fill(action: FormAction): void;
}

/** A discount on the whole basket, or an extra charge. */
export const DiscountField = ({ details, error, fill }: DiscountFieldProps) => {
  const { t } = useTranslation('charge');
  return (
    <Group grow gap="xs" align="flex-start" wrap="nowrap" role="group" aria-label={t('details.basket')}>
      <NativeSelect
        label={t('details.basket')}
        value={details.discountKind}
        onChange={(event) => {
          const discountKind = DISCOUNT_KINDS.find((kind) => kind === event.currentTarget.value);
          if (discountKind) fill({ type: 'details', changes: { discountKind } });
        }}
        data={DISCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`details.basketKinds.${kind}`) }))}
      />
      <TextInput
        label={t('details.basketSize')}
        inputMode="decimal"
        placeholder="0"
        value={details.discount}
        error={error}
        onChange={(event) => fill({ type: 'details', changes: { discount: event.currentTarget.value } })}
      />
    </Group>
  );
};
