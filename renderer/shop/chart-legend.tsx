import { Group } from '@mantine/core';
import { Hint } from '../kit/act.tsx';
import classes from './chart-legend.module.css';

const SERIES = ['now', 'before'] as const;

/** Explains the colours; hidden from screen readers, as the chart is. */
export const ChartLegend = ({ names }: { names: Record<(typeof SERIES)[number], string> }) => (
  <Group gap="md" aria-hidden>
    {SERIES.map((name) => (
      <Group key={name} gap={6}>
        <span className={classes.sign} data-series={name} />
        <Hint size="xs">{names[name]}</Hint>
      </Group>
    ))}
  </Group>
);
