import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useAction } from '../../kit/use-action.ts';

interface ConfirmChangeProps {
  title: string;
  text: string;
  confirm: string;
  /** Makes the change, then closes the dialog. */
  change(): Promise<void>;
  onClose(): void;
}

/** Asks before a key or a secret stops working. */
export const ConfirmChange = ({ title, text, confirm, change, onClose }: ConfirmChangeProps) => {
  const { t } = useTranslation();
  const action = useAction();
  return (
    <ConfirmDialog
      title={title}
      keep={t('cancel')}
      confirm={confirm}
      isBusy={action.isBusy}
      failure={action.failure}
      onConfirm={() => void action.run(change)}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
};
