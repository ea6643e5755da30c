import { Button, Group, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconClockOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Page } from '../../ui/page.tsx';
import classes from './over.module.css';

interface OverProps {
  invoice: Invoice;
  isCancelled: boolean;
  onNew(): void;
  onSame(): void;
}

/** Nothing more is expected of it: cancelled, run out of time, or paid and returned. */
export const Over = ({ invoice, isCancelled, onNew, onSame }: OverProps) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const isReturned = invoice.status === 'reversed';
  const ended = isCancelled ? 'cancelled' : 'expired';
  const told = isReturned ? 'returned' : ended;
  const Icon = isReturned ? IconArrowBackUp : IconClockOff;
  const params = { number: invoice.number_display, amount: formatAmount(invoice.amount) };
  return (
    <Page title={common('places.charge')}>
      <div className={`card ${classes.over}`} role="status" data-tone={isReturned ? 'returned' : 'over'}>
        <span className={classes.icon}>
          <Icon size={48} stroke={1.4} aria-hidden />
        </span>
        <Title order={2} size="h3">
          {t(`over.${told}`, params)}
        </Title>
        <Text c="dimmed" maw="34rem">
          {t(`over.${told}Text`, params)}
        </Text>
        <Group justify="center">
          <Button autoFocus onClick={onNew}>
            {t('newInvoice')}
          </Button>
          {isReturned ? null : (
            <Button variant="default" onClick={onSame}>
              {t('over.same')}
            </Button>
          )}
          <Button variant="subtle" component={Link} to={`/invoices/${invoice.id}`}>
            {t('over.details')}
          </Button>
        </Group>
      </div>
    </Page>
  );
};
