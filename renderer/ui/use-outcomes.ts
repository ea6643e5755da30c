import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { InvoiceOutcome, InvoiceOutcomes } from '../../shared/api/invoice-lists.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { call } from '../data/http.ts';
import { keys } from '../data/keys.ts';
import { search } from '../data/queries.ts';
import { usePreferences } from './use-preferences.ts';

const outcomesQuery = (ids: string, language: string) =>
  queryOptions({
    queryKey: keys.invoiceOutcomes(ids, language),
    queryFn: ({ signal }) => call<InvoiceOutcomes>(`invoices/outcomes/${search({ ids })}`, { signal }),
    placeholderData: keepPreviousData,
  });

type Ended = Pick<Invoice, 'id' | 'status' | 'failure_reason'>;

/** An invoice in one of these has one of several outcomes. */
const SEVERAL_OUTCOMES: readonly Invoice['status'][] = ['expired', 'failure', 'processing'];

const NO_INVOICES: readonly Ended[] = [];

/**
 * How the closed invoices of a list ended, why a payment failed, and what is held: fields that an invoice itself does not have.
 * @returns the outcome of an invoice; undefined until loaded, and for one that is neither closed nor failed nor at work
 */
export const useOutcomes = (
  invoices: readonly Ended[] = NO_INVOICES,
): ((id: number) => InvoiceOutcome | undefined) => {
  const { language } = usePreferences();
  const ids = invoices
    .filter(({ status, failure_reason }) => SEVERAL_OUTCOMES.includes(status) || failure_reason !== '')
    .map(({ id }) => id)
    .join(',');
  const { data } = useQuery({ ...outcomesQuery(ids, language), enabled: ids !== '' });
  return useMemo(() => {
    const byId = new Map(data?.results.map((outcome) => [outcome.id, outcome]));
    return (id) => byId.get(id);
  }, [data]);
};
