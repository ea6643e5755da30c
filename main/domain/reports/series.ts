import type { SeriesGroup, SeriesQuery } from '../../../shared/api/series.ts';
import { dateOf } from '../../../shared/time.ts';
import type { Db } from '../../store/db/connection.ts';
import { startOfQuarter } from '../../store/db/days.ts';
import {
  paidSums,
  refundedLines,
  refundSums,
  refundsOfRange,
  type SeriesFilter,
  type SumsBy,
  type SumsKey,
  seriesLabels,
  soldLines,
} from '../../store/series.ts';
import { type WallClock, wallClock } from '../shop-time.ts';
import { daysOf } from './series-days.ts';
import { productSums } from './series-products.ts';
import { createTally, type Sums, type Tally } from './series-sums.ts';

export interface Point {
  key: string | null;
  label: string;
  sums: Sums;
}

export interface SalesSeries {
  points: Point[];
  /** Each payment and each refund once. */
  totals: Sums;
}

/** Sums of money that moved in a range, by hour, day, weekday, or by what it was about. @param timeZone IANA */
export const salesSeries = (
  db: Db,
  timeZone: string,
  group: SeriesGroup,
  filter: SeriesQuery,
): SalesSeries => {
  if (group === 'product') return byProduct(db, filter);
  if (group === 'hour' || group === 'weekday' || group === 'day') return byTime(db, timeZone, group, filter);
  return salesBy(db, group, filter);
};

/** The same by what an invoice has one of. */
export const salesBy = (db: Db, by: Exclude<SumsBy, 'quarter'>, filter: SeriesFilter): SalesSeries => {
  const tally = tallyBy(db, filter, by);
  const labels = by === 'payment_system' ? new Map<number, string>() : seriesLabels(db, by);
  return { points: labelled(tally, labels), totals: totalOf(tally) };
};

const tallyBy = (db: Db, filter: SeriesFilter, by: SumsBy): Tally<SumsKey> => {
  const tally = createTally<SumsKey>();
  for (const { key, ...sums } of paidSums(db, filter, by)) tally.add(key, sums);
  for (const { key, ...sums } of refundSums(db, filter, by)) tally.add(key, sums);
  return tally;
};

const totalOf = (tally: Tally<SumsKey>): Sums => {
  const total = createTally<'all'>();
  for (const key of tally.keys()) total.add('all', tally.of(key));
  return total.of('all');
};

const byProduct = (db: Db, filter: SeriesFilter): SalesSeries => {
  const tally = productSums(soldLines(db, filter), refundedLines(db, filter), refundsOfRange(db, filter));
  return {
    points: labelled(tally, seriesLabels(db, 'product')),
    totals: totalOf(tallyBy(db, filter, 'terminal')),
  };
};

/** What brought most comes first. */
const labelled = <Key extends SumsKey>(tally: Tally<Key>, labels: ReadonlyMap<number, string>): Point[] =>
  tally
    .keys()
    .map((key) => ({
      key: key === null ? null : String(key),
      label: labels.get(Number(key)) ?? '',
      sums: tally.of(key),
    }))
    .sort(
      (one, other) =>
        other.sums.gross - one.sums.gross ||
        one.label.localeCompare(other.label, 'uk') ||
        Number(one.key) - Number(other.key),
    );

const byTime = (db: Db, timeZone: string, unit: keyof WallClock, filter: SeriesFilter): SalesSeries => {
  const clock = wallClock(timeZone);
  const quarters = tallyBy(db, filter, 'quarter');
  const tally = createTally<number>();
  for (const quarter of quarters.keys())
    tally.add(clock(startOfQuarter(Number(quarter)))[unit], quarters.of(quarter));
  const points = pointsOf(unit, clock, filter, tally).map((key) => ({
    key: unit === 'day' ? dateOf(key) : String(key),
    label: '',
    sums: tally.of(key),
  }));
  return { points, totals: totalOf(quarters) };
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

const pointsOf = (
  unit: keyof WallClock,
  clock: (at: number) => WallClock,
  { from, to }: SeriesFilter,
  tally: Tally<number>,
): number[] => {
  if (unit === 'hour') return HOURS;
  if (unit === 'weekday') return WEEKDAYS;
  const dayOf = (at: number | undefined) => (at === undefined ? undefined : clock(at).day);
  return daysOf(dayOf(from), dayOf(to), tally.keys());
};
