import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MAX_LENGTH } from '../../shared/api/fields.ts';
import type { Failure } from '../api/failure.ts';
import { FailureCallout } from './callout.tsx';
import { FormDialog, useForm } from './form.tsx';

interface ReasonDialogProps {
  title: string;
  text: string;
  /** The texts of the field, of its error while it is blank, and of the buttons. */
  label: string;
  blank: string;
  keep: string;
  confirm: string;
  /** A failure in the words of the screen; null: in the usual ones. */
  failureText?: (failure: Failure | undefined) => ReactNode;
  /** The dialog closes once it is done. */
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
}

/** Confirms an action that needs a reason. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const { title, text, label, blank, keep, confirm, failureText, onConfirm, onClose } = props;
  const [reason, setReason] = useState('');
  const isBlank = reason.trim() === '';
  const form = useForm(isBlank, async (isThere) => {
    await onConfirm(reason);
    if (isThere()) onClose();
  });
  const { failure } = form;
  return (
    <FormDialog
      title={title}
      form={form}
      gap="sm"
      submit={confirm}
      close={keep}
      isDangerous
      refusal={<FailureCallout failure={failure}>{failureText?.(failure)}</FailureCallout>}
      onClose={onClose}
    >
      <Text size="sm">{text}</Text>
      <TextInput
        label={label}
        value={reason}
        maxLength={MAX_LENGTH.comment}
        data-autofocus
        error={form.isTried && isBlank ? blank : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
