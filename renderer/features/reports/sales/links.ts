import type { SeriesGroup } from '../../../../shared/api/series.ts';
import { BY_QR, IN_CASH, type InvoicesSearch } from '../../../lib/invoice-search.ts';
import { dayOf, endOfDay, startOfDay } from '../../../lib/zone.ts';
import type { SalesSearch } from '../search.ts';
import type { Range } from './ranges.ts';

/** Links from sums to lists of invoices. Pure. */

type Moved = 'paid' | 'refunded';

const iso = (moment: number): string => new Date(moment).toISOString();

/** Whole days as days, a readable form; a partial range as moments. */
const bounds = ({ start, end }: Pick<Range, 'start' | 'end'>, timeZone: string) => {
  const [first, last] = [dayOf(start, timeZone), dayOf(end, timeZone)];
  return {
    from: startOfDay(first, timeZone) === start ? first : iso(start),
    to: endOfDay(last, timeZone) === end ? last : iso(end),
  };
};

const ORDERINGS = { paid: '-paid_date', refunded: '-modified_date' } as const;

/** What a report is narrowed to. */
type Narrowing = Pick<SalesSearch, 'terminal' | 'cash_register' | 'tender'>;

/** A sale in parts has a payment of either tender. */
const TENDERS = { qr: BY_QR, cash: IN_CASH } as const;

/** The sales behind GET stats/series/ for a range. */
export const listOf = (
  moved: Moved,
  range: Pick<Range, 'start' | 'end'>,
  { terminal, cash_register, tender }: Narrowing,
  timeZone: string,
): InvoicesSearch => {
  const { from, to } = bounds(range, timeZone);
  return {
    [`${moved}_from`]: from,
    [`${moved}_to`]: to,
    ...(tender === undefined ? {} : { tender: TENDERS[tender] }),
    ...(terminal === undefined ? {} : { terminal }),
    ...(cash_register === undefined ? {} : { cash_register }),
    ordering: ORDERINGS[moved],
  };
};

/** The groups of money; the day summary also groups by payment system. */
export type Group = SeriesGroup | 'payment_system';

/** Narrows the list to one point of the series. */
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
    case 'tender':
      return key === 'qr' || key === 'cash' ? { tender: TENDERS[key] } : {};
    case 'day':
      return {};
  }
};

export const listOfPoint = (
  moved: Moved,
  { group, key }: { group: Group; key: string | null },
  range: Range,
  search: Narrowing,
  timeZone: string,
): InvoicesSearch => {
  const within = group === 'day' && key !== null ? dayWithin(key, range, timeZone) : range;
  return { ...listOf(moved, within, search, timeZone), ...withGroupFilter(moved, group, key) };
};

/** A day, cut to the range's end. */
const dayWithin = (day: string, { start, end }: Range, timeZone: string) => ({
  start: Math.max(start, startOfDay(day, timeZone)),
  end: Math.min(end, endOfDay(day, timeZone)),
});
