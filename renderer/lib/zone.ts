import { DAY_MS, dateOf, dayNumber, isoTime, weekdayOfDay } from '../../shared/time.ts';

/** Days of the shop's calendar, independent of the computer's time zone. A day is written YYYY-MM-DD. */

const formats = new Map<string, Intl.DateTimeFormat>();

const partsFormat = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
};

/** A moment's wall clock as if it were UTC; milliseconds. */
const wallClock = (moment: number, timeZone: string): number => {
  const parts = Object.fromEntries(
    partsFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

const offset = (moment: number, timeZone: string): number =>
  wallClock(moment, timeZone) - Math.floor(moment / 1000) * 1000;

/** The shop's day of a moment. @param moment milliseconds UTC */
export const dayOf = (moment: number, timeZone: string): string =>
  isoTime(wallClock(moment, timeZone)).slice(0, 10);

/** The first moment of a day; milliseconds UTC. */
export const startOfDay = (day: string, timeZone: string): number => {
  const wall = dayNumber(day) * DAY_MS;
  // A clock change at midnight gives two midnights, of which the first counts, or none: the day then begins where the
  // other offset's midnight would be.
  const midnights = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offset(near, timeZone));
  return midnights.sort((a, b) => a - b).find((at) => dayOf(at, timeZone) === day) ?? wall;
};

/** The day `count` days later (or earlier). */
export const addDays = (day: string, count: number): string => dateOf(dayNumber(day) + count);

/** The last millisecond of a day. */
export const endOfDay = (day: string, timeZone: string): number => startOfDay(addDays(day, 1), timeZone) - 1;

/** The moment of another day with the same wall clock; at a clock change, the nearest one. */
export const sameClock = (moment: number, day: string, timeZone: string): number => {
  const clock = wallClock(moment, timeZone) - dayNumber(dayOf(moment, timeZone)) * DAY_MS;
  const wall = dayNumber(day) * DAY_MS + clock;
  const guess = startOfDay(day, timeZone) + clock;
  return guess + wall - wallClock(guess, timeZone);
};

/** ISO: Monday is 1. */
export const weekdayOf = (day: string): number => weekdayOfDay(dayNumber(day));
