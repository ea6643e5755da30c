import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { ToneAlert } from '../../../ui/tone-alert.tsx';
import { openDoubt } from './doubt.ts';

/** What is in doubt says so, for as long as it is. */
export const DoubtNotice = ({ history }: { history: InvoiceHistory | undefined }) => {
  const { t } = useTranslation('invoices');
  const doubt = openDoubt(history);
  if (!doubt) return null;
  const title =
    doubt.amount === null ? t('doubt.other') : t('doubt.refund', { amount: formatAmount(doubt.amount) });
  return (
    <ToneAlert tone="working" icon={<IconHelpCircle />} title={title}>
      {t('doubt.text')}
    </ToneAlert>
  );
};
