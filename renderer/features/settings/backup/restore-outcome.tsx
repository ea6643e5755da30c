import { Button, Group, getDefaultZIndex, Loader, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Restoring, restoringStore } from '../../../api/restoring.ts';
import { sessionStore } from '../../../api/session.ts';
import { Hint } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { CopyLine } from '../../../shop/copy-button.tsx';
import { useLockHold } from '../../../shop/session/lock.tsx';

/** Above all screens, and without a session: progress and result of a restore. */
export const RestoreOutcome = ({ restoring }: { restoring: Restoring }) => {
  const { t } = useTranslation('backups');
  // Progress and the path of the old data must stay visible without user activity.
  useLockHold(true);
  return (
    <Modal
      opened
      size="lg"
      zIndex={getDefaultZIndex('popover')}
      onClose={() => undefined}
      withCloseButton={false}
      title={t(TITLES[restoring.state])}
    >
      {restoring.state === 'running' ? (
        <Waiting title={t('restore.running')} text={t('restore.runningText')} />
      ) : (
        <Stack>
          {restoring.state === 'done' ? (
            <Done {...restoring} />
          ) : (
            <FailureCallout failure={restoring.failure} />
          )}
          <Group justify="end">
            <End isDone={restoring.state === 'done'} />
          </Group>
        </Stack>
      )}
    </Modal>
  );
};

const TITLES = { running: 'restore.under', done: 'restore.done', failed: 'restore.failed' } as const;

export const Waiting = ({ title, text }: { title: string; text: string }) => (
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

const End = ({ isDone }: { isDone: boolean }) => {
  const { t } = useTranslation('backups');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} data-autofocus onClick={isDone ? beginAnew : () => restoringStore.set(undefined)}>
      {isDone ? t('restore.signIn') : t('close')}
    </Button>
  );
};

type DoneProps = Omit<Extract<Restoring, { state: 'done' }>, 'state'>;

const Done = ({ previous_path: previousPath, has_keychain }: DoneProps) => {
  const { t } = useTranslation('backups');
  return (
    <>
      <div role="status">
        <Text size="sm">{t('restore.doneText')}</Text>
        {has_keychain ? null : <Text size="sm">{t('restore.withoutTokens')}</Text>}
      </div>
      {previousPath === null ? null : (
        <div>
          <Text size="sm" mb={6}>
            {t('restore.kept')}
          </Text>
          <CopyLine text={previousPath} />
        </div>
      )}
    </>
  );
};
