import type { Days } from '../../lib/periods.ts';
import { startOfDay } from '../../lib/zone.ts';
import { useDates } from '../../ui/use-dates.ts';

/** `20.11.2026`, `14.11.2026 – 20.11.2026` */
export const useDaysText = (): ((days: Days) => string) => {
  const dates = useDates();
  const written = (day: string): string => dates.day(startOfDay(day, dates.timeZone));
  return ({ from, to }) => (from === to ? written(from) : `${written(from)} – ${written(to)}`);
};
