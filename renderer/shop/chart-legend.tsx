import { Box, type BoxProps, Group } from '@mantine/core';
import { Hint } from '../kit/act.tsx';
import classes from './takings-chart.module.css';

const SERIES = ['now', 'before'] as const;

/** The colour of a series. */
export const Swatch = ({ series, ...box }: BoxProps & { series: (typeof SERIES)[number] }) => (
  <Box component="span" className={classes.bar ?? ''} w={12} h={12} bdrs={12} data-series={series} {...box} />
);

/** Explains the colours; hidden from screen readers, as the chart is. */
export const ChartLegend = ({ names }: { names: Record<(typeof SERIES)[number], string> }) => (
  <Group gap="md" aria-hidden>
    {SERIES.map((name) => (
      <Group key={name} gap={6}>
        <Swatch series={name} bdrs={3} />
        <Hint size="xs">{names[name]}</Hint>
      </Group>
    ))}
  </Group>
);
