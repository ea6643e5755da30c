import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { useMay } from '../../session/account.ts';
import { useDates } from '../../ui/use-dates.ts';
import { OutcomeScreen } from './outcome-screen.tsx';
import { lastDigits } from './stages.ts';

/** The bank says that it is paid. */
export const Paid = ({ invoice, onNew }: { invoice: Invoice; onNew(): void }) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const mayView = useMay('can_view_invoices');
  const { amount, number_display, masked_pan, rrn, paid_date } = invoice;
  const digits = lastDigits(masked_pan);
  return (
    <OutcomeScreen
      tone="paid"
      icon={IconCheck}
      title={t('paid.title')}
      amount={formatAmount(amount)}
      facts={[
        [t('paid.number'), number_display],
        [t('paid.card'), digits === '' ? '' : `•••• ${digits}`],
        [t('paid.rrn'), rrn],
        [t('paid.time'), paid_date ? dates.short(Date.parse(paid_date)) : ''],
      ]}
      onClose={onNew}
    >
      <Button size="lg" variant="white" color="dark.9" autoFocus data-autofocus onClick={onNew}>
        {t('newInvoice')}
      </Button>
      {mayView ? (
        <Button size="lg" variant="outline" color="white" component={Link} to={`/invoices/${invoice.id}`}>
          {t('paid.receipt')}
        </Button>
      ) : null}
    </OutcomeScreen>
  );
};
