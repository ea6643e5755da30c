import { getDefaultZIndex, Modal } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogShellProps extends PropsWithChildren {
  title: string;
  /** false: a click beside it, such as the second of a double click on a button that is gone, keeps it open. */
  closeOnClickOutside?: boolean;
  onClose(): void;
}

/** Lies above the drawer, also where that came later: the window became narrower. */
export const DialogShell = ({ title, closeOnClickOutside = true, onClose, children }: DialogShellProps) => {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      size="30rem"
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
