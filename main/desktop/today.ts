import type { ServiceHandle } from '../domain/installation.ts';
import { salesSeries } from '../domain/reports/series.ts';
import { daysOnClock, wallClock } from '../domain/shop-time.ts';

export interface Takings {
  /** Minor units; what the screen Today shows as takings. */
  gross: number;
  /** Payments. */
  count: number;
}

/** The first moment of the shop's day; where clocks change at midnight itself, the day begins where it begins. */
export const startOfDay = (timeZone: string, now: number): number =>
  daysOnClock(timeZone)(wallClock(timeZone)(now).day).from;

/** Of the shop's day that it is now, in the shop's time zone. */
export const takingsToday = ({
  db,
  timeZone,
  now,
}: Pick<ServiceHandle, 'db' | 'timeZone' | 'now'>): Takings => {
  const { gross, count } = salesSeries(db, timeZone, 'hour', { from: startOfDay(timeZone, now()) }).totals;
  return { gross, count };
};
