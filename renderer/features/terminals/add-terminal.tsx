import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';
import { AddTerminalForm } from './add-terminal-form.tsx';
import { useAddTerminal } from './use-add-terminal.ts';

/** Adds a terminal in the program's window. What was typed goes with the dialog: a token is not to lie about. */
export const AddTerminal = ({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) => {
  const { t } = useTranslation('terminals');
  return (
    // A stray click is not to cost the token that was just pasted.
    <Dialog isOpen={isOpen} title={t('give.addTitle')} closeOnClickOutside={false} onClose={onClose}>
      <Content onClose={onClose} />
    </Dialog>
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
