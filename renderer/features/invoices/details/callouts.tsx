import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import type { Failure } from '../../../api/failure.ts';
import { Callout } from '../../../kit/callout.tsx';
import { FailureText } from '../../../kit/use-failure-text.ts';
import { leftOf, refundedOf } from '../../../lib/invoices.ts';
import { BankAwayText, useBankAway, useBankAwayTitle } from '../../../shop/bank-away.tsx';
import { type Change, refusalOf } from './refusal.ts';

export const RefusalCallout = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('invoices');
  const refusal = refusalOf(failure);
  return (
    <Callout tone="failed" role="alert" icon={<IconAlertTriangle />} title={t('trouble.refusedTitle')}>
      {refusal === undefined ? <FailureText failure={failure} /> : t(`trouble.${refusal}`)}
    </Callout>
  );
};

/** Warns before a request that the bank is unreachable, because the customer is waiting. */
export const BankDownCallout = () => {
  const away = useBankAway();
  const title = useBankAwayTitle();
  if (!away) return null;
  return (
    <Callout tone="working" icon={<IconAlertTriangle />} title={title(away)}>
      <BankAwayText {...away} />
    </Callout>
  );
};

/** The invoice has changed since the dialog opened. */
export const ChangedCallout = ({ change, invoice }: { change: Change; invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const title =
    change === 'refunded'
      ? t('trouble.refundedTitle', { refunded: formatAmount(refundedOf(invoice), invoice.ccy) })
      : t('trouble.changedTitle', { status: t(`status.${invoice.status}`) });
  const left = invoice.status === 'reversed' ? 0 : leftOf(invoice);
  return (
    <Callout tone="working" role="alert" icon={<IconAlertTriangle />} title={title}>
      {t(`trouble.${change}`, { left: formatAmount(left, invoice.ccy) })}
    </Callout>
  );
};
