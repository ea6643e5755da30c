import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../data/failure.ts';
import { useStore } from '../../../lib/create-store.ts';
import { formatSize } from '../../../lib/size.ts';
import type { TableFile } from '../../../lib/table-file.ts';
import { useLeaveGuard } from '../../../ui/leave-guard.tsx';
import { EmptyState, LoadingState } from '../../../ui/query-view.tsx';
import { usePreferences } from '../../../ui/use-preferences.ts';
import { useTableFault } from '../../../ui/use-table-fault.ts';
import { Found } from './found-rows.tsx';
import classes from './import.module.css';
import { LastWrite } from './last-write.tsx';
import { ProgressLine } from './progress-line.tsx';
import { Reading } from './reading.tsx';
import { missingOf, paramsOf, type Settings } from './settings.ts';
import { usePreview } from './use-preview.ts';
import { WriteBar } from './write-bar.tsx';
import { startWriting, writingStore } from './writing.ts';
import { WritingState } from './writing-state.tsx';

interface PreviewProps {
  file: TableFile;
  onAnother(): void;
}

const AS_FOUND: Settings = {};

/** What the file would do, before it does anything. */
export const Preview = ({ file, onAnother }: PreviewProps) => {
  const { t } = useTranslation('catalog');
  const queries = useQueryClient();
  const [settings, setSettings] = useState(AS_FOUND);
  const [skipsWrong, setSkipsWrong] = useState(false);
  const writing = useStore(writingStore);
  const isUnderWay = writing?.state === 'under-way';
  const isDone = writing?.state === 'done' && writing.file === file;
  // Once a write has ended, however it did, what would be done now is asked anew.
  const found = usePreview(file, settings, isUnderWay || isDone);
  const { preview } = found;
  const leaving = useLeaveGuard(
    preview !== undefined && !isUnderWay && !isDone,
    ({ pathname, search }) => pathname === '/catalog/products' && 'import' in search,
    { title: t('import.leave.title'), text: t('import.leave.text'), go: t('import.leave.go') },
  );
  const write = (): void => {
    if (!preview) return;
    const wrong = preview.counts.wrong > 0 ? { skip_wrong: true } : {};
    const params = { ...paramsOf(settings), ...wrong, expected_digest: preview.digest };
    startWriting({ file, params, queries, t });
  };
  if (isUnderWay || isDone)
    return (
      <>
        <WritingState writing={writing} onAnother={onAnother} />
        {leaving.dialog}
      </>
    );
  return (
    <Stack gap="sm">
      <FileHead file={file} onAnother={onAnother} />
      <LastWrite />
      {found.state === 'failed' ? (
        <FailedNotice failure={found.failure} onRetry={found.again} isFirst={preview === undefined} />
      ) : null}
      {found.state === 'reading' ? <ProgressLine progress={found.progress} onStop={onAnother} /> : null}
      {preview ? (
        <>
          <Reading
            preview={preview}
            settings={settings}
            onChange={(next) => {
              setSkipsWrong(false);
              setSettings(next);
            }}
          />
          {missingOf(preview).length > 0 ? null : <Found preview={preview} isOld={found.state !== 'ready'} />}
          <WriteBar
            preview={preview}
            isReady={found.state === 'ready'}
            skipsWrong={skipsWrong}
            onSkip={setSkipsWrong}
            onWrite={write}
          />
        </>
      ) : found.state === 'reading' ? (
        <LoadingState rows={6} height={34} />
      ) : null}
      {leaving.dialog}
    </Stack>
  );
};

const FileHead = ({ file, onAnother }: PreviewProps) => {
  const { t } = useTranslation('catalog');
  const { language } = usePreferences();
  return (
    <Group justify="space-between">
      <Text fw={600} className={classes.fileName}>
        {file.name}{' '}
        <Text span c="dimmed" size="sm" fw={400}>
          {formatSize(file.size, language)}
        </Text>
      </Text>
      <Button variant="default" size="xs" onClick={onAnother}>
        {t('import.another')}
      </Button>
    </Group>
  );
};

interface FailedNoticeProps {
  failure: Failure;
  onRetry(): void;
  /** Nothing of it was ever read. */
  isFirst: boolean;
}

const FailedNotice = ({ failure, onRetry, isFirst }: FailedNoticeProps) => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const tableFault = useTableFault();
  // The sign-in comes by itself; whoever is back presses again.
  const words = failure.kind === 'session' ? t('import.sessionOver') : tableFault(failure);
  return (
    <div className="card" role="alert">
      <EmptyState
        title={t(isFirst ? 'import.notRead' : 'import.notReadSo')}
        action={
          <Button variant="default" onClick={onRetry}>
            {common('list.tryAgain')}
          </Button>
        }
      >
        {words} {t('import.nothingWritten')}
      </EmptyState>
    </div>
  );
};
