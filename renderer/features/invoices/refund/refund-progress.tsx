import { IconAlertTriangle, IconCheck, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { Hint } from '../../../kit/act.tsx';
import { Callout, DoubtCallout } from '../../../kit/callout.tsx';
import { leftOf } from '../../../lib/invoices.ts';
import { useDates } from '../../../shop/use-dates.ts';
import type { UnderWay } from './progress.ts';
import type { RefundsState } from './use-refunds.ts';

interface RefundProgressProps extends Pick<RefundsState, 'underWay' | 'ended'> {
  invoice: Invoice;
}

/** The refund in progress, in place of the refund button; then its outcome. */
export const RefundProgress = ({ invoice, underWay, ended }: RefundProgressProps) => {
  if (underWay) return <Pending refund={underWay} ccy={invoice.ccy} />;
  return ended ? <Ended invoice={invoice} {...ended} /> : null;
};

const Pending = ({ refund, ccy }: { refund: UnderWay; ccy: number }) => {
  const { t } = useTranslation('invoices');
  const amount = formatAmount(refund.amount, ccy);
  if (refund.state === 'in_doubt')
    return (
      <DoubtCallout doubt={{ about: 'refund', amount }}>
        <Since refund={refund} />
      </DoubtCallout>
    );
  return (
    <Callout
      tone="working"
      role="status"
      icon={<IconHourglass aria-hidden />}
      title={t(refund.state === 'sent' ? 'refund.sending' : 'refund.working', { amount })}
    >
      {t('refund.workingWait')}
      <Since refund={refund} />
    </Callout>
  );
};

const Since = ({ refund: { requested_at, by } }: { refund: UnderWay }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const time = dates.short(Date.parse(requested_at));
  return (
    <Hint size="xs" mt={4} className="figures">
      {by === '' ? t('refund.since', { time }) : t('refund.sinceBy', { time, by })}
    </Hint>
  );
};

const TONES = { done: 'paid', changed: 'working', failed: 'failed', notFound: 'failed' } as const;

const Ended = ({ invoice, amount, ending }: { invoice: Invoice } & NonNullable<RefundsState['ended']>) => {
  const { t } = useTranslation('invoices');
  const left = formatAmount(invoice.status === 'reversed' ? 0 : leftOf(invoice), invoice.ccy);
  const Icon = ending === 'done' ? IconCheck : IconAlertTriangle;
  return (
    <Callout
      tone={TONES[ending]}
      role="status"
      icon={<Icon aria-hidden />}
      title={t(`refund.ended.${ending}`, { amount: formatAmount(amount, invoice.ccy) })}
    >
      {t(`refund.endedText.${ending}`, { left })}
    </Callout>
  );
};
