import { Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DayClosure } from '../../../shared/api/closures.ts';
import { formatAmount } from '../../../shared/money.ts';
import { TextLink } from '../../kit/text-link.tsx';

/** How yesterday was closed. */
export const Yesterday = ({ closure }: { closure: DayClosure }) => {
  const { t } = useTranslation('today');
  return (
    <Group
      component="section"
      className="card"
      px="md"
      py="sm"
      gap="sm"
      data-tone="paid"
      aria-label={t('yesterday.title')}
    >
      <IconCircleCheck color="var(--tone)" aria-hidden />
      <Text flex={1} size="sm" className="figures">
        <Words closure={closure} />
      </Text>
      <TextLink size="sm" underline="always" to="/reports/close-day">
        {t('yesterday.closeToday')}
      </TextLink>
    </Group>
  );
};

const Words = ({ closure: { sums, differences, cash_left } }: { closure: DayClosure }) => {
  const { t } = useTranslation('today');
  const sum = formatAmount(sums.takings);
  const off = differences.find(({ kind }) => kind === 'cash')?.amount ?? 0;
  if (off !== 0)
    return t(off < 0 ? 'yesterday.short' : 'yesterday.over', { sum, off: formatAmount(Math.abs(off)) });
  if (differences.length > 0) return t('yesterday.differs', { sum });
  return t(cash_left === null ? 'yesterday.fine' : 'yesterday.fineCash', { sum });
};
