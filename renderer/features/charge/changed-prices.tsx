import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { Act } from '../../kit/act.tsx';
import { ChargeCallout } from './charge-callout.tsx';
import type { FormAction } from './form.ts';
import type { ChangedPrice } from './use-changed-prices.ts';

interface ChangedPricesProps {
  changed: readonly ChangedPrice[];
  fill(action: FormAction): void;
  /** Absent: the caller sells at the prices of the catalog alone. */
  onKeep?: (() => void) | undefined;
}

/** Prices of the catalog that changed since the seller saw them. Nothing is sold until one of the buttons was pressed. */
export const ChangedPrices = ({ changed, fill, onKeep }: ChangedPricesProps) => {
  const { t } = useTranslation('charge');
  if (changed.length === 0) return null;
  const use = (): void => {
    for (const { key, now } of changed) fill({ type: 'line', key, changes: { price: now } });
  };
  return (
    <ChargeCallout
      tone="working"
      title={t('prices.title')}
      action={
        <Group gap="xs" mt={4}>
          <Act tone="main" size="xs" onClick={use} text={t('prices.use')} />
          {onKeep ? <Act size="xs" onClick={onKeep} text={t('prices.keep')} /> : null}
        </Group>
      }
    >
      {changed.map(({ key, name, seen, now }) => (
        <span key={key} style={{ display: 'block' }}>
          {t('prices.change', { name, seen: formatAmount(seen), now: formatAmount(now) })}
        </span>
      ))}
    </ChargeCallout>
  );
};
