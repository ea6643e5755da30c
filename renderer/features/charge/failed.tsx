import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { OutcomeScreen } from './outcome-screen.tsx';

interface FailedProps {
  invoice: Invoice;
  /** The same invoice goes on waiting: its page lets the customer try again. */
  onAgain(): void;
  /** Another invoice of the same content. */
  onSame(): void;
}

export const Failed = ({ invoice, onAgain, onSame }: FailedProps) => {
  const { t } = useTranslation('charge');
  const { amount, number_display, failure_reason } = invoice;
  return (
    <OutcomeScreen
      tone="failed"
      icon={IconX}
      title={t('failed.title')}
      amount={formatAmount(amount)}
      words={failure_reason || t('failed.noReason')}
      hint={t('failed.hint')}
      facts={[[t('paid.number'), number_display]]}
      onClose={onAgain}
    >
      <Button size="lg" variant="white" color="dark.9" autoFocus data-autofocus onClick={onAgain}>
        {t('failed.again')}
      </Button>
      <Button size="lg" variant="outline" color="white" onClick={onSame}>
        {t('failed.same')}
      </Button>
    </OutcomeScreen>
  );
};
