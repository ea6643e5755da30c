import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../../shared/bridge/bridge.ts';
import type { BackupState } from '../../../../shared/operations/safekeeping.ts';
import { callProgram } from '../../../api/bridge.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { programKey } from '../../../api/keys.ts';
import { sessionStore } from '../../../api/session.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { CopyLine } from '../../../shop/copy-button.tsx';
import { useLockHold } from '../../../shop/session/lock.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { Comparison } from './comparison.tsx';

interface RestoreDialogProps {
  backup: BackupState;
  onClose(): void;
}

/** Verifies the backup, compares it with the current data, then restores it on confirmation. */
export const RestoreDialog = ({ backup, onClose }: RestoreDialogProps) => {
  const { t } = useTranslation('backups');
  const { t: common } = useTranslation();
  const dates = useDates();
  const { path, created_at } = backup;
  const action = useAction();
  const [restored, setRestored] = useState<CallOutput<'backups.restore'>>();
  const moment = dates.spoken(Date.parse(created_at));
  const canClose = !action.isBusy && restored === undefined;
  const check = useQuery({
    queryKey: programKey('backups.verify', { name: path }),
    queryFn: async () => {
      const checked = await callProgram('backups.verify', { name: path });
      // The list on the screen may be outdated.
      const { invoices } = await callProgram('backups.list', {});
      return { invoicesThen: checked.invoices ?? 0, invoicesNow: invoices };
    },
    enabled: canClose,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Once per opening of the dialog: the check reads the whole file.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // Progress and the path of the old data must stay visible without user activity.
  useLockHold(!canClose);
  return (
    <Modal
      opened
      size="lg"
      onClose={() => canClose && onClose()}
      withCloseButton={canClose}
      closeOnClickOutside={false}
      title={restored ? t('restore.done') : t('restore.title', { moment })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {restored ? <Done previousPath={restored.previous_path} /> : null}
      {action.isBusy && !restored ? (
        <Waiting title={t('restore.running')} text={t('restore.runningText')} />
      ) : null}
      {canClose ? (
        <Check
          moment={moment}
          isChecking={check.isFetching}
          failure={check.error ? failureOf(check.error) : action.failure}
          found={check.isFetching ? undefined : check.data}
          onRestore={() =>
            void action.run(async () => setRestored(await callProgram('backups.restore', { name: path })))
          }
          onClose={onClose}
        />
      ) : null}
    </Modal>
  );
};

interface CheckProps {
  /** The backup's time. */
  moment: string;
  isChecking: boolean;
  failure: Failure | undefined;
  /** undefined: it cannot be restored, or not yet. */
  found: { invoicesThen: number; invoicesNow: number } | undefined;
  onRestore(): void;
  onClose(): void;
}

const Check = ({ moment, isChecking, failure, found, onRestore, onClose }: CheckProps) => {
  const { t } = useTranslation('backups');
  const { t: common } = useTranslation();
  return (
    <Stack>
      {isChecking ? <Waiting title={t('restore.checking')} text={t('restore.checkingText')} /> : null}
      {found ? <Comparison moment={moment} {...found} /> : null}
      <FailureLine failure={isChecking ? undefined : failure} />
      <Group justify="end">
        <Act data-autofocus onClick={onClose} text={common('cancel')} />
        {found ? <Act tone="danger" onClick={onRestore} text={t('restore.confirm', { moment })} /> : null}
      </Group>
    </Stack>
  );
};

const Waiting = ({ title, text }: { title: string; text: string }) => (
  <Group wrap="nowrap" role="status">
    <Loader size="sm" aria-hidden />
    <div>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Hint>{text}</Hint>
    </div>
  </Group>
);

/** Reloads the page: its data is from before the restore, and the backup's passwords now apply. */
const beginAnew = (): void => {
  sessionStore.end('signed-out');
  location.assign('/');
};

const Done = ({ previousPath }: { previousPath: string | null }) => {
  const { t } = useTranslation('backups');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Stack>
      <div role="status">
        <Text size="sm">{t('restore.doneText')}</Text>
      </div>
      {previousPath === null ? null : (
        <div>
          <Text size="sm" mb={6}>
            {t('restore.kept')}
          </Text>
          <CopyLine text={previousPath} />
        </div>
      )}
      <Group justify="end">
        <Button ref={button} onClick={beginAnew}>
          {t('restore.signIn')}
        </Button>
      </Group>
    </Stack>
  );
};
