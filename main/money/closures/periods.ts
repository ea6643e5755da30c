import { dateOf, parseDay } from '../../../shared/time.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import { type ClosedDay, type DayToClose, daysToClose } from '../../shop/reports/day-close.ts';
import { type AccountMonth, type Month, monthsOnClock } from '../../shop/reports/month.ts';
import { daysOnClock, wallClock } from '../../shop/shop-time.ts';
import { type ClosureRange, type ClosureRow, latestClosure } from '../../store/closures.ts';
import type { Db } from '../../store/db/connection.ts';
import type { TimeRange } from '../../store/db/days.ts';
import type { AppReader } from '../reads.ts';
import type { ClosureDifference, PeriodState } from './close.ts';
import type { ClosureSums } from './sums.ts';

/** What is known of days and months: their sums as they are now, and what does not match. */

export interface PeriodContext {
  db: Db;
  reader: AppReader;
  /** Milliseconds UTC. */
  now: () => number;
  /** The shop's, IANA. */
  timeZone: string;
}

const MAX_DAYS = 92;
const USUAL_DAYS = 31;

/** @throws ValidationError */
const dateIn = (field: string, date: string | undefined): number | undefined => {
  if (date === undefined) return undefined;
  const day = parseDay(date);
  if (day === undefined || day < 0)
    throw fieldRefusal(field, 'invalid', 'Date has wrong format. Use YYYY-MM-DD.');
  return day;
};

/** @throws ValidationError */
const monthIn = (field: string, month: string | undefined): string | undefined => {
  if (month !== undefined && (!/^\d{4}-\d\d$/.test(month) || parseDay(`${month}-01`) === undefined))
    throw fieldRefusal(field, 'invalid', 'Month has wrong format. Use YYYY-MM.');
  return month;
};

/** @throws ValidationError */
export const dayRange = (query: {
  date_from?: string | undefined;
  date_to?: string | undefined;
}): ClosureRange => {
  const from = dateIn('date_from', query.date_from);
  const to = dateIn('date_to', query.date_to);
  return { from: from === undefined ? '' : dateOf(from), to: to === undefined ? '9999' : dateOf(to) };
};

/** @throws ValidationError */
export const monthRange = (query: {
  month_from?: string | undefined;
  month_to?: string | undefined;
}): ClosureRange => ({
  from: monthIn('month_from', query.month_from) ?? '',
  to: monthIn('month_to', query.month_to) ?? '9999',
});

/** The sums of closed periods as they are now, in the same order. */
export const sumsOfPeriods = async (
  { reader, timeZone, now }: PeriodContext,
  kind: ClosureRow['kind'],
  rows: readonly ClosureRow[],
  signal: AbortSignal,
): Promise<ClosureSums[]> => {
  if (rows.length === 0) return [];
  const dayOf = daysOnClock(timeZone);
  const monthOf = monthsOnClock(timeZone, now);
  const periods = [...new Set(rows.map(({ period }) => period))];
  const ranges = periods.map((period) => (kind === 'day' ? dayOf(parseDay(period) ?? 0) : monthOf(period)));
  const sums = await reader.run('closureSums', [ranges.map(({ from, to }) => ({ from, to }))], signal);
  const byPeriod = new Map(periods.map((period, index) => [period, sums[index] as ClosureSums]));
  return rows.map(({ period }) => byPeriod.get(period) as ClosureSums);
};

/** @throws ValidationError as `daysToClose` */
export const dayStateOf = async (
  context: PeriodContext,
  date: string | undefined,
  signal: AbortSignal,
): Promise<{ day: DayToClose; state: PeriodState }> => {
  const { reader, timeZone, now } = context;
  const day = daysToClose(timeZone, now)(date);
  const [summary, sums] = await Promise.all([
    reader.run('dayClose', [day], signal),
    reader.run('closureSums', [[{ from: day.from, to: day.to }]], signal),
  ]);
  return { day, state: { sums: firstOf(sums), differences: dayDifferences(summary) } };
};

const dayDifferences = ({ attemptsInDoubt, open, fiscal }: ClosedDay): ClosureDifference[] =>
  present([
    { kind: 'doubts', count: attemptsInDoubt, amount: null },
    { kind: 'open_qr', count: open.count, amount: open.amount },
    { kind: 'fiscal_receipts', count: missing(fiscal?.sales) + missing(fiscal?.returns), amount: null },
  ]);

const missing = (checked: { missing: number } | undefined): number => checked?.missing ?? 0;

const present = (differences: readonly ClosureDifference[]): ClosureDifference[] =>
  differences.filter(({ count }) => count > 0);

const firstOf = ([sums]: readonly ClosureSums[]): ClosureSums => {
  if (!sums) throw new Error('There are no sums of the period.');
  return sums;
};

/** @throws ValidationError as `monthsOnClock` */
export const monthStateOf = async (
  context: PeriodContext,
  name: string | undefined,
  signal: AbortSignal,
): Promise<{ month: Month; state: PeriodState }> => {
  const { reader, timeZone, now } = context;
  const month = monthsOnClock(timeZone, now)(name);
  const [summary, sums, open] = await Promise.all([
    reader.run('month', [month, undefined], signal),
    reader.run('closureSums', [[{ from: month.from, to: month.to }]], signal),
    countOpenDays(context, month, signal),
  ]);
  return { month, state: { sums: firstOf(sums), differences: monthDifferences(summary, open) } };
};

const monthDifferences = ({ gaps }: AccountMonth, openDays: number): ClosureDifference[] =>
  present([
    { kind: 'days', count: openDays, amount: null },
    { kind: 'statement', count: gaps.statements.length, amount: null },
    { kind: 'doubts', count: gaps.attemptsInDoubt, amount: null },
    { kind: 'fiscal_receipts', count: gaps.fiscalReceipts, amount: null },
  ]);

/** Days of the month on which money moved and which are not closed. */
const countOpenDays = async (context: PeriodContext, month: Month, signal: AbortSignal): Promise<number> => {
  const days = await daysStateOf(context, { date_from: month.firstDay, date_to: month.lastDay }, signal);
  return days.filter(({ date, sums }) => isMoved(sums) && !latestClosure(context.db, 'day', date)).length;
};

export const isMoved = (sums: ClosureSums): boolean =>
  sums.qr_count + sums.qr_refund_count + sums.sale_count + sums.refund_count + sums.others.length > 0;

export interface DayState {
  date: string;
  from: number;
  to: number;
  sums: ClosureSums;
}

/** Each day of a range, the latest first; of days to come none. @throws ValidationError */
export const daysStateOf = async (
  { reader, timeZone, now }: PeriodContext,
  query: { date_from?: string | undefined; date_to?: string | undefined },
  signal: AbortSignal,
): Promise<DayState[]> => {
  const today = wallClock(timeZone)(now()).day;
  const last = Math.min(today, dateIn('date_to', query.date_to) ?? today);
  const first = dateIn('date_from', query.date_from) ?? Math.max(0, last - USUAL_DAYS + 1);
  if (last - first >= MAX_DAYS)
    throw fieldRefusal('date_to', 'range_too_long', `The range is longer than ${MAX_DAYS} days.`);
  const rangeOf = daysOnClock(timeZone);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
  const ranges = days.map(rangeOf);
  const sums = await reader.run('closureSums', [ranges], signal);
  return days.map((day, index) => ({
    date: dateOf(day),
    ...(ranges[index] as TimeRange),
    sums: sums[index] as ClosureSums,
  }));
};
