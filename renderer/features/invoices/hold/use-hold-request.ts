import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import type { HoldRequest } from '../../../../shared/api/statuses.ts';
import { failureOf, isInDoubt } from '../../../api/failure.ts';
import { newKey } from '../../../api/keyed-attempts.ts';
import { endHold, type HoldBody } from '../../../api/mutations.ts';
import { invoiceHistoryQuery, invoiceHoldQuery, invoiceQuery } from '../../../api/queries.ts';
import { readNow } from '../../../api/read-now.ts';
import { useAction } from '../../../kit/use-action.ts';
import { useStoreInvoice } from '../details/use-bank-refresh.ts';
import { amountAboveLimit, headersOf } from '../refund/use-refund.ts';

/**
 * Captures or releases a hold. Equal bodies go under one Idempotency-Key, so that a repeated press acts once; once the
 * outcome is unknown the dialog closes, because the invoice itself shows it.
 */
export const useHoldRequest = (kind: HoldRequest, invoice: Invoice, held: number, onClose: () => void) => {
  const queries = useQueryClient();
  const storeInvoice = useStoreInvoice();
  const action = useAction();
  const [sent, setSent] = useState({ text: '', key: '' });

  /** A request that gives up more than the user may without a second person. */
  const [aboveLimit, setAboveLimit] = useState<HoldBody>();

  const send = (body: HoldBody, onDone: () => void, approval?: string): Promise<void> =>
    action.run(async () => {
      const text = JSON.stringify(body);
      const key = sent.text === text ? sent.key : newKey();
      setSent({ text, key });
      try {
        storeInvoice(await endHold(kind, invoice.id, held, body, headersOf(key, approval)));
        onDone();
        onClose();
      } catch (error) {
        const failure = failureOf(error);
        setAboveLimit(amountAboveLimit(failure) === undefined ? undefined : body);
        if (failure.kind === 'session') throw error;
        await refetchAll();
        if (!isInDoubt(failure)) throw error;
        onClose();
      }
      await refetchAll();
    });
  const refetchAll = (): Promise<unknown> =>
    Promise.allSettled([
      readNow(queries, invoiceQuery(invoice.id)),
      readNow(queries, invoiceHoldQuery(invoice.id)),
      readNow(queries, invoiceHistoryQuery(invoice.id)),
    ]);
  const { isBusy, failure } = action;
  return { send, isBusy, failure, aboveLimit, withdraw: () => setAboveLimit(undefined) };
};
