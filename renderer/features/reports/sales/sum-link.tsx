import { Link } from '@tanstack/react-router';
import type { SeriesGroup } from '../../../../shared/api/series.ts';
import type { InvoicesSearch } from '../../../lib/invoice-search.ts';
import { useDates } from '../../../shop/use-dates.ts';
import type { SalesSearch } from '../search.ts';
import type { Line, SumColumn } from './columns.ts';
import { listOf, listOfPoint } from './links.ts';
import type { SalesRanges } from './ranges.ts';
import type { Row } from './rows.ts';
import classes from './sales.module.css';
import { useHasCash } from './use-sales.ts';

interface SumProps {
  column: SumColumn;
  line: Line;
  /** undefined: the table's foot, the whole period. */
  row: Row | undefined;
  group: SeriesGroup;
  ranges: SalesRanges;
  search: SalesSearch;
}

/** A sum that links to its list. */
export const Sum = (props: SumProps) => {
  const { column, line } = props;
  const { timeZone } = useDates();
  const list = useHasCash(props.search) ? undefined : searchOf(props, timeZone);
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
