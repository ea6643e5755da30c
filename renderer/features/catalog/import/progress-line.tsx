import { Progress as Bar, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import type { Progress } from './command.ts';
import { progressText } from './writing.ts';

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
