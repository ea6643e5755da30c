import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import type { InvoiceRefunds } from '../../../../shared/api/refunds.ts';
import { createPerUser, newKey } from '../../../api/keyed-attempts.ts';
import { useConnection } from '../../../api/live-provider.tsx';
import { invoiceHistoryQuery, invoiceRefundsQuery } from '../../../api/queries.ts';
import { useStore } from '../../../lib/create-store.ts';
import { useAccount } from '../../../shop/session/account.ts';
import { createRefundStore, type RefundStore } from './attempt-store.ts';
import { endingOf, isOver, type RefundEnding, type UnderWay, underWayOf } from './progress.ts';

const storeOf = createPerUser((username) =>
  createRefundStore(username, { storage: sessionStorage, newKey, now: Date.now }),
);

/** Events come first; polling bounds the effect of a lost one. */
const POLL_LIVE_MS = 10_000;
const POLL_BLIND_MS = 3000;

export interface RefundsState {
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
