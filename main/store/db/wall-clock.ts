import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { build, type Db } from './connection.ts';
import { remainderSql } from './days.ts';

/** From this moment (ms UTC) until the next entry's, the shop's clock is this many milliseconds ahead of UTC. */
export interface ZoneOffset {
  from: number;
  east: number;
}

/** The local time to match. The store knows no time zones: callers pass their offsets. */
export interface ClockFilter {
  /** 0…23 */
  hour?: number | undefined;
  /** 1…7, from Monday. */
  weekday?: number | undefined;
  /** At least one, in order of time; the first also applies to all earlier moments. */
  offsets: readonly ZoneOffset[];
}

type Moment = 'invoices.paid_date' | 'refunds.refunded_at';

/** Bisects, so that a moment is compared with only a few of many changes. */
const offsetSql = (moment: Moment, offsets: readonly ZoneOffset[]): string => {
  const half = Math.ceil(offsets.length / 2);
  const later = offsets[half];
  if (later === undefined) return String(offsets[0]?.east ?? 0);
  const [before, after] = [offsetSql(moment, offsets.slice(0, half)), offsetSql(moment, offsets.slice(half))];
  return `case when ${moment} < ${later.from} then ${before} else ${after} end`;
};

/** Whether the shop's clock showed this local time at the moment: computed for each remaining row. */
export const matchesLocalTime = (
  moment: Moment,
  { hour, weekday, offsets }: ClockFilter,
): RawBuilder<SqlBool>[] => {
  const local = `(${moment} + ${offsetSql(moment, offsets)})`;
  // 1 January 1970 was a Thursday, three days after a Monday.
  const sinceMonday = `(${local} + ${3 * DAY_MS})`;
  const hourSql = `${remainderSql(local, DAY_MS)} / ${HOUR_MS}`;
  const weekdaySql = `${remainderSql(sinceMonday, 7 * DAY_MS)} / ${DAY_MS} + 1`;
  return [
    ...(hour === undefined ? [] : [sql<SqlBool>`${sql.raw(hourSql)} = ${hour}`]),
    ...(weekday === undefined ? [] : [sql<SqlBool>`${sql.raw(weekdaySql)} = ${weekday}`]),
  ];
};

/** The first and the last moment, ms; null: none. */
export interface Extent {
  first: number | null;
  last: number | null;
}

const NO_EXTENT: Extent = { first: null, last: null };

/** Queries each end separately: only then does SQLite read it from the index without a scan. */
export const extentOf = (db: Pick<Db, 'get'>, what: 'payments' | 'refunds'): Extent =>
  db.get(EXTENTS[what]) ?? NO_EXTENT;

const ends = (first: RawBuilder<number | null>, last: RawBuilder<number | null>) =>
  build.selectNoFrom([first.as('first'), last.as('last')]);

const EXTENTS = {
  payments: ends(
    sql`(select min(paid_date) from invoices where paid_date is not null)`,
    sql`(select max(paid_date) from invoices where paid_date is not null)`,
  ),
  refunds: ends(sql`(select min(refunded_at) from refunds)`, sql`(select max(refunded_at) from refunds)`),
};
