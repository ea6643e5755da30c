import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { SeriesPoint, SeriesSums } from '../../../../shared/api/series.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { formatCount } from '../../../lib/count.ts';
import { listOf, listOfPoint } from '../sales/links.ts';
import classes from '../sales/sales.module.css';
import own from './day.module.css';
import { type SectionName, sectionsOf } from './sections.ts';
import { usePointName } from './use-day-words.ts';

/** A line of a section; without `section`, the whole day. */
interface DayLine {
  section?: SectionName;
  point: SeriesPoint | SeriesSums;
}
type SectionLine = Required<DayLine> & { point: SeriesPoint };

/** The sums with the list behind each; `isMain`: the keyboard reaches it, the other of its list is for the mouse. */
const SUMS = [
  { name: 'count', format: formatCount, list: 'paid', isMain: false },
  { name: 'gross', format: formatAmount, list: 'paid', isMain: true },
  { name: 'refund_count', format: formatCount, list: 'refunded', isMain: false },
  { name: 'refunds', format: formatAmount, list: 'refunded', isMain: true },
  { name: 'fee', format: formatAmount, list: 'paid', isMain: false },
  { name: 'net', format: formatAmount, list: undefined, isMain: false },
] as const;

/** One table, so that the columns of all sections align. */
export const DaySections = ({ day }: { day: DayClose }) => {
  const { t } = useTranslation('reports');
  const pointName = usePointName();
  const columns: Column<SectionLine>[] = [
    column('name', '', ({ section, point }) => pointName(section, point), {
      isRowHead: true,
      className: classes.name,
      foot: t('words.total'),
    }),
    ...SUMS.map(
      (sum): Column<SectionLine> =>
        column(sum.name, t(`columns.${sum.name}`), (line) => <DaySum day={day} line={line} sum={sum} />, {
          isNumber: true,
          isMain: sum.name === 'gross',
          foot: <DaySum day={day} line={{ point: day.totals }} sum={sum} />,
        }),
    ),
  ];
  return (
    <Box className="card" style={{ overflowX: 'auto' }}>
      <DataTable
        isPlain
        isStacked
        label={t('day.sections')}
        className={classes.table}
        rows={sectionsOf(day).flatMap(({ name, points }) =>
          points.map((point): SectionLine => ({ section: name, point })),
        )}
        columns={columns}
        keyOf={({ section, point }) => `${section} ${point.key}`}
        grouping={{
          keyOf: ({ section }) => section,
          title: ({ section }) => t(`day.by.${section}`),
          className: own.section,
        }}
      />
    </Box>
  );
};

interface DaySumProps {
  day: DayClose;
  line: DayLine;
  sum: (typeof SUMS)[number];
}

const DaySum = ({ day, line, sum: { name, format, list, isMain } }: DaySumProps) => {
  const { point } = line;
  const text = format(point[name]);
  const isEmpty = (list === 'refunded' ? point.refund_count : point.count) === 0;
  if (list === undefined || isEmpty) return text;
  return (
    <Link
      to="/invoices"
      search={searchOf(day, line, list)}
      className={classes.sum}
      data-sum={name}
      preload={false}
      tabIndex={isMain ? 0 : -1}
    >
      {text}
    </Link>
  );
};

const searchOf = (day: DayClose, { section, point }: DayLine, list: 'paid' | 'refunded') => {
  const range = { start: Date.parse(day.from), end: Date.parse(day.to) };
  if (section === undefined || !('key' in point)) return listOf(list, range, { tender: 'qr' }, day.time_zone);
  const days = { from: day.date, to: day.date };
  return listOfPoint(
    list,
    { group: section, key: point.key },
    { ...range, days },
    { tender: 'qr' },
    day.time_zone,
  );
};
