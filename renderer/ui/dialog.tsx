import { Button, Group, getDefaultZIndex, Modal, Stack } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../data/failure.ts';
import { FailureCallout } from './callout.tsx';

interface DialogProps extends PropsWithChildren {
  title: string;
  size?: string;
  /** Left out where the dialog exists only while it is open. */
  isOpen?: boolean;
  /** false: a click beside it, such as the second of a double click on a button that is gone, keeps it open. */
  closeOnClickOutside?: boolean;
  onClose(): void;
}

/** Lies above the drawer, also where that came later: the window became narrower. */
export const Dialog = (props: DialogProps) => {
  const { title, size = '30rem', isOpen = true, closeOnClickOutside = true, onClose, children } = props;
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      size={size}
      zIndex={getDefaultZIndex('popover')}
      title={title}
      closeOnClickOutside={closeOnClickOutside}
      closeButtonProps={{ 'aria-label': t('close') }}
      // Once the key is dealt with: the drawer would take the same Escape for its own when nothing is above it.
      onClose={() => setTimeout(onClose)}
    >
      {children}
    </Modal>
  );
};

interface ConfirmDialogProps extends DialogProps {
  /** What the way out is called: what stays as it is. */
  keep: string;
  /** undefined: there is nothing left to confirm. */
  confirm: string | undefined;
  onConfirm(): void;
  isBusy?: boolean;
  failure?: Failure | undefined;
}

/** Asks before something is done that is not undone by another press; the focus is on the way out. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { keep, confirm, onConfirm, isBusy = false, failure, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <Stack>
        {children}
        <FailureCallout failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={dialog.onClose}>
            {keep}
          </Button>
          {confirm === undefined ? null : (
            <Button color="red.9" loading={isBusy} onClick={onConfirm}>
              {confirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
};
