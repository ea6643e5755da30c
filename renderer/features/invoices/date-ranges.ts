import { DATES, type DateName, type InvoicesSearch } from '../../lib/invoice-search.ts';
import { daysOfPeriod, isDay, momentsOfDays } from '../../lib/periods.ts';
import { dayOf } from '../../lib/zone.ts';

/** Converts between days of the shop's calendar and the interface's moments. */

/** The moment of a `created_from` or similar parameter; ISO 8601 UTC. */
export const momentOf = (text: string, edge: 'from' | 'to', timeZone: string): string =>
  isDay(text) ? momentsOfDays({ from: text, to: text }, timeZone)[edge] : new Date(text).toISOString();

interface Range {
  by: DateName;
  from: string | undefined;
  to: string | undefined;
}

/** The ranges of an address, as days where they are whole days. */
export const rangesOf = (search: InvoicesSearch, timeZone: string, today: string): Range[] => {
  if (search.period !== undefined)
    return [{ by: search.by ?? 'created', ...daysOfPeriod(search.period, today) }];
  return DATES.map((by) => ({ by, from: search[`${by}_from`], to: search[`${by}_to`] }))
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .map(({ by, from, to }) => ({ by, from: asDay(from, 'from', timeZone), to: asDay(to, 'to', timeZone) }));
};

/** Midnight is converted to the day that begins, or ended, with it. */
const asDay = (text: string | undefined, edge: 'from' | 'to', timeZone: string): string | undefined => {
  if (text === undefined || isDay(text)) return text;
  const day = dayOf(Date.parse(text), timeZone);
  return momentOf(day, edge, timeZone) === new Date(text).toISOString() ? day : text;
};
