import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_LENGTH } from '../../shared/api/fields.ts';
import type { Failure } from '../api/failure.ts';
import { FailureCallout } from './callout.tsx';
import { Dialog } from './dialog.tsx';
import { useAction } from './use-action.ts';

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
  const { isBusy, failure, run } = useAction();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isBlank = reason.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isBlank) return;
    void run(async (isThere) => {
      await onConfirm(reason);
      if (isThere()) onClose();
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          <TextInput
            label={label}
            value={reason}
            maxLength={MAX_LENGTH.comment}
            data-autofocus
            error={isTried && isBlank ? blank : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FailureCallout failure={failure}>{failureText?.(failure)}</FailureCallout>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {keep}
            </Button>
            <Button type="submit" color="red.9" loading={isBusy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
