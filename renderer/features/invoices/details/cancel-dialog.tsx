import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { DialogShell } from '../../../ui/dialog-shell.tsx';
import { Changed, Trouble } from './trouble.tsx';
import { useTakeBack } from './use-take-back.ts';

export interface TakeBackDialogProps {
  invoice: Invoice;
  onClose(): void;
}

/** The bank's limit (decisions.md, Validation). */
const COMMENT_LENGTH = 280;

/** An invoice that nobody has paid. */
export const CancelDialog = ({ invoice, onClose }: TakeBackDialogProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const [comment, setComment] = useState('');
  const state = useTakeBack('cancel', invoice);
  const { number_display: number } = invoice;
  const amount = formatAmount(invoice.amount);
  const { change } = state;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (change) return;
    void state.takeBack(comment.trim() === '' ? {} : { comment: comment.trim() }, () => {
      notifications.show({
        color: 'gray',
        message: t('cancel.done', { number }),
        closeButtonProps: { 'aria-label': common('close') },
      });
      onClose();
    });
  };
  return (
    <DialogShell title={t('cancel.title', { number })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          {change ? (
            <Changed change={change} invoice={invoice} />
          ) : (
            <>
              <Text size="sm">{t('cancel.text', { amount })}</Text>
              <CommentField value={comment} onChange={setComment} />
              <Trouble state={state} amount={undefined} />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {change ? common('close') : t('cancel.keep')}
            </Button>
            {change ? null : (
              <Button type="submit" color="red.9" loading={state.isBusy}>
                {t('cancel.confirm', { number, amount })}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </DialogShell>
  );
};

interface CommentFieldProps {
  value: string;
  onChange(value: string): void;
}

export const CommentField = ({ value, onChange }: CommentFieldProps) => {
  const { t } = useTranslation('invoices');
  return (
    <Textarea
      label={t('cancel.comment')}
      description={t('cancel.commentHint')}
      autosize
      minRows={1}
      maxRows={4}
      maxLength={COMMENT_LENGTH}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
