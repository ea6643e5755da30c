import { Button, Group, Stack } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../data/keys.ts';
import { DialogShell } from '../../ui/dialog-shell.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useTell } from '../../ui/use-tell.ts';

interface DeletionProps extends PropsWithChildren {
  name: string;
  /** Has the service delete it. @throws ApiError */
  remove(): Promise<unknown>;
  onDone(): void;
  onClose(): void;
}

/** Asks before something of the catalog is gone for good; the children say what goes with it and what stays. */
export const Deletion = ({ name, remove, onDone, onClose, children }: DeletionProps) => {
  const { t } = useTranslation('catalog');
  const invalidate = useInvalidate();
  const tell = useTell();
  const action = useAction();
  const run = async (): Promise<void> => {
    await remove();
    tell.done(t('deletion.done', { name }));
    onDone();
    await invalidate('catalog');
  };
  return (
    <DialogShell title={t('deletion.title', { name })} onClose={onClose}>
      <Stack>
        {children}
        <FormFailure failure={action.failure} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('deletion.keep')}
          </Button>
          <Button color="red.9" loading={action.isBusy} onClick={() => void action.run(run)}>
            {t('deletion.confirm', { name })}
          </Button>
        </Group>
      </Stack>
    </DialogShell>
  );
};
