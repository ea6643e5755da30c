import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatAmount } from '../../shared/money.ts';
import { formatCompact } from '../lib/money.ts';
import { usePreferences } from './use-preferences.ts';

interface ChartRow {
  /** On the axis. */
  name: string;
  /** Takings, and what they are compared with; minor units. */
  now: number;
  before?: number;
}

interface TakingsChartProps {
  rows: readonly ChartRow[];
  names: { now: string; before: string | undefined };
  /** columns: as time goes, from left to right; bars: named things under each other. */
  shape?: 'columns' | 'bars';
  height?: number;
  /** What a row is called in full, when it is pointed at. */
  fullName?(name: string): string;
}

/** For the eye alone: the same numbers stand in a table beside it, for who does not see them. */
export const TakingsChart = (props: TakingsChartProps) => {
  const { rows, names, shape = 'columns', height = 220, fullName = (name) => name } = props;
  const { language } = usePreferences();
  const compact = (minor: number) => formatCompact(minor, language);
  const now = { name: 'now', label: names.now, color: 'var(--chart-now)' };
  const axes =
    shape === 'columns'
      ? {
          xAxisProps: { interval: 'preserveStartEnd' as const, minTickGap: 4 },
          yAxisProps: { width: 64, tickFormatter: compact },
        }
      : {
          xAxisProps: { tickFormatter: compact },
          yAxisProps: { width: 168, interval: 0 },
        };
  return (
    <div aria-hidden>
      <BarChart
        h={height}
        data={rows.map((row) => ({ ...row }))}
        dataKey="name"
        orientation={shape === 'columns' ? 'horizontal' : 'vertical'}
        series={
          names.before === undefined
            ? [now]
            : [{ name: 'before', label: names.before, color: 'var(--chart-before)' }, now]
        }
        valueFormatter={formatAmount}
        maxBarWidth={18}
        gridColor="var(--line)"
        textColor="var(--mantine-color-dimmed)"
        tickLine="none"
        {...axes}
        tooltipProps={{ labelFormatter: (name) => fullName(String(name)) }}
        // Its arrow keys would tell nothing that the table does not.
        barChartProps={{ accessibilityLayer: false, barGap: 2 }}
      />
    </div>
  );
};
