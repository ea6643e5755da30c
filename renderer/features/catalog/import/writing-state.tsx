import { Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Act, Hint } from '../../../kit/act.tsx';
import { useCatalogSearch } from '../use-search.ts';
import { ProgressLine } from './progress-line.tsx';
import { doneText, type Writing } from './writing.ts';

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
