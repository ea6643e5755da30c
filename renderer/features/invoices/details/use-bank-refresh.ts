import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { invalidate } from '../../../api/keys.ts';
import { refreshInvoice } from '../../../api/mutations.ts';
import { putData } from '../../../api/put-data.ts';
import { invoiceQuery } from '../../../api/queries.ts';
import { useAction } from '../../../kit/use-action.ts';
import { leftOf, refundedOf } from '../../../lib/invoices.ts';
import { useDates } from '../../../shop/use-dates.ts';

/** Returns a function that stores an updated invoice and refetches related queries. */
export const useStoreInvoice = () => {
  const queries = useQueryClient();
  return (invoice: Invoice): void => {
    putData(queries, invoiceQuery(invoice.id).queryKey, invoice);
    void invalidate(queries, 'invoice');
  };
};

/** Refreshes an invoice from the bank and describes the result. */
export const useBankRefresh = (invoice: Invoice) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const storeInvoice = useStoreInvoice();
  const action = useAction();
  const [answer, setAnswer] = useState<{ id: number; text: string }>();

  const refresh = async (): Promise<void> => {
    setAnswer(undefined);
    await action.run(async () => {
      const updated = await refreshInvoice(invoice.id);
      storeInvoice(updated);
      setAnswer({ id: invoice.id, text: answerText(updated) });
    });
  };
  const answerText = (updated: Invoice): string => {
    const status = t(`status.${updated.status}`);
    const time = dates.time(Date.now());
    if (updated.status === invoice.status && leftOf(updated) === leftOf(invoice))
      return t('refreshed.same', { time, status });
    return updated.status === 'success' && refundedOf(updated) > 0
      ? t('refreshed.left', { time, status, left: formatAmount(leftOf(updated), updated.ccy) })
      : t('refreshed.changed', { time, status });
  };
  return { ...action, refresh, answer: answer?.id === invoice.id ? answer.text : undefined };
};
