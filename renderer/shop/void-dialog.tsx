import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../shared/api/fields.ts';
import { formatAmount } from '../../shared/money.ts';
import type { Failure } from '../api/failure.ts';
import { FailureCallout } from '../kit/callout.tsx';
import { FormDialog, useForm } from '../kit/form.tsx';

interface VoidDialogProps {
  /** Of the entry, which is in hryvnias; minor units. */
  amount: number;
  /** What becomes of the entry, and the label of the button that keeps it. */
  text: string;
  keep: string;
  /** A failure in the words of the screen; undefined: in the usual ones. */
  failureText?: (failure: Failure | undefined) => ReactNode;
  /** The dialog closes once it is done. */
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
}

/** Voids an entry of money, with a reason. */
export const VoidDialog = ({ amount, text, keep, failureText, onConfirm, onClose }: VoidDialogProps) => {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const isBlank = reason.trim() === '';
  const form = useForm(isBlank, async (isThere) => {
    await onConfirm(reason);
    if (isThere()) onClose();
  });
  const { failure } = form;
  return (
    <FormDialog
      title={t('void.title', { sum: formatAmount(amount) })}
      form={form}
      gap="sm"
      submit={t('void.confirm')}
      close={keep}
      isDangerous
      refusal={<FailureCallout failure={failure}>{failureText?.(failure)}</FailureCallout>}
      onClose={onClose}
    >
      <Text size="sm">{text}</Text>
      <TextInput
        label={t('words.reason')}
        value={reason}
        maxLength={MAX_LENGTH.comment}
        data-autofocus
        error={form.isTried && isBlank ? t('void.blank') : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
