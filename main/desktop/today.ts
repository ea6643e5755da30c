import type { Inside } from '../app.ts';
import { salesSeries } from '../domain/series.ts';
import { cachedOffset, wallClock } from '../domain/shop-time.ts';

const DAY_MS = 86_400_000;

export interface Takings {
  /** Minor units; what the screen Today shows as takings. */
  gross: number;
  /** Payments. */
  count: number;
}

/** The first moment of the shop's day; where clocks change at midnight itself, the day begins where it begins. */
export const startOfDay = (timeZone: string, now: number): number => {
  const offset = cachedOffset(timeZone);
  const clock = wallClock(timeZone);
  const { day } = clock(now);
  const wall = day * DAY_MS;
  const midnights = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offset(near));
  return midnights.toSorted((one, other) => one - other).find((at) => clock(at).day === day) ?? wall;
};

/** Of the shop's day that it is now, in the shop's time zone. */
export const takingsToday = ({ db, timeZone, now }: Pick<Inside, 'db' | 'timeZone' | 'now'>): Takings => {
  const { gross, count } = salesSeries(db, timeZone, 'hour', { from: startOfDay(timeZone, now()) }).totals;
  return { gross, count };
};
