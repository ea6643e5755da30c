import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../api/keys.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useToast } from '../../kit/use-toast.ts';

interface DeletionProps extends PropsWithChildren {
  name: string;
  /** Deletes it on the service. @throws ApiError */
  remove(): Promise<unknown>;
  onDone(): void;
  onClose(): void;
}

/** Confirms a deletion; the children say what goes with it and what stays. */
export const Deletion = ({ name, remove, onDone, onClose, children }: DeletionProps) => {
  const { t } = useTranslation('catalog');
  const invalidate = useInvalidate();
  const toast = useToast();
  const action = useAction();
  const run = async (): Promise<void> => {
    await remove();
    toast.success(t('deletion.done', { name }));
    onDone();
    await invalidate('catalog');
  };
  return (
    <ConfirmDialog
      title={t('deletion.title', { name })}
      keep={t('deletion.keep')}
      confirm={t('words.deleteNamed', { name })}
      isBusy={action.isBusy}
      failure={action.failure}
      onConfirm={() => void action.run(run)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
};
