import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { formatCompact } from '../../lib/money.ts';
import { usePreferences } from '../../ui/use-preferences.ts';
import type { HourRow } from './hour-rows.ts';

interface HoursChartProps {
  rows: readonly HourRow[];
  names: Record<'now' | 'before', string>;
}

const hourText = (hour: number): string => String(hour).padStart(2, '0');

/** The bars for the eye, and the same numbers as a table for who does not see them. */
export const HoursChart = ({ rows, names }: HoursChartProps) => {
  const { t } = useTranslation('today');
  const { language } = usePreferences();
  return (
    <>
      <div aria-hidden>
        <BarChart
          h={220}
          data={rows.map(({ hour, ...sums }) => ({ ...sums, hour: hourText(hour) }))}
          dataKey="hour"
          series={[
            { name: 'before', label: names.before, color: 'var(--chart-before)' },
            { name: 'now', label: names.now, color: 'var(--chart-now)' },
          ]}
          valueFormatter={formatAmount}
          maxBarWidth={18}
          gridColor="var(--line)"
          textColor="var(--mantine-color-dimmed)"
          tickLine="none"
          xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 4 }}
          yAxisProps={{ width: 64, tickFormatter: (minor: number) => formatCompact(minor, language) }}
          tooltipProps={{ labelFormatter: (hour) => t('hours.hour', { hour }) }}
          // Its arrow keys would tell nothing that the table does not.
          barChartProps={{ accessibilityLayer: false, barGap: 2 }}
        />
      </div>
      <HoursTable rows={rows} names={names} />
    </>
  );
};

const HoursTable = ({ rows, names }: HoursChartProps) => {
  const { t } = useTranslation('today');
  return (
    <VisuallyHidden>
      <table>
        <caption>{t('hours.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('hours.hourHead')}</th>
            <th scope="col">{names.now}</th>
            <th scope="col">{names.before}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hour, now, before }) => (
            <tr key={hour}>
              <th scope="row">{t('hours.hour', { hour: hourText(hour) })}</th>
              <td>{formatAmount(now)}</td>
              <td>{formatAmount(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
};
