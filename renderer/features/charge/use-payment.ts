import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { read } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useConnection } from '../../api/live-provider.tsx';
import { invoiceHistoryQuery, invoiceQuery } from '../../api/queries.ts';
import type { Query } from '../../kit/query-view.tsx';
import { usePermission } from '../../shop/session/account.ts';
import { pollEvery, wasCancelled, wasHeld } from './stages.ts';

export interface PaymentState {
  invoice: Invoice | undefined;
  /** ms UTC */
  expiresAt: number | undefined;
  /** Cancelled rather than expired. */
  isCancelled: boolean;
  /** The bank holds the money, which is not taken yet. */
  isHeld: boolean;
  /** The query's state, for the case without an invoice. */
  query: Query<Invoice>;
}

/**
 * An invoice during its payment, kept fresh by events and polling. Whoever may not view invoices follows one that they
 * created, by its outcome.
 */
export const usePayment = (id: number): PaymentState => {
  const canView = usePermission('can_view_invoices');
  const isLive = useConnection().state === 'live';
  const interval = (status: Invoice['status'] | undefined, error: Error | null) =>
    error && failureOf(error).kind === 'missing' ? false : pollEvery(status, isLive);
  // The customer may pay while this window is hidden.
  const inBackground = { refetchIntervalInBackground: true };

  const viewed = useQuery({
    ...invoiceQuery(id),
    ...inBackground,
    enabled: canView,
    refetchInterval: ({ state }) => interval(state.data?.status, state.error),
  });
  const { data: viewedHistory } = useQuery({
    ...invoiceHistoryQuery(id),
    enabled: canView && viewed.data !== undefined,
  });
  const outcome = useQuery({
    ...read('invoices/{id}/outcome/', { id }),
    ...inBackground,
    enabled: !canView,
    refetchInterval: ({ state }) => interval(state.data?.invoice.status, state.error),
  });

  const query = canView ? viewed : { ...outcome, data: outcome.data?.invoice };
  const history = canView ? viewedHistory : outcome.data?.history;
  const expires = history?.expires_at;
  return {
    invoice: query.data,
    expiresAt: expires ? Date.parse(expires) : undefined,
    isCancelled: wasCancelled(history, Date.now()),
    isHeld: query.data?.status === 'processing' && wasHeld(history),
    query,
  };
};
