import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductImport } from '../../../../shared/api/catalog-files.ts';
import { formatSize } from '../../../../shared/size.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { useLeaveGuard } from '../../../kit/leave-guard.tsx';
import { EmptyState, LoadingState } from '../../../kit/query-view.tsx';
import { formatCount } from '../../../lib/count.ts';
import { useStore } from '../../../lib/create-store.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import type { TableFile } from '../../../lib/table-file.ts';
import { useTableFault } from '../../../shop/use-table-fault.ts';
import { Assumptions } from './assumptions.tsx';
import { importProducts, type Progress } from './command.ts';
import { ImportRowList } from './import-rows.tsx';
import { Reading } from './reading.tsx';
import { missingOf, paramsOf, type Settings } from './settings.ts';
import { startWriting, writingStore } from './writing.ts';
import { LastWrite, ProgressLine, WritingState } from './writing-state.tsx';

interface PreviewProps {
  file: TableFile;
  onAnother(): void;
}

const AS_FOUND: Settings = {};

/** The preview of an import. */
export const Preview = ({ file, onAnother }: PreviewProps) => {
  const { t } = useTranslation('catalog');
  const queries = useQueryClient();
  const [settings, setSettings] = useState(AS_FOUND);
  const [skipsWrong, setSkipsWrong] = useState(false);
  const writing = useStore(writingStore);
  const isUnderWay = writing?.state === 'under-way';
  const isDone = writing?.state === 'done' && writing.file === file;
  // After a write has ended, the preview is requested again.
  const found = usePreview(file, settings, isUnderWay || isDone);
  const { preview } = found;
  const leaving = useLeaveGuard(
    preview !== undefined && !isUnderWay && !isDone,
    ({ pathname, search }) => pathname === '/catalog/products' && 'import' in search,
    { title: t('import.leave.title'), text: t('import.leave.text'), go: t('import.leave.go') },
  );
  const change = (next: Settings): void => {
    setSkipsWrong(false);
    setSettings(next);
  };
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
        <ImportCallout failure={found.failure} onRetry={found.again} isFirst={preview === undefined} />
      ) : null}
      {found.state === 'reading' ? <ProgressLine progress={found.progress} onStop={onAnother} /> : null}
      {preview ? (
        <>
          <Reading preview={preview} settings={settings} onChange={change} />
          <Assumptions preview={preview} settings={settings} onChange={change} />
          {missingOf(preview).length > 0 ? null : (
            <ImportRowList preview={preview} isOld={found.state !== 'ready'} />
          )}
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
      <Text fw={600} className="breaks">
        {file.name}{' '}
        <Text span c="dimmed" size="sm" fw={400}>
          {formatSize(file.size, language)}
        </Text>
      </Text>
      <Act size="xs" onClick={onAnother} text={t('import.another')} />
    </Group>
  );
};

interface ImportCalloutProps {
  failure: Failure;
  onRetry(): void;
  /** No preview has been loaded yet. */
  isFirst: boolean;
}

const ImportCallout = ({ failure, onRetry, isFirst }: ImportCalloutProps) => {
  const { t } = useTranslation('catalog');
  const tableFault = useTableFault();
  // The sign-in appears by itself; the user then presses again.
  const words = failure.kind === 'session' ? t('import.sessionOver') : tableFault(failure);
  return (
    <div className="card" role="alert">
      <EmptyState
        title={t(isFirst ? 'import.notRead' : 'import.notReadSo')}
        action={<Act onClick={onRetry} text={t('list.tryAgain')} />}
      >
        {words} {t('import.nothingWritten')}
      </EmptyState>
    </div>
  );
};

type State =
  | { state: 'reading'; progress: Progress | undefined }
  | { state: 'ready' }
  | { state: 'failed'; failure: Failure };

/**
 * Requests the preview again on each change of settings. The last preview stays until the next arrives, so that nothing
 * jumps.
 * @param isHeld pauses requests: the service takes one file at a time
 */
const usePreview = (file: TableFile, settings: Settings, isHeld: boolean) => {
  const [round, setRound] = useState(0);
  const [last, setLast] = useState<ProductImport>();
  const [state, setState] = useState<State>({ state: 'reading', progress: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks once more
  useEffect(() => {
    if (isHeld) return;
    const stop = new AbortController();
    setState({ state: 'reading', progress: undefined });
    importProducts(
      file.bytes,
      { ...paramsOf(settings), dry_run: true },
      {
        signal: stop.signal,
        onProgress: (progress) => {
          if (!stop.signal.aborted) setState({ state: 'reading', progress });
        },
      },
    )
      .then((preview) => {
        if (stop.signal.aborted) return;
        setLast(preview);
        setState({ state: 'ready' });
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState({ state: 'failed', failure: failureOf(error) });
      });
    return () => stop.abort();
  }, [file, settings, round, isHeld]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, preview: last, again };
};

interface WriteBarProps {
  preview: ProductImport;
  /** The preview matches the current settings. */
  isReady: boolean;
  skipsWrong: boolean;
  onSkip(skips: boolean): void;
  onWrite(): void;
}

/** The button that writes, with the counts; or why nothing can be written. */
const WriteBar = ({ preview, isReady, skipsWrong, onSkip, onWrite }: WriteBarProps) => {
  const { t } = useTranslation('catalog');
  const { counts } = preview;
  const count = counts.new + counts.changed;
  const isHeld = counts.wrong > 0 && !skipsWrong;
  const reason = () => {
    if (missingOf(preview).length > 0) return t('import.write.missing');
    if (count === 0) return t(counts.wrong > 0 ? 'import.write.allWrong' : 'import.write.nothing');
    return isHeld ? t('import.write.held') : t('import.write.will');
  };
  return (
    // Stays visible below a long list.
    <Group className="card at-foot" justify="space-between" gap="sm" px="md" py="sm">
      <Stack gap={6}>
        {counts.wrong > 0 && count > 0 ? (
          <Checkbox
            checked={skipsWrong}
            onChange={(event) => onSkip(event.currentTarget.checked)}
            label={t('import.write.skip', { count: counts.wrong, total: formatCount(counts.wrong) })}
          />
        ) : null}
        <Hint>{reason()}</Hint>
      </Stack>
      {count > 0 ? (
        <Group gap="xs">
          <Act
            tone="main"
            size="md"
            disabled={isHeld}
            loading={!isReady}
            onClick={onWrite}
            text={t('import.write.button', { count, total: formatCount(count) })}
          />
        </Group>
      ) : null}
    </Group>
  );
};
