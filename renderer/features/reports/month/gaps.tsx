import { Anchor, List } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AccountMonth } from '../../../../shared/api/month.ts';
import { Callout } from '../../../kit/callout.tsx';
import { useDates } from '../../../shop/use-dates.ts';

/** What is missing of the month, and where it is put in order. It holds up no download. */
export const Gaps = ({ month: { is_over, gaps } }: { month: AccountMonth }) => {
  const { t } = useTranslation('month');
  const dates = useDates();
  const { statements, attempts_in_doubt, fiscal_receipts } = gaps;
  if (is_over && statements.length === 0 && attempts_in_doubt === 0 && fiscal_receipts === 0)
    return <Callout tone="paid" icon={<IconCheck />} title={t('gaps.none')} />;
  return (
    <Callout tone="working" icon={<IconAlertTriangle />} title={t('gaps.title')}>
      <List size="sm" spacing={2}>
        {is_over ? null : <List.Item>{t('gaps.goesOn')}</List.Item>}
        {statements.map(({ terminal, name, until }) => (
          <List.Item key={terminal}>
            {until === null
              ? t('gaps.noStatement', { name })
              : t('gaps.statement', { name, until: dates.moment(Date.parse(until)) })}{' '}
            <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/terminals" />}>
              {t('gaps.toTerminals')}
            </Anchor>
          </List.Item>
        ))}
        {attempts_in_doubt === 0 ? null : (
          <List.Item>{t('gaps.doubts', { count: attempts_in_doubt })}</List.Item>
        )}
        {fiscal_receipts === 0 ? null : (
          <List.Item>
            {t('gaps.receipts', { count: fiscal_receipts })}{' '}
            <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/" />}>
              {t('gaps.toToday')}
            </Anchor>
          </List.Item>
        )}
      </List>
    </Callout>
  );
};
