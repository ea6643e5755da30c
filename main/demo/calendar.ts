import { DAY_MS, dateOf, HOUR_MS } from '../../shared/time.ts';
import type { Random } from './random.ts';

/** Opening hours and daily turnover of the demo's shop. Times are milliseconds UTC, hours those of Kyiv. */

const TIME_ZONE = 'Europe/Kyiv';
export const OPENING_HOUR = 8;
export const CLOSING_HOUR = 21;
/** The days before today: two years, with about 18 sales a day. */
const DAYS = 730;

export interface ShopDay {
  /** `2026-03-29` */
  date: string;
  opensAt: number;
  isWeekend: boolean;
  /** 1 … 12 */
  month: number;
  /** 1 today, 0 two years ago. */
  progress: number;
}

/** Swedish dates look like ISO 8601: `2026-03-29 08:00:00`. */
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The local time, as if it were UTC. */
const wallClock = (at: number): number => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);

/** The days up to today, oldest first. */
export const shopDays = (now: number): ShopDay[] => {
  const today = Math.floor(wallClock(now) / DAY_MS) * DAY_MS;
  return Array.from({ length: DAYS + 1 }, (_, at) => {
    const daysAgo = DAYS - at;
    const midnight = today - daysAgo * DAY_MS;
    // Clocks change at night, so the offset at noon holds for all opening hours.
    const noon = midnight + 12 * HOUR_MS;
    const offset = wallClock(noon) - noon;
    const day = new Date(midnight);
    return {
      date: dateOf(midnight / DAY_MS),
      opensAt: midnight + OPENING_HOUR * HOUR_MS - offset,
      isWeekend: [0, 6].includes(day.getUTCDay()),
      month: day.getUTCMonth() + 1,
      progress: 1 - daysAgo / DAYS,
    };
  });
};

/** By month: coffee in the cold, presents in December, holidays in the summer. */
const SEASON = [0.92, 0.96, 1, 1.02, 1.02, 0.98, 0.9, 0.9, 1.02, 1.06, 1.08, 1.18];
const FEWEST = 12;
const MOST = 25;

/** Number of invoices of the day. */
export const salesOf = ({ isWeekend, month, progress }: ShopDay, random: Random): number => {
  const growth = 0.88 + 0.3 * progress;
  const expected = 16.5 * growth * (SEASON[month - 1] ?? 1) * (isWeekend ? 1.22 : 1);
  const happens = Math.round(expected * (0.85 + 0.3 * random.next()));
  return Math.min(MOST, Math.max(FEWEST, happens));
};

/** By hour from opening: coffee before work, lunch, the way home. */
const HOURLY_WEIGHTS = [9, 8, 5, 5, 8, 11, 8, 5, 4, 6, 11, 10, 5] as const;
const HOURS = HOURLY_WEIGHTS.map((weight, hour) => [hour, weight] as const);

/** A moment of the day's trade, in whole seconds as the bank writes them. */
export const momentOf = ({ opensAt }: ShopDay, random: Random): number =>
  opensAt + random.weighted(HOURS) * HOUR_MS + random.integer(0, 3599) * 1000;
