import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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

const NO_INVOICES: readonly Ended[] = [];

/**
 * How the closed invoices of a list ended, why a payment failed, what is held, what was not captured and what was paid beside
 * in cash: fields that an invoice itself does not have.
 * @returns the outcome of an invoice; undefined until loaded, and for one that has nothing of all that
 */
export const useOutcomes = (
  invoices: readonly Ended[] = NO_INVOICES,
): ((id: number) => InvoiceOutcome | undefined) => {
  const { language } = usePreferences();
  // Of any invoice a part may be paid in cash.
  const { cash } = useShopFacts();
  const ids = invoices
    .filter((invoice) => cash || hasOutcome(invoice))
    .map(({ id }) => id)
    .join(',');
  const { data } = useQuery({
    ...readPage('invoices/outcomes/', { ids }, { apart: { language } }),
    enabled: ids !== '',
  });
  return useMemo(() => {
    const byId = new Map(data?.results.map((outcome) => [outcome.id, outcome]));
    return (id) => byId.get(id);
  }, [data]);
};
