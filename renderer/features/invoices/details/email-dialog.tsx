import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { emailReceipt } from '../../../api/mutations.ts';
import { FormDialog, useForm } from '../../../kit/form.tsx';
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
  const isBlank = email.trim() === '';
  const form = useForm(isBlank, async () => {
    await emailReceipt(invoice.id, email.trim());
    toast.success(t('email.done', { email: email.trim() }));
    onClose();
  });
  const isRefused = form.failure?.kind === 'invalid' && form.failure.errors.email !== undefined;
  return (
    <FormDialog
      title={t('email.title', { number: invoice.number_display })}
      form={form}
      submit={t('email.send')}
      close={t('email.close')}
      refusal={isRefused ? null : undefined}
      onClose={onClose}
    >
      <Text size="sm">{t('email.text')}</Text>
      <TextInput
        type="email"
        label={t('email.address')}
        autoComplete="off"
        data-autofocus
        value={email}
        error={isRefused || (form.isTried && isBlank) ? t('email.wrong') : null}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          form.forget();
        }}
      />
    </FormDialog>
  );
};
