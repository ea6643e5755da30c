import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { emailReceipt } from '../../../api/mutations.ts';
import { FailureCallout } from '../../../kit/callout.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';

interface EmailDialogProps {
  invoice: Invoice;
  onClose(): void;
}

/** Has the bank send its receipt to the buyer. The service checks the address. */
export const EmailDialog = ({ invoice, onClose }: EmailDialogProps) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { isBusy, failure, run, forget } = useAction();
  const isBlank = email.trim() === '';
  const isRefused = failure?.kind === 'invalid' && failure.errors.email !== undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (isBlank) return;
    void run(async () => {
      await emailReceipt(invoice.id, email.trim());
      toast.success(t('email.done', { email: email.trim() }));
      onClose();
    });
  };
  return (
    <Dialog title={t('email.title', { number: invoice.number_display })} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{t('email.text')}</Text>
          <TextInput
            type="email"
            label={t('email.address')}
            autoComplete="off"
            data-autofocus
            value={email}
            error={isRefused || (isTried && isBlank) ? t('email.wrong') : null}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              forget();
            }}
          />
          {isRefused ? null : <FailureCallout failure={failure} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('email.close')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('email.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
