import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { InvoiceOutcome } from '../../shared/api/invoice-lists.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { readPage } from '../api/client.ts';
import { usePreferences } from '../kit/use-preferences.ts';

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
 * How the closed invoices of a list ended, why a payment failed, what is held and what was not captured: fields that an
 * invoice itself does not have.
 * @returns the outcome of an invoice; undefined until loaded, and for one that has nothing of all that
 */
export const useOutcomes = (
  invoices: readonly Ended[] = NO_INVOICES,
): ((id: number) => InvoiceOutcome | undefined) => {
  const { language } = usePreferences();
  const ids = invoices
    .filter(hasOutcome)
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
