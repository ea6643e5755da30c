import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { ApiError, failureOf } from '../../data/failure.ts';
import { useConnection } from '../../data/live-provider.tsx';
import { invoiceHistoryQuery, invoiceQuery } from '../../data/queries.ts';
import { useMay } from '../../session/account.ts';
import type { Query } from '../../ui/query-view.tsx';
import { pollEvery, wasCancelled } from './stages.ts';
import { useDesk } from './use-charge-draft.ts';

export interface PaymentState {
  invoice: Invoice | undefined;
  /** ms UTC */
  expiresAt: number | undefined;
  /** Of one that has ended unpaid: not that its time ran out. */
  isCancelled: boolean;
  /** False: this user is never told what becomes of it. */
  isTold: boolean;
  /** Why there is no invoice to show. */
  query: Query<Invoice>;
}

/** One invoice as it is being paid: events first, and now and then a look of one's own. */
export const usePayment = (id: number): PaymentState => {
  const isTold = useMay('can_view_invoices');
  const isLive = useConnection().state === 'live';
  const { desk } = useDesk();
  const asMade = desk.last?.invoice.id === id ? desk.last.invoice : undefined;

  const query = useQuery({
    ...invoiceQuery(id),
    enabled: isTold,
    // The customer pays while this window is behind another.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      state.error && failureOf(state.error).kind === 'missing'
        ? false
        : pollEvery(state.data?.status, isLive),
  });
  const { data } = query;
  const { data: history } = useQuery({ ...invoiceHistoryQuery(id), enabled: isTold && data !== undefined });
  const expires = history?.expires_at;

  return {
    invoice: isTold ? data : asMade,
    expiresAt: expires ? Date.parse(expires) : undefined,
    isCancelled: wasCancelled(history, Date.now()),
    isTold,
    // Made elsewhere, or before a restart of the browser: a user who may not view invoices is shown nothing.
    query: isTold ? query : { ...query, data: asMade, error: new ApiError({ kind: 'missing' }) },
  };
};
