import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { useDecline } from '../../ui/use-decline.ts';
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
  const { amount, number_display } = invoice;
  const { reason, advice, bank, mayTryAgain } = useDecline(invoice);
  return (
    <OutcomeScreen
      tone="failed"
      icon={IconX}
      title={t('failed.title')}
      amount={formatAmount(amount)}
      words={reason || t('failed.noReason')}
      advice={advice}
      hint={t(mayTryAgain === false ? 'failed.hintOtherCard' : 'failed.hint')}
      source={bank}
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
