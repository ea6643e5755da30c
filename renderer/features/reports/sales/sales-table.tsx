import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeriesSums } from '../../../../shared/api/series.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { ChangeMark } from '../../../kit/change-mark.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { GuideLink } from '../../../kit/guide-link.tsx';
import { changeOf } from '../../../lib/compare.ts';
import { formatCount } from '../../../lib/count.ts';
import type { SalesSearch, SortName } from '../search.ts';
import { columnsOf, type Line, lineOf, type SumColumn } from './columns.ts';
import { filledRows, type Row, sorted, sortedBy, sortingOf } from './rows.ts';
import classes from './sales.module.css';
import { Sum } from './sum-link.tsx';
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
      foot: t('table.total'),
    }),
    ...columnsOf(group, search.alone === undefined).map(
      (sum): Column<Row, SortName> =>
        column(
          sum.name,
          t(`columns.${sum.name === 'net' && hasCash ? 'kept' : sum.name}`),
          (row) => cell(sum, lineOf(row, totals), row),
          {
            field: sum.name,
            isNumber: true,
            isMain: sum.name === 'gross',
            foot: cell(sum, foot),
          },
        ),
    ),
  ];
  return (
    <>
      <div className={classes.scroll}>
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
      </div>
      {ordered.length > shownRows ? (
        <div className={classes.more}>
          <Act
            size="xs"
            onClick={() => setShownRows(shownRows + ROWS_AT_ONCE)}
            text={t('table.more', { count: formatCount(ordered.length - shownRows) })}
          />
        </div>
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
  const { t: common } = useTranslation();
  return (
    <Hint size="xs" mt="xs">
      {t('refundRule')}{' '}
      <GuideLink section="reports" size="xs">
        {common('learnMore')}
      </GuideLink>
    </Hint>
  );
};

/** The change against the previous period; nothing if there was none. */
const Change = ({ line: { sums, before } }: { line: Line }) => {
  const change = before && changeOf(sums.gross, before.gross);
  return change && 'percent' in change ? <ChangeMark change={change} /> : null;
};
