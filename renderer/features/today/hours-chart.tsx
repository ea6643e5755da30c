import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { TakingsChart } from '../../shop/takings-chart.tsx';
import type { HourRow } from './hour-rows.ts';

interface HoursChartProps {
  rows: readonly HourRow[];
  names: Record<'now' | 'before', string>;
}

const hourText = (hour: number): string => String(hour).padStart(2, '0');

/** The bars, and the same numbers as a table for screen readers. */
export const HoursChart = ({ rows, names }: HoursChartProps) => {
  const { t } = useTranslation('today');
  return (
    <>
      <TakingsChart
        rows={rows.map(({ hour, ...sums }) => {
          const name = hourText(hour);
          return { ...sums, id: hour, name, fullName: t('hours.hour', { hour: name }) };
        })}
        names={names}
      />
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
