import { Group, Text } from '@mantine/core';
import { IconCalendarClock, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ShopDay } from '../../../shared/api/closures.ts';
import { formatAmount } from '../../../shared/money.ts';
import { shopDaysQuery } from '../../api/queries.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { addDays } from '../../lib/zone.ts';
import { usePermission } from '../../shop/session/account.ts';

/** How yesterday was closed; nothing of a day on which nothing was sold. */
export const Yesterday = ({ today }: { today: string }) => {
  const { t } = useTranslation('today');
  const date = addDays(today, -1);
  const canClose = usePermission('can_create_invoices');
  const { data } = useQuery({ ...shopDaysQuery({ date_from: date, date_to: date }), enabled: canClose });
  const day = data?.days[0];
  if (!canClose || !day || day.sums.qr_count + day.sums.sale_count === 0) return null;
  const isFine = day.closure?.is_changed === false;
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
      {isFine ? <IconCircleCheck color="var(--tone)" aria-hidden /> : <IconCalendarClock aria-hidden />}
      <Text flex={1} size="sm" className="figures">
        <Words day={day} />
      </Text>
      <TextLink size="sm" underline="always" to="/reports/close-day" search={isFine ? {} : { date }}>
        {t(isFine ? 'yesterday.closeToday' : 'yesterday.show')}
      </TextLink>
    </Group>
  );
};

const Words = ({ day: { closure, sums, shifts } }: { day: ShopDay }) => {
  const { t } = useTranslation('today');
  if (!closure) {
    const missed = shifts.reduce((sum, { difference }) => sum + (difference ?? 0), 0);
    if (missed === 0) return t('yesterday.open', { sum: formatAmount(sums.takings) });
    return t(missed < 0 ? 'yesterday.openShort' : 'yesterday.openOver', {
      off: formatAmount(Math.abs(missed)),
    });
  }
  if (closure.is_changed)
    return t('yesterday.changed', {
      change: `${closure.change > 0 ? '+' : ''}${formatAmount(closure.change)}`,
    });
  const sum = formatAmount(closure.sums.takings);
  const off = closure.differences.find(({ kind }) => kind === 'cash')?.amount ?? 0;
  if (off !== 0)
    return t(off < 0 ? 'yesterday.short' : 'yesterday.over', { sum, off: formatAmount(Math.abs(off)) });
  if (closure.differences.length > 0) return t('yesterday.differs', { sum });
  return t(closure.cash_left === null ? 'yesterday.fine' : 'yesterday.fineCash', { sum });
};
