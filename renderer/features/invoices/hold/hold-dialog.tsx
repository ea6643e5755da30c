import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import type { HoldRequest } from '../../../../shared/api/statuses.ts';
import { failureOf, isInDoubt } from '../../../api/failure.ts';
import { newKey } from '../../../api/keyed-attempts.ts';
import { endHold, type HoldBody } from '../../../api/mutations.ts';
import { invoiceHistoryQuery, invoiceHoldQuery, invoiceQuery } from '../../../api/queries.ts';
import { readNow } from '../../../api/read-now.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { FormDialog } from '../../../kit/form.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { SecondPerson } from '../../../shop/second-person.tsx';
import { BankDownCallout, RefusalCallout } from '../details/callouts.tsx';
import { useStoreInvoice } from '../details/use-bank-refresh.ts';
import { amountAboveLimit, headersOf } from '../refund/use-refund.ts';

interface HoldDialogProps extends ComponentProps<typeof FormDialog> {
  invoice: Invoice;
  request: ReturnType<typeof useHoldRequest>;
  /** What the customer gets back, minor units. */
  given: number;
  onDone(): void;
}

/** The form of a request about held money; above the user's limit a second person approves it. */
export const HoldDialog = ({ invoice, request, given, onDone, form, ...dialog }: HoldDialogProps) => {
  const { t } = useTranslation('invoices');
  const { send, isBusy, failure, aboveLimit, withdraw } = request;
  if (aboveLimit)
    return (
      <Dialog title={dialog.title} onClose={dialog.onClose}>
        <SecondPerson
          of={{ invoice: invoice.id }}
          ccy={invoice.ccy}
          amount={given}
          isBusy={isBusy}
          onApproved={(approval) => void send(aboveLimit, onDone, approval)}
          onBack={withdraw}
        />
      </Dialog>
    );
  return (
    <FormDialog
      close={t('hold.keep')}
      refusal={failure ? <RefusalCallout failure={failure} /> : <BankDownCallout />}
      {...dialog}
      form={{ ...form, isBusy }}
    />
  );
};

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
