import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTell } from '../../ui/use-tell.ts';
import { AddTerminalForm } from './add-terminal-form.tsx';
import { useAddTerminal } from './use-add-terminal.ts';

/** Adds a terminal in the program's window. What was typed goes with the dialog: a token is not to lie about. */
export const AddTerminal = ({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) => {
  const { t } = useTranslation('terminals');
  const { t: common } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('give.addTitle')}
      size="30rem"
      // A stray click is not to cost the token that was just pasted.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Content onClose={onClose} />
    </Modal>
  );
};

const Content = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('terminals');
  const { t: common } = useTranslation();
  const tell = useTell();
  const adding = useAddTerminal(({ name, merchant_name: merchant, registers }) => {
    onClose();
    const fetched =
      registers === null ? t('give.registersLater') : t('sync.registersDone', { count: registers, merchant });
    tell.done(`${t('give.added', { name })} ${fetched}`);
  });
  return (
    <AddTerminalForm
      adding={adding}
      leave={
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
      }
    />
  );
};
