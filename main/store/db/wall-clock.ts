import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { build, type Db } from './connection.ts';

const WEEK_MS = 7 * DAY_MS;

/** From this moment (ms UTC) up to the next one's, the shop's clock is so many milliseconds ahead of UTC. */
export interface ZoneOffset {
  from: number;
  east: number;
}

/** What the shop's clock is to show at a moment. The store knows no time zones: it is handed their offsets. */
export interface ClockFilter {
  /** 0…23 */
  hour?: number | undefined;
  /** 1…7, from Monday. */
  weekday?: number | undefined;
  /** One or more, in the order of time; the first holds for whatever was before it, too. */
  offsets: readonly ZoneOffset[];
}

type Moment = 'invoices.paid_date' | 'refunds.refunded_at';

/** By halves, so that a moment in years of changes is compared with only a few of them. */
const eastAt = (moment: RawBuilder<number>, offsets: readonly ZoneOffset[]): RawBuilder<number> => {
  const half = Math.ceil(offsets.length / 2);
  const later = offsets[half];
  // Literals: bound numbers are REAL, and would divide as such.
  if (later === undefined) return sql.lit(offsets[0]?.east ?? 0);
  const [before, after] = [eastAt(moment, offsets.slice(0, half)), eastAt(moment, offsets.slice(half))];
  return sql`case when ${moment} < ${sql.lit(later.from)} then ${before} else ${after} end`;
};

/** The remainder that is never below 0, whatever was before 1970. */
const within = (value: RawBuilder<number>, period: number): RawBuilder<number> =>
  sql`((${value} % ${sql.lit(period)} + ${sql.lit(period)}) % ${sql.lit(period)})`;

/** That the shop's clock showed it at the moment: sums over the column alone, for each row that is left to look at. */
export const showsOnClock = (
  column: Moment,
  { hour, weekday, offsets }: ClockFilter,
): RawBuilder<SqlBool>[] => {
  const moment = sql<number>`${sql.ref(column)}`;
  const local = sql<number>`(${moment} + ${eastAt(moment, offsets)})`;
  // 1 January 1970 was a Thursday: three days after a Monday.
  const sinceMonday = sql<number>`(${local} + ${sql.lit(3 * DAY_MS)})`;
  return [
    ...(hour === undefined ? [] : [sql<SqlBool>`${within(local, DAY_MS)} / ${sql.lit(HOUR_MS)} = ${hour}`]),
    ...(weekday === undefined
      ? []
      : [sql<SqlBool>`${within(sinceMonday, WEEK_MS)} / ${sql.lit(DAY_MS)} + 1 = ${weekday}`]),
  ];
};

/** The first and the last moment, ms; null: there is none. */
export interface Extent {
  first: number | null;
  last: number | null;
}

const NO_EXTENT: Extent = { first: null, last: null };

/** Each end by itself: only so does SQLite take it from the index without a look at the rest. */
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
