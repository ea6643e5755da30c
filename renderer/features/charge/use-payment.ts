import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { type Failure, failureOf } from '../../data/failure.ts';
import { useConnection } from '../../data/live-provider.tsx';
import { invoiceHistoryQuery, invoiceQuery } from '../../data/queries.ts';
import { useMay } from '../../session/account.ts';
import { pollEvery, wasCancelled } from './stages.ts';
import { useDesk } from './use-desk.ts';

export interface PaymentState {
  invoice: Invoice | undefined;
  /** ms UTC */
  expiresAt: number | undefined;
  /** Of one that has ended unpaid: not that its time ran out. */
  isCancelled: boolean;
  /** False: this user is never told what becomes of it. */
  isTold: boolean;
  /** Why there is no invoice to show. */
  failure: Failure | undefined;
  retry(): void;
}

/** One invoice as it is being paid: events first, and now and then a look of one's own. */
export const usePayment = (id: number): PaymentState => {
  const isTold = useMay('can_view_invoices');
  const isLive = useConnection().state === 'live';
  const { desk } = useDesk();
  const asMade = desk.last?.invoice.id === id ? desk.last.invoice : undefined;

  const { data, error, refetch } = useQuery({
    ...invoiceQuery(id),
    enabled: isTold,
    // The customer pays while this window is behind another.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      state.error && failureOf(state.error).kind === 'missing'
        ? false
        : pollEvery(state.data?.status, isLive),
  });
  const { data: history } = useQuery({ ...invoiceHistoryQuery(id), enabled: isTold && data !== undefined });
  const expires = history?.expires_at;

  return {
    invoice: isTold ? data : asMade,
    expiresAt: expires ? Date.parse(expires) : undefined,
    isCancelled: wasCancelled(history, Date.now()),
    isTold,
    failure: failureFor(isTold, error),
    retry: () => void refetch(),
  };
};

/** Of an invoice that was made elsewhere, or before a restart of the browser, who may not view is shown nothing. */
const failureFor = (isTold: boolean, error: Error | null): Failure | undefined => {
  if (!isTold) return { kind: 'missing' };
  return error ? failureOf(error) : undefined;
};
