import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { INVOICE_STATUSES } from '../../../../shared/api/statuses.ts';
import { type FilterProps, withFilter } from '../../../lib/invoice-search.ts';
import classes from './filters.module.css';

export const StatusFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const choose = (value: string): void =>
    onChange(withFilter(search, { status: INVOICE_STATUSES.find((status) => status === value) }));
  return (
    <Chip.Group value={search.status ?? 'all'} onChange={choose}>
      <Group gap={6} role="radiogroup" aria-label={t('filters.status')}>
        {(['all', ...INVOICE_STATUSES] as const).map((status) => (
          <Chip key={status} value={status} size="sm" variant="light" classNames={{ label: classes.chip }}>
            {t(`statuses.${status}`)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
};
