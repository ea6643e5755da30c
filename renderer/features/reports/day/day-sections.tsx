import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { SeriesPoint, SeriesSums } from '../../../../shared/api/series.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatCount } from '../../../lib/count.ts';
import type { InvoicesSearch } from '../../../lib/invoice-search.ts';
import { listOf, listOfPoint } from '../sales/links.ts';
import classes from '../sales/sales.module.css';
import own from './day.module.css';
import { type SectionName, sectionsOf } from './sections.ts';
import { usePointName } from './use-day-words.ts';

type ListOf = (moved: 'paid' | 'refunded') => InvoicesSearch | undefined;

/** One table, so that the columns of all sections align. */
export const DaySections = ({ day }: { day: DayClose }) => {
  const { t } = useTranslation('reports');
  const range = { start: Date.parse(day.from), end: Date.parse(day.to) };
  const columns = ['count', 'gross', 'refund_count', 'refunds', 'fee', 'net'] as const;
  return (
    <div className={`card ${classes.scroll}`}>
      <Table className={classes.table}>
        <Table.Caption className={classes.caption}>{t('day.sections')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {columns.map((name) => (
              <Table.Th key={name} scope="col" ta="end">
                {t(`columns.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {sectionsOf(day).map(({ name, points }) => (
          <Section key={name} name={name} points={points} day={day} />
        ))}
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" className={classes.name}>
              {t('table.total')}
            </Table.Th>
            <Cells sums={day.totals} listOf={(moved) => listOf(moved, range, {}, day.time_zone)} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
};

interface SectionProps {
  name: SectionName;
  points: readonly SeriesPoint[];
  day: DayClose;
}

const Section = ({ name, points, day }: SectionProps) => {
  const { t } = useTranslation('reports');
  const pointName = usePointName();
  const range = {
    days: { from: day.date, to: day.date },
    start: Date.parse(day.from),
    end: Date.parse(day.to),
  };
  const list =
    (key: string | null): ListOf =>
    (moved) =>
      listOfPoint(moved, { group: name, key }, range, {}, day.time_zone);
  return (
    <Table.Tbody>
      <Table.Tr className={own.section}>
        <Table.Th scope="rowgroup" colSpan={7}>
          {t(`day.by.${name}`)}
        </Table.Th>
      </Table.Tr>
      {points.map((point) => (
        <Table.Tr key={point.key}>
          <Table.Th scope="row" className={classes.name}>
            {pointName(name, point)}
          </Table.Th>
          <Cells sums={point} listOf={list(point.key)} />
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
};

const Cells = ({ sums, listOf: list }: { sums: SeriesSums; listOf: ListOf }) => {
  const paid = sums.count > 0 ? list('paid') : undefined;
  const refunded = sums.refund_count > 0 ? list('refunded') : undefined;
  const cells = [
    { name: 'count', text: formatCount(sums.count), to: paid, isMain: false },
    { name: 'gross', text: formatAmount(sums.gross), to: paid, isMain: true },
    { name: 'refund_count', text: formatCount(sums.refund_count), to: refunded, isMain: false },
    { name: 'refunds', text: formatAmount(sums.refunds), to: refunded, isMain: true },
    { name: 'fee', text: formatAmount(sums.fee), to: paid, isMain: false },
    { name: 'net', text: formatAmount(sums.net), to: undefined, isMain: false },
  ];
  return cells.map(({ name, text, to, isMain }) => (
    <Table.Td key={name} ta="end">
      {to ? (
        <Link
          to="/invoices"
          search={to}
          className={classes.sum}
          data-sum={name}
          preload={false}
          tabIndex={isMain ? 0 : -1}
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </Table.Td>
  ));
};
