import { daysBetween } from '../../../../shared/time.ts';
import { addMonths, type Days, daysOfPeriod, type Period } from '../../../lib/periods.ts';
import { addDays, dayOf, endOfDay, sameClock, startOfDay } from '../../../lib/zone.ts';
import type { SalesSearch } from '../search.ts';

/** What a report is over, and what that is compared with. Pure. */

const DEFAULT: Period = 'this_month';

/** Days of the shop's calendar, and the moments they begin and end with; ms UTC, both inclusive. */
export interface Range {
  days: Days;
  start: number;
  end: number;
}

/** One that may be cut: `end` is then the time of day as of now. */
export interface RangeBefore extends Range {
  isCut: boolean;
}

export interface SalesRanges extends Range {
  /** undefined: days of one's own choice. */
  period: Period | undefined;
  before: RangeBefore;
}

/** How many whole months of the calendar these days are; 0: none, or not whole ones. */
const wholeMonths = ({ from, to }: Days): number => {
  const next = addDays(to, 1);
  if (!from.endsWith('-01') || !next.endsWith('-01')) return 0;
  const count = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(next) - count(from);
};

/** As many days before these; for whole months as many months. Weeks are seven days whichever way. */
export const daysBefore = (days: Days): Days => {
  const to = addDays(days.from, -1);
  const months = wholeMonths(days);
  if (months > 0) return { from: addMonths(days.from, -months), to };
  return { from: addDays(days.from, daysBetween(days.to, days.from) - 1), to };
};

/** A period that goes on is compared with as much of the one before, to the minute: else every month would begin badly. */
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

/** Days that are the wrong way round are meant the other way. */
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
  };
};

export const isOneDay = ({ days }: Range): boolean => days.from === days.to;
