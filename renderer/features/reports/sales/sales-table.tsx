import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeriesSums } from '../../../../shared/api/series.ts';
import { changeOf } from '../../../lib/compare.ts';
import { formatCount } from '../../../lib/count.ts';
import { ChangeMark } from '../../../ui/change-mark.tsx';
import { SortHead } from '../../../ui/sort-head.tsx';
import type { SalesSearch, SortName } from '../search.ts';
import { type Column, columnsOf, type Line, lineOf } from './columns.ts';
import { type Row, sorted, sortedBy, sortingOf } from './rows.ts';
import classes from './sales.module.css';
import { Sum } from './sum-link.tsx';
import type { Sales } from './use-sales.ts';
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
  const { sales, rows, totals, totalsBefore, search } = props;
  const { t } = useTranslation('reports');
  const { group, ranges } = sales;
  const [shownRows, setShownRows] = useState(ROWS_AT_ONCE);
  const rowName = useRowName(group, ranges);
  const columns = columnsOf(group, search.alone === undefined);
  const ordered = sorted(rows, sortingOf(search, group), group, rowName);
  const foot: Line = { sums: totals, before: totalsBefore, quantity: null, whole: totals };
  const cell = (column: Column, line: Line, row: Row | undefined) => (
    <Table.Td key={column.name} ta="end">
      <Sum column={column} line={line} row={row} group={group} ranges={ranges} search={search} />
      {column.name === 'before' ? <Change line={line} /> : null}
    </Table.Td>
  );
  return (
    <>
      <div className={classes.scroll}>
        <Table className={classes.table} data-old={sales.now.isPlaceholderData || undefined}>
          <Table.Caption className={classes.caption}>{t(`title.${group}`)}</Table.Caption>
          <Head {...props} columns={columns} />
          <Table.Tbody>
            {ordered.slice(0, shownRows).map((row) => (
              <Table.Tr key={`${row.key} ${row.isOver}`}>
                <Table.Th scope="row" className={classes.name} title={rowName(row)}>
                  {rowName(row)}
                </Table.Th>
                {columns.map((column) => cell(column, lineOf(row, totals), row))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row" className={classes.name}>
                {t('table.total')}
              </Table.Th>
              {columns.map((column) => cell(column, foot, undefined))}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
      {ordered.length > shownRows ? (
        <div className={classes.more}>
          <Button variant="default" size="xs" onClick={() => setShownRows(shownRows + ROWS_AT_ONCE)}>
            {t('table.more', { count: formatCount(ordered.length - shownRows) })}
          </Button>
        </div>
      ) : null}
    </>
  );
};

const Head = ({ columns, sales: { group }, search, onChange }: SalesTableProps & { columns: Column[] }) => {
  const { t } = useTranslation('reports');
  const sorting = sortingOf(search, group);
  const head = (name: SortName, text: string) => (
    <SortHead
      key={name}
      name={text}
      isNumber={name !== 'key'}
      className={name === 'key' ? classes.name : undefined}
      sorted={sorting.name === name ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
      onSort={() => onChange(sortedBy(search, group, name), { replace: true })}
    />
  );
  return (
    <Table.Thead>
      <Table.Tr>
        {head('key', t(`group.${group}`))}
        {columns.map(({ name }) => head(name, t(`columns.${name}`)))}
      </Table.Tr>
    </Table.Thead>
  );
};

/** The change against the previous period; nothing if there was none. */
const Change = ({ line: { sums, before } }: { line: Line }) => {
  const change = before && changeOf(sums.gross, before.gross);
  return (
    <span className={classes.change}>
      {change && 'percent' in change ? (
        <>
          <VisuallyHidden>, </VisuallyHidden>
          <ChangeMark change={change} />
        </>
      ) : null}
    </span>
  );
};
