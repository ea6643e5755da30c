import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DeclineExplained } from '../../shared/api/declines.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { call } from '../data/http.ts';
import { keys } from '../data/keys.ts';
import { usePreferences } from './use-preferences.ts';

type Failed = Pick<Invoice, 'id' | 'status' | 'failure_reason' | 'modified_date'>;

/** Another failure of the same invoice is another question: the bank's change of it tells them apart. */
const declineQuery = ({ id, modified_date }: Failed, language: string) =>
  queryOptions({
    queryKey: keys.decline(id, modified_date, language),
    queryFn: ({ signal }) => call<DeclineExplained>(`invoices/${id}/failure/`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Decline {
  /** In words of the screen's language where the code is known, else the bank's own; "" where it gave none. */
  reason: string;
  /** What the cashier can do; "" where nobody knows. */
  advice: string;
  canTryAgain: boolean | null;
  /** The bank's own text and code, where they are not the reason already. */
  bank: string;
}

/** Why the payment failed. Nobody waits for it: until it is explained, the bank's own text is all there is. */
export const useDecline = (invoice: Failed): Decline => {
  const { t } = useTranslation('failures');
  const { language } = usePreferences();
  const hasFailed = invoice.status === 'failure' || invoice.failure_reason !== '';
  const { data } = useQuery({ ...declineQuery(invoice, language), enabled: hasFailed });
  const words = invoice.failure_reason;
  const plain = { reason: words, advice: '', canTryAgain: null, bank: '' };
  // An answer about another failure than the one that is shown explains nothing.
  if (!data || data.failure_reason !== words) return plain;
  const { err_code: code, reason, advice, may_try_again: canTryAgain } = data;
  if (reason === '') return { ...plain, bank: code === '' ? '' : t('decline.code', { code }) };
  const bank = words === '' ? t('decline.code', { code }) : t('decline.bank', { words, code });
  return { reason, advice, canTryAgain, bank };
};
