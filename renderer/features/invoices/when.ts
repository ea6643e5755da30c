import { addDays, dayOf, endOfDay, startOfDay, weekdayOf } from '../../lib/zone.ts';
import { DATES, type DateName, type InvoicesSearch, type Period } from './search.ts';

/** Days of the shop's calendar ↔ the moments that the interface filters by. */

/** Both inclusive; YYYY-MM-DD. */
export interface Days {
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** Years in which every time zone has days. */
const isSaneYear = (moment: number): boolean => moment > Date.UTC(1990) && moment < Date.UTC(2200);

const isDay = (text: string): boolean => {
  const moment = Date.parse(`${text}T00:00:00Z`);
  // Date.parse takes 31 February for 3 March.
  return DAY.test(text) && isSaneYear(moment) && new Date(moment).toISOString().slice(0, 10) === text;
};

export const isWhen = (text: string): boolean =>
  isDay(text) || (MOMENT.test(text) && isSaneYear(Date.parse(text)));

const startOfWeek = (day: string): string => addDays(day, 1 - weekdayOf(day));
const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** @param today YYYY-MM-DD */
export const daysOfPeriod = (period: Period, today: string): Days => {
  const monday = startOfWeek(today);
  const first = startOfMonth(today);
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
      return { from: first, to: addDays(startOfMonth(addDays(first, 31)), -1) };
    case 'last_month':
      return { from: startOfMonth(addDays(first, -1)), to: addDays(first, -1) };
  }
};

/** From the first moment of a day to the last of a day. */
export const momentsOfDays = ({ from, to }: Days, timeZone: string) => ({
  from: new Date(startOfDay(from, timeZone)).toISOString(),
  to: new Date(endOfDay(to, timeZone)).toISOString(),
});

/** What `created_from` and its like say, as a moment; ISO 8601 UTC. */
export const momentOf = (when: string, edge: 'from' | 'to', timeZone: string): string =>
  DAY.test(when) ? momentsOfDays({ from: when, to: when }, timeZone)[edge] : new Date(when).toISOString();

interface Range {
  by: DateName;
  from: string | undefined;
  to: string | undefined;
}

/** The ranges that an address asks for, as days where they are days. */
export const rangesOf = (search: InvoicesSearch, timeZone: string, today: string): Range[] => {
  if (search.period !== undefined)
    return [{ by: search.by ?? 'created', ...daysOfPeriod(search.period, today) }];
  return DATES.map((by) => ({ by, from: search[`${by}_from`], to: search[`${by}_to`] }))
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .map(({ by, from, to }) => ({ by, from: asDay(from, 'from', timeZone), to: asDay(to, 'to', timeZone) }));
};

/** Midnight reads as the day that begins, or ended, with it. */
const asDay = (when: string | undefined, edge: 'from' | 'to', timeZone: string): string | undefined => {
  if (when === undefined || DAY.test(when)) return when;
  const day = dayOf(Date.parse(when), timeZone);
  return momentOf(day, edge, timeZone) === new Date(when).toISOString() ? day : when;
};

export const isDayText = (when: string): boolean => DAY.test(when);
