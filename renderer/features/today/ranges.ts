import { addDays, dayOf, endOfDay, sameClock, startOfDay, weekdayOf } from '../../lib/zone.ts';

type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The shop's day and the day compared with. Moments in milliseconds UTC. */
export interface DayRanges {
  /** YYYY-MM-DD. */
  day: string;
  start: number;
  end: number;
  /** ISO: Monday is 1. */
  weekday: Weekday;
  /** The same weekday a week before; `until`: the current time of day. */
  before: { day: string; start: number; end: number; until: number };
}

/** @param minute the current minute, milliseconds UTC: figures are compared by the minute */
export const rangesAt = (minute: number, timeZone: string): DayRanges => {
  const day = dayOf(minute, timeZone);
  const dayBefore = addDays(day, -7);
  return {
    day,
    start: startOfDay(day, timeZone),
    end: endOfDay(day, timeZone),
    weekday: weekdayOf(day) as Weekday,
    before: {
      day: dayBefore,
      start: startOfDay(dayBefore, timeZone),
      end: endOfDay(dayBefore, timeZone),
      until: sameClock(minute, dayBefore, timeZone),
    },
  };
};

export const iso = (moment: number): string => new Date(moment).toISOString();
