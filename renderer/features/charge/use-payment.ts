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
  /** Cancelled rather than expired. */
  isCancelled: boolean;
  /** Whether the user's permissions let them follow the payment. */
  canSeeStatus: boolean;
  /** The query's state, for the case without an invoice. */
  query: Query<Invoice>;
}

/** An invoice during its payment, kept fresh by events and polling. */
export const usePayment = (id: number): PaymentState => {
  const canSeeStatus = usePermission('can_view_invoices');
  const isLive = useConnection().state === 'live';
  const { draft } = useChargeDraft();
  const asMade = draft.last?.invoice.id === id ? draft.last.invoice : undefined;

  const query = useQuery({
    ...invoiceQuery(id),
    enabled: canSeeStatus,
    // The customer may pay while this window is hidden.
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
    // Created elsewhere, or before a restart of the browser: a user without permission to view invoices sees nothing.
    query: canSeeStatus ? query : { ...query, data: asMade, error: new ApiError({ kind: 'missing' }) },
  };
};
