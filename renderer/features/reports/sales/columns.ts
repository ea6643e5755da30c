import type { SeriesGroup, SeriesSums } from '../../../../shared/api/series.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatCount } from '../../../lib/count.ts';
import { changeOf } from '../../../lib/figures.ts';
import type { SortName } from '../search.ts';
import { averageOf, type Row, shareOf } from './rows.ts';

/** The columns of a report and the list behind each. Pure. */

export interface SumColumn {
  name: Exclude<SortName, 'key'>;
  /** The list behind the sum; null: none. */
  list: 'paid' | 'refunded' | 'before' | null;
  /** The cell that the keyboard reaches; others with the same list are for the mouse. */
  isMain: boolean;
  of(line: Line): string;
}

/** A row or the table's foot. */
export interface Line {
  sums: SeriesSums;
  before: SeriesSums | undefined;
  quantity: number | null;
  whole: SeriesSums;
}

export const lineOf = ({ sums, before, quantity }: Row, whole: SeriesSums): Line => ({
  sums,
  before,
  quantity,
  whole,
});

/** `123` → `12,3 %` */
const formatShare = (tenths: number): string => `${Math.trunc(tenths / 10)},${Math.abs(tenths % 10)}\u00a0%`;

/** `1.5` → `1,5`; "" where there is none. */
const formatQuantity = (quantity: number | null): string =>
  quantity === null ? '' : String(quantity).replace('.', ',');

/** `+13 %`; "" where there is nothing to compare with. */
const formatChange = (now: number, before: number | undefined): string => {
  const change = before === undefined ? undefined : changeOf(now, before);
  if (change === undefined || !('percent' in change)) return '';
  return `${change.kind === 'more' ? '+' : '−'}${change.percent}\u00a0%`;
};

const column = (
  name: SumColumn['name'],
  list: SumColumn['list'],
  of: SumColumn['of'],
  isMain = false,
): SumColumn => ({ name, list, of, isMain });

const GROSS = column('gross', 'paid', ({ sums }) => formatAmount(sums.gross), true);
const BEFORE = column('before', 'before', ({ before }) => (before ? formatAmount(before.gross) : ''), true);
const CHANGE = column('change', null, ({ sums, before }) => formatChange(sums.gross, before?.gross));
const QUANTITY = column('quantity', 'paid', ({ quantity }) => formatQuantity(quantity));
const REST: readonly SumColumn[] = [
  column('share', null, ({ sums, whole }) => formatShare(shareOf(sums, whole))),
  column('count', 'paid', ({ sums }) => formatCount(sums.count)),
  column('average', 'paid', ({ sums }) => formatAmount(averageOf(sums))),
  column('refunds', 'refunded', ({ sums }) => formatAmount(sums.refunds), true),
  column('refund_count', 'refunded', ({ sums }) => formatCount(sums.refund_count)),
  column('fee', 'paid', ({ sums }) => formatAmount(sums.fee)),
  column('net', null, ({ sums }) => formatAmount(sums.net)),
];

export const columnsOf = (group: SeriesGroup, isCompared: boolean): SumColumn[] => [
  GROSS,
  ...(isCompared ? [BEFORE, CHANGE] : []),
  ...(group === 'product' ? [QUANTITY] : []),
  ...REST,
];
