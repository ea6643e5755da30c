import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/use-toast.ts';
import { BankDownCallout, RefusalCallout } from '../details/callouts.tsx';
import { CommentField } from '../details/cancel-dialog.tsx';
import { useHoldRequest } from './use-hold-request.ts';

interface HoldDialogProps {
  invoice: Invoice;
  /** Minor units. */
  held: number;
  onClose(): void;
}

/** Gives up all that is held. */
export const ReleaseDialog = ({ invoice, held, onClose }: HoldDialogProps) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const [comment, setComment] = useState('');
  const { send, isBusy, failure } = useHoldRequest('release', invoice, held, onClose);
  const amount = formatAmount(held, invoice.ccy);
  const number = invoice.number_display;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = comment.trim() === '' ? {} : { comment: comment.trim() };
    void send(body, () => toast.success(t('hold.releaseDone', { number, amount })));
  };
  return (
    <Dialog title={t('hold.releaseTitle', { number })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('hold.releaseText', { amount })}</Text>
          <CommentField label={t('cancel.comment')} value={comment} onChange={setComment} />
          {failure ? <RefusalCallout failure={failure} /> : <BankDownCallout />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('hold.keep')}
            </Button>
            <Button type="submit" color="red.9" loading={isBusy}>
              {t('hold.releaseConfirm', { amount })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
