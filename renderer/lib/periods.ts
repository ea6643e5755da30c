import { DAY_MS, parseDay } from '../../shared/time.ts';
import { addDays, endOfDay, startOfDay, weekdayOf } from './zone.ts';

/** Periods of the shop's calendar and their first and last moments. A day is written YYYY-MM-DD. */

export const PERIODS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
] as const;
export type Period = (typeof PERIODS)[number];

/** Both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** Years in which every time zone has days. */
const isSaneYear = (moment: number): boolean => moment > Date.UTC(1990) && moment < Date.UTC(2200);

export const isDay = (text: string): boolean => {
  const day = parseDay(text);
  return day !== undefined && isSaneYear(day * DAY_MS);
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** Whether the text is a day or a moment (ISO 8601). */
export const isDayOrInstant = (text: string): boolean =>
  isDay(text) || (MOMENT.test(text) && isSaneYear(Date.parse(text)));

/** The first day of the month that is `count` months later (or earlier). */
export const addMonths = (day: string, count: number): string => {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((((months % 12) + 12) % 12) + 1).padStart(2, '0')}-01`;
};

/** Whole periods, including days that are still to come. */
export const daysOfPeriod = (period: Period, today: string): Days => {
  const monday = addDays(today, 1 - weekdayOf(today));
  const first = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_week':
      return { from: monday, to: addDays(monday, 6) };
    case 'last_week':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'this_month':
      return { from: first, to: addDays(addMonths(first, 1), -1) };
    case 'last_month':
      return { from: addMonths(first, -1), to: addDays(first, -1) };
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
  }
};

/** The first moment of the first day and the last moment of the last day. */
export const momentsOfDays = ({ from, to }: Days, timeZone: string) => ({
  from: new Date(startOfDay(from, timeZone)).toISOString(),
  to: new Date(endOfDay(to, timeZone)).toISOString(),
});
