import { useQuery } from '@tanstack/react-query';
import type { ShopDay } from '../../../../shared/api/closures.ts';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import type { DayCash } from '../../../../shared/api/shifts.ts';
import { dayCashQuery, dayCloseQuery, dayFiscalQuery, shopDaysQuery } from '../../../api/queries.ts';
import { combineQueries, type Query } from '../../../kit/query-view.tsx';

/** Everything about a day that its closing asks. */
export interface DayToClose {
  day: DayClose;
  cash: DayCash;
  fiscal: DayFiscal | undefined;
  state: ShopDay;
}

/** @param today by the shop's calendar */
export const useDay = (date: string, today: string): Query<DayToClose> => {
  const own = date === today ? undefined : date;
  const day = useQuery(dayCloseQuery(own, today));
  const cash = useQuery(dayCashQuery(own, today));
  const fiscal = useQuery(dayFiscalQuery(own, today)).data;
  const days = useQuery(shopDaysQuery({ date_from: date, date_to: date }));
  const both = combineQueries(combineQueries(day, cash), days);
  const [state] = both.data?.[1].days ?? [];
  return {
    ...both,
    data:
      both.data && state
        ? {
            day: both.data[0][0],
            cash: both.data[0][1],
            state,
            fiscal: fiscal && fiscal.fiscal_terminals > 0 ? fiscal : undefined,
          }
        : undefined,
  };
};
