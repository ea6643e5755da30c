import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { cancelInvoice } from '../../../api/commands.ts';
import { failureOf, isInDoubt } from '../../../api/failure.ts';
import { invoiceHistoryQuery, invoiceQuery } from '../../../api/queries.ts';
import { useAction } from '../../../ui/use-action.ts';
import { openDoubt } from './doubt.ts';
import { changeOf } from './refusal.ts';
import { useTakeOver } from './use-ask-bank.ts';

/**
 * Asks for a cancel or a refund of the invoice as it was when the dialog opened. Once it is anything else, whoever did
 * it, this dialog does nothing more: so asking again after a lost answer cannot do it twice.
 */
export const useTakeBack = (asked: 'cancel' | 'refund', invoice: Invoice) => {
  const queries = useQueryClient();
  const takeOver = useTakeOver();
  const action = useAction();
  const { data: history } = useQuery(invoiceHistoryQuery(invoice.id));
  const [opened] = useState(invoice);

  /** @param onDone gets the invoice as it is now */
  const takeBack = (
    body: { amount?: number; comment?: string },
    onDone: (told: Invoice) => void,
  ): Promise<void> =>
    action.run(async () => {
      try {
        const told = await cancelInvoice(opened, body);
        takeOver(told);
        onDone(told);
      } catch (error) {
        // What was refused was refused for what the invoice has become meanwhile.
        if (failureOf(error).kind !== 'session') await readAnew();
        throw error;
      }
    });
  const readAnew = (): Promise<unknown> =>
    Promise.allSettled([
      queries.fetchQuery({ ...invoiceQuery(invoice.id), staleTime: 0 }),
      queries.fetchQuery({ ...invoiceHistoryQuery(invoice.id), staleTime: 0 }),
    ]);

  return {
    takeBack,
    /** The invoice that is asked about. */
    opened,
    isBusy: action.isBusy,
    failure: action.failure,
    isLost: action.failure !== undefined && isInDoubt(action.failure),
    /** An earlier attempt of which nobody knows yet. */
    doubt: openDoubt(history),
    /** While it is under way, what changes is most likely its own doing. */
    change: action.isBusy ? undefined : changeOf(asked, opened, invoice),
  };
};
export type TakeBack = ReturnType<typeof useTakeBack>;
