import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CashSalePage, CurrentShift, DayCash, Shift, ShiftPage } from '../../shared/api/shifts.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { type Params, search } from './queries.ts';

/** Shifts with counted cash. No event reports their changes: other people's are read every half minute. */

const REREAD_MS = 30_000;

export const currentShiftQuery = queryOptions({
  queryKey: keys.currentShift,
  queryFn: ({ signal }) => call<CurrentShift>('shifts/current/', { signal }),
  refetchInterval: REREAD_MS,
});

/** The history, the latest first. @param params page, page_size */
export const shiftsQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.shiftList(params),
    queryFn: ({ signal }) => call<ShiftPage>(`shifts/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  });

export const shiftQuery = (id: number) =>
  queryOptions({
    queryKey: keys.shift(id),
    queryFn: ({ signal }) => call<Shift>(`shifts/${id}/`, { signal }),
  });

/** @param params page, page_size */
export const cashSalesQuery = (shift: number, params: Params) =>
  queryOptions({
    queryKey: keys.cashSales(shift, params),
    queryFn: ({ signal }) => call<CashSalePage>(`shifts/${shift}/cash-sales/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  });

/**
 * @param date YYYY-MM-DD; undefined: today by the service's clock
 * @param today by the browser's clock, part of the key so that midnight starts a new query
 */
export const dayCashQuery = (date: string | undefined, today: string) =>
  queryOptions({
    queryKey: keys.dayCash(date, today),
    queryFn: ({ signal }) => call<DayCash>(`stats/day-cash/${search({ date })}`, { signal }),
  });
