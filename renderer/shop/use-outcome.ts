import { useQuery } from '@tanstack/react-query';
import type { InvoiceOutcome } from '../../shared/api/invoice-lists.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { readPage } from '../api/client.ts';
import { usePreferences } from '../kit/use-preferences.ts';
import { useShopFacts } from './use-shop-facts.ts';

type Ended = Pick<Invoice, 'id' | 'status' | 'failure_reason' | 'amount' | 'final_amount'>;

/** An invoice in one of these has one of several outcomes. */
const SEVERAL_OUTCOMES: readonly Invoice['status'][] = ['expired', 'failure', 'processing'];

/** Less is left of the payment: of a hold that was captured in part nothing was refunded. */
const isLess = ({ status, amount, final_amount }: Ended): boolean =>
  status === 'success' && final_amount !== null && final_amount < amount;

const hasOutcome = (invoice: Ended): boolean =>
  SEVERAL_OUTCOMES.includes(invoice.status) || invoice.failure_reason !== '' || isLess(invoice);

/** How an invoice ended, why a payment failed, what is held, and what was paid beside in cash; undefined: nothing of all that. */
export const useOutcome = (invoice: Ended): InvoiceOutcome | undefined => {
  const { language } = usePreferences();
  // Of any invoice a part may be paid in cash.
  const { cash } = useShopFacts();
  const { data } = useQuery({
    ...readPage('invoices/outcomes/', { ids: invoice.id }, { apart: { language } }),
    enabled: cash || hasOutcome(invoice),
  });
  return data?.results.find(({ id }) => id === invoice.id);
};
