import type { Series, SeriesGroup, SeriesPoint, SeriesSums } from '../../../../shared/api/series.ts';
import { daysBetween } from '../../../../shared/time.ts';
import { addDays } from '../../../lib/zone.ts';
import type { SalesSearch, SortName } from '../search.ts';
import type { SalesRanges } from './ranges.ts';

/** A report's row: a point and its counterpart of the previous period. Pure. */
export interface Row {
  /** The point's key; for a day of the previous period only, that day. */
  key: string | null;
  /** The name of a terminal, register, product or employee. */
  label: string;
  sums: SeriesSums;
  quantity: number | null;
  /** undefined: no comparison, or not loaded yet. */
  before: SeriesPoint | undefined;
  /** Exists in the previous period only. */
  isOver: boolean;
}

const NONE: SeriesSums = { gross: 0, fee: 0, refunds: 0, net: 0, count: 0, refund_count: 0 };

const isNothing = ({ count, refund_count, gross, refunds }: SeriesSums): boolean =>
  count === 0 && refund_count === 0 && gross === 0 && refunds === 0;

/** Days match by position in the period, other groups by key. */
const partnerKey = (group: SeriesGroup, { days, before }: SalesRanges) => {
  const shift = daysBetween(days.from, before.days.from);
  return (key: string | null): string | null => (group === 'day' && key !== null ? addDays(key, shift) : key);
};

/** @param today days after it are left out */
export const rowsOf = (
  now: Series,
  before: Series | undefined,
  ranges: SalesRanges,
  today: string,
): Row[] => {
  const partner = partnerKey(now.group_by, ranges);
  const then = new Map((before?.results ?? []).map((point) => [point.key, point]));
  const isToCome = ({ key, ...sums }: SeriesPoint): boolean =>
    now.group_by === 'day' && key !== null && key > today && isNothing(sums);
  const shown = now.results.filter((point) => !isToCome(point));
  const rows = shown.map((point): Row => {
    const { key, label, quantity } = point;
    return { key, label, sums: point, quantity, before: then.get(partner(key)), isOver: false };
  });
  const met = new Set(now.results.map(({ key }) => partner(key)));
  const over = [...then.values()]
    .filter((point) => !met.has(point.key) && !isNothing(point))
    .map((point): Row => ({ ...alone(point), isOver: true }));
  return [...rows, ...over];
};

const alone = (point: SeriesPoint): Omit<Row, 'isOver'> => ({
  key: point.key,
  label: point.label,
  sums: NONE,
  quantity: point.quantity === null ? null : 0,
  before: point,
});

/** Rows with a payment or a refund in either period: a table of the others would be of zeros. */
export const filledRows = (rows: readonly Row[]): Row[] =>
  rows.filter(({ sums, before }) => !isNothing(sums) || (before !== undefined && !isNothing(before)));

/** Hours before the first payment and after the last one tell nothing; those between keep the axis even. */
export const withoutEmptyEnds = (rows: readonly Row[]): readonly Row[] => {
  const filled = new Set(filledRows(rows));
  const first = rows.findIndex((row) => filled.has(row));
  return first === -1 ? rows : rows.slice(first, rows.findLastIndex((row) => filled.has(row)) + 1);
};

export const averageOf = ({ gross, count }: SeriesSums): number =>
  count === 0 ? 0 : Math.round(gross / count);

/** The share in tenths of a percent. */
export const shareOf = ({ gross }: SeriesSums, whole: SeriesSums): number =>
  whole.gross === 0 ? 0 : Math.round((gross * 1000) / whole.gross);

export interface Sorting {
  name: SortName;
  isDescending: boolean;
}

const isOfTime = (group: SeriesGroup): boolean => group === 'day' || group === 'hour' || group === 'weekday';

export const sortingOf = ({ sort }: SalesSearch, group: SeriesGroup): Sorting => {
  if (sort === undefined)
    return isOfTime(group) ? { name: 'key', isDescending: false } : { name: 'gross', isDescending: true };
  const isDescending = sort.startsWith('-');
  return { name: (isDescending ? sort.slice(1) : sort) as SortName, isDescending };
};

/** The order after a click on a column's head: descending first, then reversed. */
export const sortedBy = (search: SalesSearch, group: SeriesGroup, name: SortName): SalesSearch => {
  const sorting = sortingOf(search, group);
  const isDescending = sorting.name === name ? !sorting.isDescending : name !== 'key';
  return { ...search, sort: isDescending ? `-${name}` : name };
};

const VALUES: Record<Exclude<SortName, 'key'>, (row: Row) => number> = {
  gross: ({ sums }) => sums.gross,
  before: ({ before }) => before?.gross ?? 0,
  change: ({ sums, before }) => sums.gross - (before?.gross ?? 0),
  share: ({ sums }) => sums.gross,
  quantity: ({ quantity }) => quantity ?? 0,
  count: ({ sums }) => sums.count,
  average: ({ sums }) => averageOf(sums),
  refunds: ({ sums }) => sums.refunds,
  refund_count: ({ sums }) => sums.refund_count,
  fee: ({ sums }) => sums.fee,
  net: ({ sums }) => sums.net,
};

/** @param nameOf the shown name: text groups sort by it, times by their number */
export const sorted = (
  rows: readonly Row[],
  { name, isDescending }: Sorting,
  group: SeriesGroup,
  nameOf: (row: Row) => string,
): Row[] => {
  const turn = isDescending ? -1 : 1;
  const byTime = (one: Row, other: Row): number =>
    group === 'day' ? String(one.key).localeCompare(String(other.key)) : Number(one.key) - Number(other.key);
  const byName = (one: Row, other: Row): number => nameOf(one).localeCompare(nameOf(other), 'uk');
  const natural = isOfTime(group) ? byTime : byName;
  const compare = (one: Row, other: Row): number =>
    name === 'key'
      ? turn * natural(one, other)
      : turn * (VALUES[name](one) - VALUES[name](other)) || natural(one, other);
  // Days of the previous period only come last in the order of time.
  const isApart = (row: Row): boolean => group === 'day' && name === 'key' && row.isOver;
  return rows.toSorted((one, other) => Number(isApart(one)) - Number(isApart(other)) || compare(one, other));
};
