import { Box, Group, NativeSelect, Skeleton, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SeriesGroup } from '../../../../shared/api/series.ts';
import { startOfDay } from '../../../lib/zone.ts';
import { ChartLegend, TakingsChart } from '../../../shop/takings-chart.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';
import type { SalesRanges } from './ranges.ts';
import { type Row, withoutEmptyEnds } from './rows.ts';
import { useRowName } from './use-words.ts';

/** As many bars as are readable; the table has all rows. */
const MAX_BARS = 10;
const BAR_PX = 34;

interface ChartProps {
  group: SeriesGroup;
  /** undefined while they are being read */
  rows: readonly Row[] | undefined;
  isCompared: boolean;
  ranges: SalesRanges;
}

/** The chart of takings; the table has the same numbers. */
export const Chart = ({ group, rows, isCompared, ranges }: ChartProps) => {
  const { t } = useTranslation('reports');
  const names = { now: t('chart.now'), before: t('chart.before') };
  if (!rows) return <Skeleton height={220} />;
  return (
    <Box mih={220} my="sm">
      {isCompared ? (
        <Group justify="flex-end" mb={4}>
          <ChartLegend names={names} />
        </Group>
      ) : null}
      <Drawn group={group} rows={rows} isCompared={isCompared} ranges={ranges} names={names} />
    </Box>
  );
};

interface DrawnProps extends ChartProps {
  rows: readonly Row[];
  names: { now: string; before: string };
}

const Drawn = ({ group, rows, isCompared, ranges, names }: DrawnProps) => {
  const dates = useDates();
  const rowName = useRowName(group, ranges);
  const isTime = group === 'hour' || group === 'day' || group === 'weekday';
  const drawn = isTime
    ? timesOf(group, rows)
    : rows.toSorted((one, other) => other.sums.gross - one.sums.gross).slice(0, MAX_BARS);
  const shortName = (row: Row): string => {
    if (group === 'hour') return String(row.key).padStart(2, '0');
    if (group === 'day') return dates.shortDay(startOfDay(String(row.key), dates.timeZone));
    return rowName(row);
  };
  return (
    <TakingsChart
      rows={drawn.map((row) => ({
        id: String(row.key),
        name: shortName(row),
        fullName: rowName(row),
        now: row.sums.gross,
        ...(isCompared ? { before: row.before?.gross ?? 0 } : {}),
      }))}
      names={{ now: names.now, before: isCompared ? names.before : undefined }}
      shape={isTime ? 'columns' : 'bars'}
      height={isTime ? 220 : Math.max(2, drawn.length) * BAR_PX + BAR_PX}
    />
  );
};

const timesOf = (group: SeriesGroup, rows: readonly Row[]): readonly Row[] => {
  const own = rows.filter(({ isOver }) => !isOver);
  return group === 'hour' ? withoutEmptyEnds(own) : own;
};

interface GroupChoiceProps {
  group: SeriesGroup;
  onChange(group: SeriesGroup): void;
}

/** The groups in order; what the shop has one of is none. */
const useGroups = (shown: SeriesGroup): SeriesGroup[] => {
  const { locations, stands, people, cash } = useShopFacts();
  return (
    [
      ['day', true],
      ['hour', true],
      ['weekday', true],
      ['product', true],
      ['tender', cash],
      ['employee', people],
      ['terminal', locations],
      ['cash_register', stands],
    ] as const
  ).flatMap(([name, isThere]) => (isThere || name === shown ? [name] : []));
};

/** Chooses the group. */
export const GroupChoice = ({ group, onChange }: GroupChoiceProps) => {
  const { t } = useTranslation('reports');
  const groups = useGroups(group);
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2} size="h5">
        {t(`title.${group}`)}
      </Title>
      <Group component="label" gap="xs" fz="sm" c="dimmed" className="no-print">
        {t('group.label')}
        <NativeSelect
          size="xs"
          value={group}
          onChange={({ currentTarget: { value } }) =>
            onChange(groups.find((each) => each === value) ?? 'day')
          }
          data={groups.map((name) => ({ value: name, label: t(`group.${name}`) }))}
        />
      </Group>
    </Group>
  );
};
