import type { SeriesGroup } from '../../../../shared/api/series.ts';
import type { InvoicesSearch } from '../../../lib/invoice-search.ts';
import { dayOf, endOfDay, startOfDay } from '../../../lib/zone.ts';
import type { SalesSearch } from '../search.ts';
import type { Range } from './ranges.ts';

/** The list of invoices that a sum is of. Pure. */

type Moved = 'paid' | 'refunded';

const iso = (moment: number): string => new Date(moment).toISOString();

/** Whole days as days, so that the list reads as people do; a cut one to the moment. */
const bounds = ({ start, end }: Pick<Range, 'start' | 'end'>, timeZone: string) => {
  const [first, last] = [dayOf(start, timeZone), dayOf(end, timeZone)];
  return {
    from: startOfDay(first, timeZone) === start ? first : iso(start),
    to: endOfDay(last, timeZone) === end ? last : iso(end),
  };
};

const ORDERINGS = { paid: '-paid_date', refunded: '-modified_date' } as const;

/** What moved in a range, as GET stats/series/ was asked. */
export const listOf = (
  moved: Moved,
  range: Pick<Range, 'start' | 'end'>,
  { terminal, cash_register }: Pick<SalesSearch, 'terminal' | 'cash_register'>,
  timeZone: string,
): InvoicesSearch => {
  const { from, to } = bounds(range, timeZone);
  return {
    ...{ [`${moved}_from`]: from, [`${moved}_to`]: to },
    ...(terminal === undefined ? {} : { terminal }),
    ...(cash_register === undefined ? {} : { cash_register }),
    ordering: ORDERINGS[moved],
  };
};

/** What money is told apart by; the day's close tells payment systems apart as well. */
export type Group = SeriesGroup | 'payment_system';

/** What a point of the series narrows that down to. */
const withGroupFilter = (moved: Moved, group: Group, key: string | null): InvoicesSearch => {
  switch (group) {
    case 'hour':
    case 'weekday':
      return { [`${moved}_${group}`]: Number(key) };
    case 'employee':
      return key === null ? { without: 'created_by' } : { created_by: Number(key) };
    case 'product':
      return key === null ? { without: 'product' } : { product: Number(key) };
    case 'cash_register':
      return key === null ? { without: 'cash_register' } : { cash_register: Number(key) };
    case 'payment_system':
      return key === null ? { without: 'payment_system' } : { payment_system: key };
    case 'terminal':
      return { terminal: Number(key) };
    case 'day':
      return {};
  }
};

export const listOfPoint = (
  moved: Moved,
  { group, key }: { group: Group; key: string | null },
  range: Range,
  search: Pick<SalesSearch, 'terminal' | 'cash_register'>,
  timeZone: string,
): InvoicesSearch => {
  const within = group === 'day' && key !== null ? dayWithin(key, range, timeZone) : range;
  return { ...listOf(moved, within, search, timeZone), ...withGroupFilter(moved, group, key) };
};

/** The last day of a range that is cut ends with it. */
const dayWithin = (day: string, { start, end }: Range, timeZone: string) => ({
  start: Math.max(start, startOfDay(day, timeZone)),
  end: Math.min(end, endOfDay(day, timeZone)),
});
