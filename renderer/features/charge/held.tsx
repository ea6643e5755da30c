import { Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Act } from '../../kit/act.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { usePermission } from '../../shop/session/account.ts';

/** The buyer has paid, and the bank holds the money: it is not taken yet. */
export const Held = ({ invoice, onNew }: { invoice: Invoice; onNew(): void }) => {
  const { t } = useTranslation('charge');
  const canView = usePermission('can_view_invoices');
  const { id, amount, ccy, number_display } = invoice;
  return (
    <EmptyState
      isCard
      order={1}
      icon={<IconLock size={40} stroke={1.4} aria-hidden />}
      title={t('held.title', { amount: formatAmount(amount, ccy) })}
      action={
        <Group justify="center">
          <Act tone="main" autoFocus onClick={onNew} text={t('newInvoice')} />
          {canView ? (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/invoices/$invoiceId" params={{ invoiceId: String(id) }} />
              )}
            >
              {t('held.open')}
            </Button>
          ) : null}
        </Group>
      }
    >
      {t('held.text', { number: number_display })}
    </EmptyState>
  );
};
