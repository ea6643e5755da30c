import { Group, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { failureOf, isInDoubt } from '../../../api/failure.ts';
import { cancelInvoice, withdrawInvoice } from '../../../api/mutations.ts';
import { invoiceHistoryQuery, invoiceQuery } from '../../../api/queries.ts';
import { readNow } from '../../../api/read-now.ts';
import { Act } from '../../../kit/act.tsx';
import { DoubtCallout } from '../../../kit/callout.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Form } from '../../../kit/form.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { limitField } from '../../../lib/text-length.ts';
import { usePermission } from '../../../shop/session/account.ts';
import { BankDownCallout, ChangedCallout, RefusalCallout } from './callouts.tsx';
import { changeOf } from './refusal.ts';
import { useStoreInvoice } from './use-bank-refresh.ts';

export const CancelDialog = ({ invoice, onClose }: { invoice: Invoice; onClose(): void }) => {
  const { t } = useTranslation('invoices');
  const [comment, setComment] = useState('');
  const { cancel, isBusy, isLost, refusal, change } = useCancel(invoice);
  const { number_display: number } = invoice;
  const amount = formatAmount(invoice.amount, invoice.ccy);
  const isClosed = change !== undefined || isLost;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isClosed) return;
    void cancel(comment.trim(), () => {
      notifications.show({
        color: 'gray',
        message: t('cancel.done', { number }),
        closeButtonProps: { 'aria-label': t('close') },
      });
      onClose();
    });
  };
  return (
    <Dialog title={t('cancel.title', { number })} onClose={onClose}>
      <Form onSubmit={submit}>
        {change ? <ChangedCallout change={change} invoice={invoice} /> : null}
        {isLost && !change ? <DoubtCallout doubt={{ about: 'cancel' }} role="alert" /> : null}
        {isClosed ? null : (
          <>
            <Text size="sm">{t('cancel.text', { amount })}</Text>
            <CommentField label={t('words.comment')} value={comment} onChange={setComment} />
            {refusal ? <RefusalCallout failure={refusal} /> : <BankDownCallout />}
          </>
        )}
        <Group justify="flex-end">
          <Act onClick={onClose} text={isClosed ? t('close') : t('cancel.keep')} />
          {isClosed ? null : (
            <Act
              tone="danger"
              type="submit"
              loading={isBusy}
              text={t('cancel.confirm', { number, amount })}
            />
          )}
        </Group>
      </Form>
    </Dialog>
  );
};

interface CommentFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
}

export const CommentField = ({ label, hint, value, onChange }: CommentFieldProps) => {
  const { t } = useTranslation('invoices');
  return (
    <Textarea
      label={label}
      description={hint ?? t('cancel.commentHint')}
      autosize
      minRows={1}
      maxRows={4}
      value={value}
      onChange={(event) => onChange(limitField(event.currentTarget, MAX_LENGTH.comment))}
    />
  );
};

/** Cancels the invoice as it was when the dialog opened. After any change of it, this does nothing. */
const useCancel = (invoice: Invoice) => {
  const queries = useQueryClient();
  const storeInvoice = useStoreInvoice();
  const action = useAction();
  const canCancel = usePermission('can_cancel_invoices');
  const [opened] = useState(invoice);

  const cancel = (comment: string, onDone: () => void): Promise<void> =>
    action.run(async () => {
      try {
        const body = comment === '' ? {} : { comment };
        storeInvoice(await (canCancel ? cancelInvoice(opened, body) : withdrawInvoice(opened.id)));
        onDone();
      } catch (error) {
        // The invoice has probably changed: refetch it.
        if (failureOf(error).kind !== 'session') await refetchAll();
        throw error;
      }
    });
  const refetchAll = (): Promise<unknown> =>
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
    /** A change during the request is most likely its own effect. */
    change: isBusy ? undefined : changeOf('cancel', opened, invoice),
  };
};
