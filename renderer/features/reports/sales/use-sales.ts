import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Series, SeriesGroup } from '../../../../shared/api/series.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Params } from '../../../api/keys.ts';
import { seriesQuery } from '../../../api/queries.ts';
import { useStepOfTime } from '../../../kit/use-now.ts';
import { dayOf } from '../../../lib/zone.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';
import type { SalesSearch } from '../search.ts';
import { isOneDay, type Range, type SalesRanges, salesRanges } from './ranges.ts';

const CHECK_INTERVAL_MS = 5000;
const QUARTER_MS = 15 * MINUTE_MS;

export const useSalesSearch = () => {
  const search = useSearch({ from: '/reports/sales' });
  const navigate = useNavigate();
  const setSearch = (next: SalesSearch, { replace = false } = {}): void =>
    void navigate({ to: '/reports/sales', search: next, replace, resetScroll: false });
  return [search, setSearch] as const;
};

/** Whether the sums may hold cash, which no bank pays out. */
export const useHasCash = ({ tender, terminal, cash_register }: SalesSearch): boolean => {
  const { cash } = useShopFacts();
  return cash && tender !== 'qr' && terminal === undefined && cash_register === undefined;
};

/** The current ranges; for more than a day the comparison moves every quarter of an hour, not every minute. */
const useRanges = (search: SalesSearch): { ranges: SalesRanges; today: string } => {
  const { timeZone } = useDates();
  const now = useStepOfTime(MINUTE_MS, CHECK_INTERVAL_MS);
  const asOf = (step: number): SalesRanges => salesRanges(search, timeZone, Math.floor(now / step) * step);
  const ranges = asOf(MINUTE_MS);
  return { ranges: isOneDay(ranges) ? ranges : asOf(QUARTER_MS), today: dayOf(now, timeZone) };
};

/** Parameters of GET stats/series/. */
export const seriesParams = (
  { start, end }: Pick<Range, 'start' | 'end'>,
  { terminal, cash_register, tender }: SalesSearch,
): Params => ({
  from: new Date(start).toISOString(),
  to: new Date(end).toISOString(),
  terminal,
  cash_register,
  tender: tender ?? 'all',
});

/** Whether only the clock has moved on. */
const isNearly = (one: unknown, other: Params): boolean => {
  const { from, to, terminal, cash_register, tender } = (one ?? {}) as Params;
  const moved = Math.abs(Date.parse(String(to)) - Date.parse(String(other.to)));
  return (
    from === other.from &&
    terminal === other.terminal &&
    cash_register === other.cash_register &&
    tender === other.tender &&
    moved <= QUARTER_MS
  );
};

/** Data of another period must not be shown as this one's. */
const salesQuery = (group: SeriesGroup, params: Params) => ({
  ...seriesQuery(group, params),
  placeholderData: (
    previous: Series | undefined,
    previousQuery: { queryKey: readonly unknown[] } | undefined,
  ) => (isNearly(previousQuery?.queryKey.at(-1), params) ? previous : undefined),
});

export const useSales = (search: SalesSearch) => {
  const { ranges, today } = useRanges(search);
  const group = search.group ?? (isOneDay(ranges) ? 'hour' : 'day');
  const now = useQuery(salesQuery(group, seriesParams(ranges, search)));
  const before = useQuery({
    ...salesQuery(group, seriesParams(ranges.before, search)),
    enabled: search.alone === undefined,
  });
  return { ranges, today, group, now, before };
};
export type Sales = ReturnType<typeof useSales>;

/** The series by product, for the best goods; the same request as the report by product. */
export const useBestGoods = (ranges: SalesRanges, search: SalesSearch) =>
  useQuery(salesQuery('product', seriesParams(ranges, search)));
