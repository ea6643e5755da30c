import { daysBetween } from '../../../../shared/time.ts';
import { addMonths, type Days, daysOfPeriod, type Period } from '../../../lib/periods.ts';
import { addDays, dayOf, endOfDay, sameClock, startOfDay } from '../../../lib/zone.ts';
import type { SalesSearch } from '../search.ts';

/** A report's period and the one compared with. Pure. */

const DEFAULT: Period = 'this_month';

/** Days of the shop's calendar with their first and last moments; ms UTC, inclusive. */
export interface Range {
  days: Days;
  start: number;
  end: number;
}

/** A range that may be cut: `end` is then the current time of day. */
export interface RangeBefore extends Range {
  isCut: boolean;
}

export interface SalesRanges extends Range {
  /** undefined: custom days. */
  period: Period | undefined;
  before: RangeBefore;
  /** The end of the part that is compared: of a period that goes on, of today. */
  comparedEnd: number;
}

/** The number of whole calendar months; 0: not whole months. */
const wholeMonths = ({ from, to }: Days): number => {
  const next = addDays(to, 1);
  if (!from.endsWith('-01') || !next.endsWith('-01')) return 0;
  const count = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(next) - count(from);
};

/** The same number of days before; for whole months, of months. */
export const daysBefore = (days: Days): Days => {
  const to = addDays(days.from, -1);
  const months = wholeMonths(days);
  if (months > 0) return { from: addMonths(days.from, -months), to };
  return { from: addDays(days.from, daysBetween(days.to, days.from) - 1), to };
};

/**
 * A running period is compared with the same part of the previous one, to the minute; otherwise every month would begin
 * badly.
 */
const cutBefore = (days: Days, before: Days, now: number, timeZone: string): number | undefined => {
  const today = dayOf(now, timeZone);
  if (today < days.from || today > days.to) return undefined;
  const day = addDays(before.from, daysBetween(days.from, today));
  return day > before.to ? undefined : sameClock(now, day, timeZone);
};

const rangeOf = (days: Days, timeZone: string): Range => ({
  days,
  start: startOfDay(days.from, timeZone),
  end: endOfDay(days.to, timeZone),
});

/** Swaps days in the wrong order. */
const ownDays = ({ period, from, to }: SalesSearch): Days | undefined => {
  const [one, other] = [from ?? to, to ?? from];
  if (period !== undefined || one === undefined || other === undefined) return undefined;
  return one <= other ? { from: one, to: other } : { from: other, to: one };
};

/** @param now ms UTC */
export const salesRanges = (search: SalesSearch, timeZone: string, now: number): SalesRanges => {
  const own = ownDays(search);
  const period = own ? undefined : (search.period ?? DEFAULT);
  const days = own ?? daysOfPeriod(period ?? DEFAULT, dayOf(now, timeZone));
  const before = rangeOf(daysBefore(days), timeZone);
  const cut = cutBefore(days, before.days, now, timeZone);
  return {
    ...rangeOf(days, timeZone),
    period,
    before: { ...before, end: cut ?? before.end, isCut: cut !== undefined },
    comparedEnd: endOfDay(cut === undefined ? days.to : dayOf(now, timeZone), timeZone),
  };
};

export const isOneDay = ({ days }: Range): boolean => days.from === days.to;
