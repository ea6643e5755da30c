import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeriesGroup, SeriesSums } from '../../../../shared/api/series.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { ChangeMark } from '../../../kit/change-mark.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { GuideLink } from '../../../kit/text-link.tsx';
import { formatCount } from '../../../lib/count.ts';
import { changeOf } from '../../../lib/figures.ts';
import type { InvoicesSearch } from '../../../lib/invoice-search.ts';
import { useDates } from '../../../shop/use-dates.ts';
import type { SalesSearch, SortName } from '../search.ts';
import { columnsOf, type Line, lineOf, type SumColumn } from './columns.ts';
import { listOf, listOfPoint } from './links.ts';
import type { SalesRanges } from './ranges.ts';
import { filledRows, type Row, sorted, sortedBy, sortingOf } from './rows.ts';
import classes from './sales.module.css';
import { type Sales, useHasCash } from './use-sales.ts';
import { useRowName } from './use-words.ts';

/** A shop may have thousands of products: this many rows render quickly. */
const ROWS_AT_ONCE = 200;

interface SalesTableProps {
  sales: Sales;
  rows: readonly Row[];
  totals: SeriesSums;
  /** undefined: no comparison. */
  totalsBefore: SeriesSums | undefined;
  search: SalesSearch;
  onChange(next: SalesSearch, options: { replace: boolean }): void;
}

export const SalesTable = (props: SalesTableProps) => {
  const { sales, rows, totals, totalsBefore, search, onChange } = props;
  const { t } = useTranslation('reports');
  const { group, ranges } = sales;
  const [shownRows, setShownRows] = useState(ROWS_AT_ONCE);
  const rowName = useRowName(group, ranges);
  const hasCash = useHasCash(search);
  const filled = filledRows(rows);
  const ordered = sorted(filled, sortingOf(search, group), group, rowName);
  const foot: Line = { sums: totals, before: totalsBefore, quantity: null, whole: totals };
  const sorting = sortingOf(search, group);
  const cell = (column: SumColumn, line: Line, row?: Row) =>
    column.name === 'change' ? (
      <Change line={line} />
    ) : (
      <Sum column={column} line={line} row={row} group={group} ranges={ranges} search={search} />
    );
  const columns: Column<Row, SortName>[] = [
    column('key', t(`group.${group}`), rowName, {
      field: 'key',
      isRowHead: true,
      className: classes.name,
      tooltip: rowName,
      foot: t('words.total'),
    }),
    ...columnsOf(group, search.alone === undefined).map(
      (sum): Column<Row, SortName> =>
        column(
          sum.name,
          t(`columns.${sum.name === 'net' && hasCash ? 'kept' : sum.name}`),
          (row) => cell(sum, lineOf(row, totals), row),
          { field: sum.name, isNumber: true, isMain: sum.name === 'gross', foot: cell(sum, foot) },
        ),
    ),
  ];
  return (
    <>
      <Box style={{ overflowX: 'auto' }}>
        <DataTable
          isPlain
          isStacked
          label={t(`title.${group}`)}
          className={classes.table}
          rows={ordered.slice(0, shownRows)}
          columns={columns}
          keyOf={({ key, isOver }) => `${key} ${isOver}`}
          isOld={sales.now.isPlaceholderData}
          sorting={{
            directionOf: (name) =>
              sorting.name === name ? (sorting.isDescending ? 'descending' : 'ascending') : undefined,
            sortBy: (name) => onChange(sortedBy(search, group, name), { replace: true }),
          }}
        />
      </Box>
      {ordered.length > shownRows ? (
        <Box className="ruled" py="xs" px="md">
          <Act
            size="xs"
            onClick={() => setShownRows(shownRows + ROWS_AT_ONCE)}
            text={t('table.more', { count: formatCount(ordered.length - shownRows) })}
          />
        </Box>
      ) : null}
      {filled.length < rows.length ? (
        <Hint size="xs" mt="xs">
          {t('table.hidden', { count: rows.length - filled.length })}
        </Hint>
      ) : null}
      {totals.refunds > 0 ? <RefundRule /> : null}
    </>
  );
};

/** Why the refunds of a period differ from those of its reconciliation. */
const RefundRule = () => {
  const { t } = useTranslation('reports');
  return (
    <Hint size="xs" mt="xs">
      {t('refundRule')}{' '}
      <GuideLink section="reports" size="xs">
        {t('learnMore')}
      </GuideLink>
    </Hint>
  );
};

/** The change against the previous period; nothing if there was none. */
const Change = ({ line: { sums, before } }: { line: Line }) => {
  const change = before && changeOf(sums.gross, before.gross);
  return change && 'percent' in change ? <ChangeMark change={change} /> : null;
};

interface SumProps {
  column: SumColumn;
  line: Line;
  /** undefined: the table's foot, the whole period. */
  row: Row | undefined;
  group: SeriesGroup;
  ranges: SalesRanges;
  search: SalesSearch;
}

const LISTED_WITH_CASH: readonly SeriesGroup[] = ['day', 'employee', 'product', 'tender'];

/** A sum that links to its list. */
const Sum = (props: SumProps) => {
  const { column, line } = props;
  const { timeZone } = useDates();
  const hasCash = useHasCash(props.search);
  // Cash is of no terminal, and is listed by no hour.
  const isListed = !hasCash || props.row === undefined || LISTED_WITH_CASH.includes(props.group);
  const list = isListed ? searchOf(props, timeZone) : undefined;
  const text = column.of(line);
  if (list === undefined || text === '') return text;
  return (
    <Link
      to="/invoices"
      search={list}
      className={classes.sum}
      data-sum={column.name}
      preload={false}
      tabIndex={column.isMain ? 0 : -1}
    >
      {text}
    </Link>
  );
};

/** undefined for an empty list: no link. */
const searchOf = (
  { column, line, row, group, ranges, search }: SumProps,
  timeZone: string,
): InvoicesSearch | undefined => {
  const { list } = column;
  if (list === null) return undefined;
  if (list === 'before')
    return (line.before?.count ?? 0) > 0 ? beforeOf(row, group, ranges, search, timeZone) : undefined;
  if ((list === 'paid' ? line.sums.count : line.sums.refund_count) === 0) return undefined;
  if (row === undefined) return listOf(list, ranges, search, timeZone);
  return listOfPoint(list, { group, key: row.key }, ranges, search, timeZone);
};

const beforeOf = (
  row: Row | undefined,
  group: SeriesGroup,
  { before }: SalesRanges,
  search: SalesSearch,
  timeZone: string,
): InvoicesSearch => {
  if (row?.before === undefined) return listOf('paid', before, search, timeZone);
  return listOfPoint('paid', { group, key: row.before.key }, before, search, timeZone);
};
