/** The shop's wall clock. Pure. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Of a moment: days since 1 January 1970, 0…23, and 1…7 from Monday. */
export interface WallClock {
  day: number;
  hour: number;
  weekday: number;
}

/** @param timeZone IANA; gives the wall clock of moments, ms UTC */
export const wallClock = (timeZone: string): ((at: number) => WallClock) => {
  const offsetAt = cachedOffset(timeZone);
  return (at) => {
    const local = at + offsetAt(at);
    const day = Math.floor(local / DAY_MS);
    // 1 January 1970 was a Thursday.
    const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
    return { day, hour: Math.floor((local - day * DAY_MS) / HOUR_MS), weekday };
  };
};

/** Milliseconds east of UTC. Intl is slow: it is asked once for each UTC day, and for each moment only on days on which the clocks change. */
export const cachedOffset = (timeZone: string): ((at: number) => number) => {
  const offset = zoneOffset(timeZone);
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

/** 2026-11-21 */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
