import { DAY_MS, HOUR_MS, MINUTE_MS, weekdayOfDay } from '../../shared/time.ts';
import type { TimeRange } from '../store/db/days.ts';
import type { ZoneOffset } from '../store/db/wall-clock.ts';

/** The shop's wall clock. Pure. */

/** Days since 1 January 1970, hour 0…23, and weekday 1…7 from Monday. */
export interface WallClock {
  day: number;
  hour: number;
  weekday: number;
}

/** @param timeZone IANA; returns the wall clock of a moment, ms UTC */
export const wallClock = (timeZone: string): ((at: number) => WallClock) => {
  const offsetAt = cachedOffset(timeZone);
  return (at) => {
    const local = at + offsetAt(at);
    const day = Math.floor(local / DAY_MS);
    return { day, hour: Math.floor((local - day * DAY_MS) / HOUR_MS), weekday: weekdayOfDay(day) };
  };
};

/** Milliseconds east of UTC. Intl is slow: called once per UTC day, and per moment only when the clocks change. */
export const cachedOffset = (timeZone: string): ((at: number) => number) => {
  // Created on first use: the first one in a process takes long (it loads the zones' data).
  let made: ReturnType<typeof zoneOffset> | undefined;
  const offset = (at: number): number => {
    made ??= zoneOffset(timeZone);
    return made(at);
  };
  const atMidnight = new Map<number, number>();
  const midnight = (day: number): number => {
    const known = atMidnight.get(day) ?? offset(day * DAY_MS);
    atMidnight.set(day, known);
    return known;
  };
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    const before = midnight(day);
    return before === midnight(day + 1) ? before : offset(at);
  };
};

/** Milliseconds east of UTC. */
const zoneOffset = (timeZone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    const east = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
    return sign === '-' ? -east : east;
  };
};

/** No payment is earlier, and later clock rules are unknown: outside this range the nearest known offset applies. */
const KNOWN_DAYS = { first: 0, last: Math.floor(Date.UTC(2100, 0) / DAY_MS) };

/** @param timeZone IANA; returns the offsets between two moments (ms UTC), in order, at least one */
export const zoneOffsets = (timeZone: string): ((from: number, to: number) => ZoneOffset[]) => {
  const offsetAt = cachedOffset(timeZone);
  const dayOf = (at: number) =>
    Math.min(KNOWN_DAYS.last, Math.max(KNOWN_DAYS.first, Math.floor(at / DAY_MS)));
  return (from, to) => {
    const first = dayOf(from) * DAY_MS;
    const offsets = [{ from: first, east: offsetAt(first) }];
    for (let day = dayOf(from); day <= dayOf(to); day += 1) {
      const [midnight, next] = [day * DAY_MS, (day + 1) * DAY_MS];
      const east = offsetAt(next);
      if (offsetAt(midnight) !== east) offsets.push({ from: changeBetween(offsetAt, midnight, next), east });
    }
    return offsets;
  };
};

/** The first moment with the later offset; clocks change at full minutes. */
const changeBetween = (offsetAt: (at: number) => number, before: number, after: number): number => {
  const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
  if (middle === before) return after;
  return offsetAt(middle) === offsetAt(after)
    ? changeBetween(offsetAt, before, middle)
    : changeBetween(offsetAt, middle, after);
};

/**
 * @param timeZone IANA; returns the moments of a calendar day: 23, 24 or 25 hours, or none for a day that was skipped
 */
export const daysOnClock = (timeZone: string): ((day: number) => TimeRange) => {
  const clock = wallClock(timeZone);
  // No time zone is further from UTC.
  const start = (
    day: number,
    before = day * DAY_MS - 15 * HOUR_MS,
    after = day * DAY_MS + 15 * HOUR_MS,
  ): number => {
    const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle === before) return after;
    return clock(middle).day >= day ? start(day, before, middle) : start(day, middle, after);
  };
  return (day) => ({ from: start(day), to: start(day + 1) - 1 });
};
