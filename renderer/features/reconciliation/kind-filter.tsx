import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DIFFERENCES, type Difference } from '../../../shared/api/reconciliation.ts';
import { formatCount } from '../../lib/count.ts';
import classes from './reconciliation.module.css';
import type { Line } from './view.ts';

interface KindFilterProps {
  lines: readonly Line[];
  /** undefined: all. */
  chosen: Difference | undefined;
  onChoose(kind: Difference | undefined): void;
}

/** Of what kinds the differences are, and how many of each; one kind alone needs no choice. */
export const KindFilter = ({ lines, chosen, onChoose }: KindFilterProps) => {
  const { t } = useTranslation('reconciliation');
  const counts = Map.groupBy(lines, ({ row }) => row.difference);
  const kinds = DIFFERENCES.filter((kind) => counts.has(kind));
  if (kinds.length < 2) return null;
  return (
    <Chip.Group value={chosen ?? 'all'} onChange={(value) => onChoose(kinds.find((kind) => kind === value))}>
      <Group gap={6} role="radiogroup" aria-label={t('differences.kinds')}>
        {(['all', ...kinds] as const).map((kind) => (
          <Chip key={kind} value={kind} size="xs" variant="light" classNames={{ label: classes.chip }}>
            {t(`kind.${kind}`)} {formatCount(kind === 'all' ? lines.length : (counts.get(kind)?.length ?? 0))}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
};
