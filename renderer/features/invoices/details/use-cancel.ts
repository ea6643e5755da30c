import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { failureOf, isInDoubt } from '../../../data/failure.ts';
import { cancelInvoice } from '../../../data/mutations.ts';
import { invoiceHistoryQuery, invoiceQuery } from '../../../data/queries.ts';
import { readNow } from '../../../data/read-now.ts';
import { useAction } from '../../../ui/use-action.ts';
import { changeOf } from './refusal.ts';
import { useTakeOver } from './use-ask-bank.ts';

/** Cancels the unpaid invoice as it was when the dialog opened. Once it is anything else, this does nothing more. */
export const useCancel = (invoice: Invoice) => {
  const queries = useQueryClient();
  const takeOver = useTakeOver();
  const action = useAction();
  const [opened] = useState(invoice);

  const cancel = (comment: string, onDone: () => void): Promise<void> =>
    action.run(async () => {
      try {
        takeOver(await cancelInvoice(opened, comment === '' ? {} : { comment }));
        onDone();
      } catch (error) {
        // What was refused was refused for what the invoice has become meanwhile.
        if (failureOf(error).kind !== 'session') await readAnew();
        throw error;
      }
    });
  const readAnew = (): Promise<unknown> =>
    Promise.allSettled([
      readNow(queries, invoiceQuery(invoice.id)),
      readNow(queries, invoiceHistoryQuery(invoice.id)),
    ]);

  const { isBusy, failure } = action;
  const isLost = failure !== undefined && isInDoubt(failure);
  return {
    cancel,
    isBusy,
    isLost,
    refusal: isLost ? undefined : failure,
    /** While it is under way, what changes is most likely its own doing. */
    change: isBusy ? undefined : changeOf('cancel', opened, invoice),
  };
};
