import { Group, getDefaultZIndex, Modal, Stack } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { Act } from './act.tsx';
import { FailureCallout } from './callout.tsx';
import { useAction } from './use-action.ts';

export interface DialogProps extends PropsWithChildren {
  title: string;
  size?: string;
  /** Absent where the dialog is mounted only while open. */
  isOpen?: boolean;
  /** false: a click outside, such as the second of a double click, keeps it open. */
  closeOnClickOutside?: boolean;
  /** It waits for an answer, which would come to another screen if it were closed: it stays. */
  isBusy?: boolean;
  onClose(): void;
}

/** A dialog above the drawer, also when the drawer opened later because the window narrowed. */
export const Dialog = (props: DialogProps) => {
  const { title, size = '30rem', isOpen = true, closeOnClickOutside = true, isBusy = false } = props;
  const { onClose, children } = props;
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      size={size}
      zIndex={getDefaultZIndex('popover')}
      title={title}
      closeOnClickOutside={closeOnClickOutside}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Closes after the key event: otherwise the drawer would handle the same Escape.
      onClose={() => isBusy || setTimeout(onClose)}
      // React lets the submit of a form in a dialog bubble to a form around the dialog: that one may charge.
      onSubmit={(event) => event.stopPropagation()}
    >
      {children}
    </Modal>
  );
};

interface ConfirmDialogProps extends Omit<DialogProps, 'isBusy'> {
  /** The label of the cancel button, which names what stays. */
  keep: string;
  /** undefined: nothing is left to confirm. */
  confirm: string | undefined;
  onConfirm(): void;
  isBusy?: boolean;
  failure?: Failure | undefined;
}

/** Confirms an action that cannot be undone; the cancel button has the focus. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { keep, confirm, onConfirm, isBusy = false, failure, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <Stack>
        {children}
        <FailureCallout failure={failure} />
        <Group justify="flex-end">
          <Act data-autofocus onClick={dialog.onClose} text={keep} />
          {confirm === undefined ? null : (
            <Act tone="danger" loading={isBusy} onClick={onConfirm} text={confirm} />
          )}
        </Group>
      </Stack>
    </Dialog>
  );
};

interface ConfirmActionProps extends Omit<ConfirmDialogProps, 'onConfirm' | 'isBusy' | 'failure'> {
  /** Does it, then closes the dialog. @throws ApiError, which the dialog shows */
  run(): Promise<unknown>;
}

/** A confirmation that runs what was confirmed. */
export const ConfirmAction = ({ run, ...dialog }: ConfirmActionProps) => {
  const action = useAction<unknown>();
  const { isBusy, failure } = action;
  return (
    <ConfirmDialog {...dialog} isBusy={isBusy} failure={failure} onConfirm={() => void action.run(run)} />
  );
};
