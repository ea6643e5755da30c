import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureCallout } from '../../kit/callout.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import type { useAction } from '../../kit/use-action.ts';

interface DialogFormProps extends PropsWithChildren {
  title: string;
  submit: string;
  action: Pick<ReturnType<typeof useAction>, 'isBusy' | 'failure'>;
  onSubmit(): void;
  onClose(): void;
}

/** A form in a dialog; a stray click outside loses nothing of it. */
export const DialogForm = ({ title, submit, action, onSubmit, onClose, children }: DialogFormProps) => {
  const { t: common } = useTranslation();
  const onFormSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose} closeOnClickOutside={false}>
      <form onSubmit={onFormSubmit} noValidate>
        <Stack gap="sm">
          {children}
          <FailureCallout failure={action.failure} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('close')}
            </Button>
            <Button type="submit" loading={action.isBusy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
