import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../shared/api/invoices.ts';
import { read } from '../api/client.ts';
import { usePreferences } from '../lib/preferences.ts';

type Failed = Pick<Invoice, 'id' | 'status' | 'failure_reason' | 'modified_date'>;

/** modified_date distinguishes the failures of one invoice. */
const declineQuery = ({ id, modified_date }: Failed, language: string) =>
  queryOptions({
    ...read('invoices/{id}/failure/', { id }, { apart: { modified_date: modified_date ?? '', language } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Decline {
  /** Translated if the code is known, else the bank's text; "" if the bank gave none. */
  reason: string;
  /** The cashier's next step, "" if unknown: the screens themselves cancel a QR before cash is taken. */
  advice: string;
  canTryAgain: boolean | null;
  /** The bank's text and code, unless `reason` already is that text. */
  bank: string;
}

/** Explains a failed payment. Until the explanation is loaded, shows the bank's own text. */
export const useDecline = (invoice: Failed): Decline => {
  const { t } = useTranslation('refusals');
  const { language } = usePreferences();
  const hasFailed = invoice.status === 'failure' || invoice.failure_reason !== '';
  const { data } = useQuery({ ...declineQuery(invoice, language), enabled: hasFailed });
  const words = invoice.failure_reason;
  const plain = { reason: words, advice: '', canTryAgain: null, bank: '' };
  // The answer explains an earlier failure.
  if (!data || data.failure_reason !== words) return plain;
  const { err_code: code, reason, next_step: advice, may_try_again: canTryAgain } = data;
  if (reason === '') return { ...plain, bank: code === '' ? '' : t('decline.code', { code }) };
  const bank = words === '' ? t('decline.code', { code }) : t('decline.bank', { words, code });
  return { reason, advice, canTryAgain, bank };
};
