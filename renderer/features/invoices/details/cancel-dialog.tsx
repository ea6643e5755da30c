import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { limitField } from '../../../lib/text-length.ts';
import { DoubtCallout } from '../../../ui/callout.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

import { BankDown, Changed, Refused } from './trouble.tsx';
import { useCancel } from './use-cancel.ts';

interface CancelDialogProps {
  invoice: Invoice;
  onClose(): void;
}

/** The bank's limit. */

/** An unpaid invoice. */
export const CancelDialog = ({ invoice, onClose }: CancelDialogProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const [comment, setComment] = useState('');
  const { cancel, isBusy, isLost, refusal, change } = useCancel(invoice);
  const { number_display: number } = invoice;
  const amount = formatAmount(invoice.amount);
  const isClosed = change !== undefined || isLost;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isClosed) return;
    void cancel(comment.trim(), () => {
      notifications.show({
        color: 'gray',
        message: t('cancel.done', { number }),
        closeButtonProps: { 'aria-label': common('close') },
      });
      onClose();
    });
  };
  return (
    <Dialog title={t('cancel.title', { number })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          {change ? <Changed change={change} invoice={invoice} /> : null}
          {isLost && !change ? <DoubtCallout doubt={{ about: 'cancel' }} role="alert" /> : null}
          {isClosed ? null : (
            <>
              <Text size="sm">{t('cancel.text', { amount })}</Text>
              <CommentField label={t('cancel.comment')} value={comment} onChange={setComment} />
              {refusal ? <Refused failure={refusal} /> : <BankDown />}
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {isClosed ? common('close') : t('cancel.keep')}
            </Button>
            {isClosed ? null : (
              <Button type="submit" color="red.9" loading={isBusy}>
                {t('cancel.confirm', { number, amount })}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

interface CommentFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

export const CommentField = ({ label, value, onChange }: CommentFieldProps) => {
  const { t } = useTranslation('invoices');
  return (
    <Textarea
      label={label}
      description={t('cancel.commentHint')}
      autosize
      minRows={1}
      maxRows={4}
      value={value}
      onChange={(event) => onChange(limitField(event.currentTarget, MAX_LENGTH.comment))}
    />
  );
};
