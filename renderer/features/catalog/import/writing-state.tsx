import { Progress as Bar, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isInDoubt } from '../../../api/failure.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { Strip } from '../../../kit/callout.tsx';
import { useStore } from '../../../lib/create-store.ts';
import { useTableFault } from '../../../shop/use-table-fault.ts';
import { useCatalogSearch } from '../use-search.ts';
import type { Progress } from './command.ts';
import { doneText, progressText, type Writing, writingStore } from './writing.ts';

interface WritingStateProps {
  writing: Extract<Writing, { state: 'under-way' | 'done' }>;
  onAnother(): void;
}

/** The import while it writes, and its result. */
export const WritingState = ({ writing, onAnother }: WritingStateProps) => {
  const { t } = useTranslation('catalog');
  const { setSearch } = useCatalogSearch();
  const { file } = writing;
  if (writing.state === 'under-way')
    return (
      <ProgressLine progress={writing.progress}>
        <Hint>{t('import.underWay', { name: file.name })}</Hint>
      </ProgressLine>
    );
  const { counts } = writing.result;
  const toList = (): void => {
    onAnother();
    setSearch(counts.new > 0 ? { ordering: '-created_at', kept: 'all' } : {});
  };
  return (
    <Stack className="card" gap="sm" align="center" p="xl" ta="center" role="status">
      <IconCircleCheck size={40} stroke={1.3} aria-hidden className="toned" data-tone="paid" />
      <Title order={2} size="h4">
        {t('import.done.title', { name: file.name })}
      </Title>
      <Text>{doneText(writing.result, t)}</Text>
      <Group justify="center" gap="xs">
        <Act
          tone="main"
          onClick={toList}
          text={t(counts.new > 0 ? 'import.done.newest' : 'import.done.list')}
        />
        <Act onClick={onAnother} text={t('import.another')} />
      </Group>
    </Stack>
  );
};

interface ProgressLineProps {
  /** undefined: no progress was reported yet. */
  progress: Progress | undefined;
  onStop?: () => void;
  children?: ReactNode;
}

/** Progress in words for screen readers, and as a bar. */
export const ProgressLine = ({ progress, onStop, children }: ProgressLineProps) => {
  const { t } = useTranslation('catalog');
  const share = progress?.total ? (100 * progress.done) / progress.total : undefined;
  return (
    <Stack className="card" gap="xs" py="sm" px="md">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="figures" role="status">
          {progress ? progressText(progress, t) : t('import.phase.reading')}
        </Text>
        {onStop ? <Act size="compact-sm" onClick={onStop} text={t('work.stop')} /> : null}
      </Group>
      <Bar value={share ?? 100} animated={share === undefined} striped={share === undefined} aria-hidden />
      {children}
    </Stack>
  );
};

/** The failure of the last import. */
export const LastWrite = () => {
  const { t } = useTranslation('catalog');
  const tableFault = useTableFault();
  const writing = useStore(writingStore);
  if (writing?.state === 'stopped')
    return (
      <Strip tone="working" title={t('import.stopped.title')}>
        {t('import.stopped.text')}
      </Strip>
    );
  if (writing?.state !== 'failed') return null;
  const { failure } = writing;
  if (failure.kind === 'invalid' && 'expected_digest' in failure.errors)
    return (
      <Strip tone="working" title={t('import.overtaken.title')}>
        {t('import.overtaken.text')}
      </Strip>
    );
  if (isInDoubt(failure))
    return (
      <Strip tone="failed" title={t('import.doubt.title')}>
        {t('import.doubt.text')}
      </Strip>
    );
  return (
    <Strip tone="failed" title={t('import.refused.title')}>
      {tableFault(failure)} {t('import.nothingWritten')}
    </Strip>
  );
};
