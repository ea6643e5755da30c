import { Box, type BoxProps, Flex, Group, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, useState } from 'react';
import { formatAmount } from '../../shared/money.ts';
import { Hint } from '../kit/act.tsx';
import { formatCompact } from '../lib/money.ts';
import { usePreferences } from '../lib/preferences.ts';
import {
  BESIDE_AXIS,
  barsIn,
  type ChartShape,
  labelStep,
  linesOf,
  type Plot,
  plotOf,
  ticksUpTo,
} from './chart-scale.ts';
import classes from './takings-chart.module.css';

/** The key sets the colour (takings-chart.module.css). */
type SeriesKey = 'now' | 'before';

interface ChartRow {
  id: string | number;
  /** The axis label. */
  name: string;
  /** The tooltip's title. */
  fullName: string;
  /** Takings and the comparison, minor units. */
  now: number;
  before?: number;
}

interface TakingsChartProps {
  rows: readonly ChartRow[];
  names: { now: string; before: string | undefined };
  shape?: ChartShape;
  height?: number;
}

/** The distance between the axis and its labels. */
const TO_LABEL = 18;
const LINE_PX = 14;

/** Hidden from screen readers: a table beside it has the same numbers. */
export const TakingsChart = ({ rows, names, shape = 'columns', height = 220 }: TakingsChartProps) => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const keys: SeriesKey[] = names.before === undefined ? ['now'] : ['before', 'now'];
  const plot = plotOf(shape, { width, height }, rows.length);
  const row = pointed === undefined ? undefined : rows[pointed];
  return (
    <div ref={ref} aria-hidden className={classes.chart} style={{ height }}>
      {width > 0 ? (
        <svg width={width} height={height} role="presentation">
          <Drawing {...{ rows, keys, plot, pointed }} onPoint={setPointed} />
        </svg>
      ) : null}
      {pointed !== undefined && row ? (
        <div className={`card ${classes.tooltip}`} style={besideBand(plot, pointed, width)}>
          <Box
            p="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
            fz="md"
            fw={500}
            c="var(--mantine-color-bright)"
          >
            {row.fullName}
          </Box>
          <Stack gap={6} px="sm" pb="sm">
            {keys.map((key) => (
              <Flex key={key} gap="sm" align="center">
                <Swatch series={key} />
                <span>{names[key]}</span>
                <Box component="span" ps="xl" ms="auto" c="var(--mantine-color-bright)">
                  {formatAmount(row[key] ?? 0)}
                </Box>
              </Flex>
            ))}
          </Stack>
        </div>
      ) : null}
    </div>
  );
};

/** Right of a column, left of those in the right half, under a bar. */
const besideBand = ({ shape, left, top, band }: Plot, at: number, width: number): CSSProperties => {
  const [start, end] = [at * band, (at + 1) * band];
  if (shape === 'bars') return { top: top + end, left: left + TO_LABEL };
  const isInRightHalf = left + start > width / 2;
  return isInRightHalf
    ? { top, right: width - left - start + TO_LABEL }
    : { top, left: left + end + TO_LABEL };
};

interface DrawingProps {
  rows: readonly ChartRow[];
  keys: readonly SeriesKey[];
  plot: Plot;
  pointed: number | undefined;
  onPoint(row: number | undefined): void;
}

const Drawing = ({ rows, keys, plot, pointed, onPoint }: DrawingProps) => {
  const { band, bottom } = plot;
  const isColumns = plot.shape === 'columns';
  const room = isColumns ? plot.height : plot.width;
  const ticks = ticksUpTo(Math.max(...rows.flatMap((row) => keys.map((key) => row[key] ?? 0))));
  const lengthOf = (minor: number): number => (minor / (ticks.at(-1) ?? 1)) * room;
  /** A box that begins at `from` along the names, and reaches `length` along the amounts. */
  const box = (from: number, thickness: number, length: number) =>
    isColumns
      ? { x: plot.left + from, y: bottom - length, width: thickness, height: length }
      : { x: plot.left, y: plot.top + from, width: length, height: thickness };
  const { thickness, starts } = barsIn(band, keys.length);
  return (
    <>
      {isColumns ? <Grid at={ticks.map((tick) => bottom - lengthOf(tick))} plot={plot} /> : null}
      {isColumns ? null : <Grid at={rows.map((_, at) => plot.top + (at + 0.5) * band)} plot={plot} />}
      <Amounts ticks={ticks} lengthOf={lengthOf} plot={plot} />
      {rows.map((row, at) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the numbers stand in a table beside it
        <g key={row.id} onMouseEnter={() => onPoint(at)} onMouseLeave={() => onPoint(undefined)}>
          <rect
            {...box(at * band, band, room)}
            className={classes.band}
            data-pointed={pointed === at || undefined}
          />
          {keys.map((key, bar) => (
            <rect
              key={key}
              {...box(at * band + (starts[bar] ?? 0), thickness, lengthOf(row[key] ?? 0))}
              className={classes.bar}
              data-series={key}
            />
          ))}
        </g>
      ))}
      {isColumns ? <NamesBelow rows={rows} plot={plot} /> : <NamesBeside rows={rows} plot={plot} />}
    </>
  );
};

const Grid = ({ at, plot: { left, width } }: { at: readonly number[]; plot: Plot }) =>
  at.map((y) => <line key={y} x1={left} x2={left + width} y1={y} y2={y} />);

interface AmountsProps {
  ticks: readonly number[];
  lengthOf(minor: number): number;
  plot: Plot;
}

const Amounts = ({ ticks, lengthOf, plot: { shape, left, bottom } }: AmountsProps) => {
  const { language } = usePreferences();
  return ticks.map((tick) => {
    const place =
      shape === 'columns'
        ? { x: left - TO_LABEL, y: bottom - lengthOf(tick), dy: '0.355em', textAnchor: 'end' as const }
        : { x: left + lengthOf(tick), y: bottom + TO_LABEL, dy: '0.71em', textAnchor: 'middle' as const };
    return (
      <text key={tick} {...place}>
        {formatCompact(tick, language)}
      </text>
    );
  });
};

interface NamesProps {
  rows: readonly ChartRow[];
  plot: Plot;
}

const NamesBelow = ({ rows, plot: { left, bottom, band } }: NamesProps) => {
  const step = labelStep(
    rows.map(({ name }) => name),
    band,
  );
  return rows.map(({ id, name }, at) =>
    (rows.length - 1 - at) % step === 0 ? (
      <text key={id} x={left + (at + 0.5) * band} y={bottom + TO_LABEL} dy="0.71em" textAnchor="middle">
        {name}
      </text>
    ) : null,
  );
};

const NamesBeside = ({ rows, plot: { left, top, band } }: NamesProps) =>
  rows.map(({ id, name }, at) => {
    const lines = linesOf(name, BESIDE_AXIS.bars - TO_LABEL);
    const first = top + (at + 0.5) * band - ((lines.length - 1) * LINE_PX) / 2;
    return lines.map((line, index) => (
      <text
        key={`${id} ${line}`}
        x={left - TO_LABEL}
        y={first + index * LINE_PX}
        dy="0.355em"
        textAnchor="end"
      >
        {line}
      </text>
    ));
  });

const SERIES = ['now', 'before'] as const;

/** The colour of a series. */
const Swatch = ({ series, ...box }: BoxProps & { series: (typeof SERIES)[number] }) => (
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
