import type { SeriesPoint } from '../../../shared/api/series.ts';

export interface HourRow {
  /** 0…23 */
  hour: number;
  /** Takings of today and of a week before, minor units. */
  now: number;
  before: number;
}

/** Usual opening hours, shown even without sales. */
const OPENS = 8;
const CLOSES = 20;

/** The usual hours, and others with sales. @param hourNow 0…23, of the shop's clock */
export const hourRows = (
  today: readonly SeriesPoint[],
  weekBefore: readonly SeriesPoint[],
  hourNow: number,
): HourRow[] => {
  const sums = (points: readonly SeriesPoint[]) =>
    new Map(points.map(({ key, gross }) => [Number(key), gross]));
  const [now, before] = [sums(today), sums(weekBefore)];
  const busy = Array.from({ length: 24 }, (_, hour) => hour).filter(
    (hour) => now.get(hour) || before.get(hour),
  );
  const first = Math.min(OPENS, ...busy);
  const last = Math.max(CLOSES, hourNow, ...busy);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const hour = first + at;
    return { hour, now: now.get(hour) ?? 0, before: before.get(hour) ?? 0 };
  });
};
