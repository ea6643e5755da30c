import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { ApiError, failureOf } from '../../data/failure.ts';
import { useConnection } from '../../data/live-provider.tsx';
import { invoiceHistoryQuery, invoiceQuery } from '../../data/queries.ts';
import { usePermission } from '../../session/account.ts';
import type { Query } from '../../ui/query-view.tsx';
import { pollEvery, wasCancelled } from './stages.ts';
import { useChargeDraft } from './use-charge-draft.ts';

export interface PaymentState {
  invoice: Invoice | undefined;
  /** ms UTC */
  expiresAt: number | undefined;
  /** Of one that has ended unpaid: not that its time ran out. */
  isCancelled: boolean;
  /** False: this user is never told what becomes of it. */
  canSeeStatus: boolean;
  /** Why there is no invoice to show. */
  query: Query<Invoice>;
}

/** One invoice as it is being paid: events first, and now and then a look of one's own. */
export const usePayment = (id: number): PaymentState => {
  const canSeeStatus = usePermission('can_view_invoices');
  const isLive = useConnection().state === 'live';
  const { draft } = useChargeDraft();
  const asMade = draft.last?.invoice.id === id ? draft.last.invoice : undefined;

  const query = useQuery({
    ...invoiceQuery(id),
    enabled: canSeeStatus,
    // The customer pays while this window is behind another.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      state.error && failureOf(state.error).kind === 'missing'
        ? false
        : pollEvery(state.data?.status, isLive),
  });
  const { data } = query;
  const { data: history } = useQuery({
    ...invoiceHistoryQuery(id),
    enabled: canSeeStatus && data !== undefined,
  });
  const expires = history?.expires_at;

  return {
    invoice: canSeeStatus ? data : asMade,
    expiresAt: expires ? Date.parse(expires) : undefined,
    isCancelled: wasCancelled(history, Date.now()),
    canSeeStatus,
    // Made elsewhere, or before a restart of the browser: a user who may not view invoices is shown nothing.
    query: canSeeStatus ? query : { ...query, data: asMade, error: new ApiError({ kind: 'missing' }) },
  };
};
