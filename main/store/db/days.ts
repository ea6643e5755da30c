import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';

/**
 * Numbers of UTC days and other equal units of time, in TypeScript and in SQL: rounded down, before 1970 too, where
 * both languages round a division towards 0. The triggers of invoices (schema/schema.sql) keep sums by days and months
 * with formulas of their own; test/store/db/days.test.ts checks that both agree.
 */

/** Days summed up as a month: a power of two, so that its number is `day >> 5`. */
export const MONTH_DAYS = 32;

/** Offsets of time zones are multiples of it: each quarter of an hour lies within one hour of any zone. */
const QUARTER_MS = 15 * MINUTE_MS;

/** The unit of this size that contains a value, exact for every integer: a large quotient would be rounded up. */
export const unitOf = (value: number, size: number): number =>
  (value - (((value % size) + size) % size)) / size;

/** Both ends included, ms UTC. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The UTC day of a moment. */
export const dayOf = (ms: number): number => unitOf(ms, DAY_MS);

export const startOfQuarter = (quarter: number): number => quarter * QUARTER_MS;

// SQL for an integer column or expression. Its numbers are literals: bound ones are REAL, and would divide as such.

/** The non-negative remainder. */
export const remainderSql = (value: string, size: number): string =>
  `((${value} % ${size} + ${size}) % ${size})`;

export const daySql = (column: string): string =>
  `((${column} - ${remainderSql(column, DAY_MS)}) / ${DAY_MS})`;

/** Plain division, since no payment is older than 1970. */
export const quarterSql = (column: string): string => `(${column} / ${QUARTER_MS})`;
