import { IconAlertTriangle, IconCheck, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import type { InvoiceRefunds } from '../../../../shared/api/refunds.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { createPerUser, newKey } from '../../../api/keyed-attempts.ts';
import { useConnection } from '../../../api/live-provider.tsx';
import { invoiceHistoryQuery, invoiceRefundsQuery } from '../../../api/queries.ts';
import { Hint } from '../../../kit/act.tsx';
import { Callout, DoubtCallout } from '../../../kit/callout.tsx';
import { useStore } from '../../../lib/create-store.ts';
import { leftOf } from '../../../lib/invoices.ts';
import { useAccount } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { createRefundStore, type RefundStore } from './attempt-store.ts';
import { endingOf, isOver, type RefundEnding, type UnderWay, underWayOf } from './progress.ts';

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

const storeOf = createPerUser((username) =>
  createRefundStore(username, { storage: sessionStorage, newKey, now: Date.now }),
);

/** Events come first; polling bounds the effect of a lost one. */
const POLL_LIVE_MS = 10_000;
const POLL_BLIND_MS = 3000;

interface RefundsState {
  store: RefundStore;
  refunds: InvoiceRefunds | undefined;
  /** Whether the first read has ended, also with an error: until then no refund is offered. */
  isKnown: boolean;
  underWay: UnderWay | undefined;
  /** The outcome of a refund that was in progress on this screen. */
  ended: { amount: number; ending: RefundEnding } | undefined;
}

/** The refundable state of an invoice and its refunds. Only reads. */
export const useRefunds = ({ id, paid_date }: Pick<Invoice, 'id' | 'paid_date'>): RefundsState => {
  const { username, full_name } = useAccount();
  const store = storeOf(username);
  const attempts = useStore(store);
  const attempt = attempts.find((each) => each.invoice === id);
  const isLive = useConnection().state === 'live';
  const isOpen = (refunds: InvoiceRefunds | undefined): boolean =>
    attempt?.state === 'unknown' || (refunds?.under_way ?? null) !== null;
  const { data, dataUpdatedAt, isFetched } = useQuery({
    ...invoiceRefundsQuery(id),
    enabled: paid_date !== null,
    refetchInterval: ({ state }) => (isOpen(state.data) ? (isLive ? POLL_LIVE_MS : POLL_BLIND_MS) : false),
  });
  const { data: history } = useQuery({ ...invoiceHistoryQuery(id), enabled: paid_date !== null });

  const reading = data && { refunds: data, at: dataUpdatedAt };
  const underWay = underWayOf(reading, attempt, full_name || username);
  const seen = useLastSeen(underWay);
  const over = attempt && isOver(reading, attempt) ? attempt : undefined;
  useEffect(() => {
    if (!over || !data) return;
    if (data.left < over.left) store.succeed(over.key);
    else store.giveUp(over.key);
  }, [over, data, store]);

  const ended =
    !underWay && seen && data
      ? { amount: seen.amount, ending: endingOf(seen, data.left, history) }
      : undefined;
  return { store, refunds: data, isKnown: isFetched, underWay, ended };
};

/** The last refund in doubt or at the bank; one that this tab has sent ends with its own answer. */
const useLastSeen = (underWay: UnderWay | undefined): UnderWay | undefined => {
  const [seen, setSeen] = useState<UnderWay>();
  if (underWay && underWay.state === 'sent' && seen) setSeen(undefined);
  const isNew =
    underWay &&
    underWay.state !== 'sent' &&
    (seen?.amount !== underWay.amount || seen.left !== underWay.left || seen.state !== underWay.state);
  if (isNew) setSeen(underWay);
  return seen;
};
