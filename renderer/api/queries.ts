import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Account } from '../../shared/api/account.ts';
import type { CashRegister, CashRegisterQr } from '../../shared/api/cash-registers.ts';
import type { Product } from '../../shared/api/catalog.ts';
import type { DayClose } from '../../shared/api/day-close.ts';
import type { FiscalChecks, FiscalGapPage } from '../../shared/api/fiscal-checks.ts';
import type { HeldInvoicePage, InvoiceHold } from '../../shared/api/holds.ts';
import type { InvoiceHistory, OpenInvoicePage, SaleOutcome } from '../../shared/api/invoice-extras.ts';
import type { InvoiceStatusSums } from '../../shared/api/invoice-lists.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Job } from '../../shared/api/jobs.ts';
import type { Page } from '../../shared/api/pages.ts';
import { PAGE_SIZES } from '../../shared/api/pages.ts';
import type { InvoiceRefunds } from '../../shared/api/refunds.ts';
import type { Series, SeriesGroup } from '../../shared/api/series.ts';
import type { System } from '../../shared/api/system.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** Queries to the interface; keys.ts says what makes them stale. */

/** Query parameters; undefined and "" are left out. */
export type Params = Readonly<Record<string, string | number | boolean | undefined>>;

export const search = (params: Params): string => {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

/** The interface's largest page, which holds more terminals and registers than a shop has. */
const ALL = { page_size: PAGE_SIZES.max };

export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: ({ signal }) => call<Account>('account/', { signal }),
});

export const systemQuery = queryOptions({
  queryKey: keys.system,
  queryFn: ({ signal }) => call<System>('system/', { signal }),
  refetchInterval: 60_000,
});

export const terminalsQuery = queryOptions({
  queryKey: keys.terminals,
  queryFn: ({ signal }) => call<Page<Terminal>>(`terminals/${search(ALL)}`, { signal }),
  select: (page) => page.results,
});

export const cashRegistersQuery = queryOptions({
  queryKey: keys.cashRegisters,
  queryFn: ({ signal }) => call<Page<CashRegister>>(`cash-registers/${search(ALL)}`, { signal }),
  select: (page) => page.results,
});

export const cashRegisterQrQuery = (id: number) =>
  queryOptions({
    queryKey: keys.cashRegisterQr(id),
    queryFn: ({ signal }) => call<CashRegisterQr>(`cash-registers/${id}/qr/`, { signal }),
  });

/** Owner only. */
export const jobsQuery = queryOptions({
  queryKey: keys.jobs,
  queryFn: ({ signal }) => call<Page<Job>>('jobs/', { signal }),
  select: (page) => page.results,
});

/** @param params as GET invoices/ takes them */
export const invoicesQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.invoices(params),
    queryFn: ({ signal }) => call<InvoicePage>(`invoices/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** @param params the filters of GET invoices/, without the status */
export const invoiceStatusSumsQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.invoiceStatusSums(params),
    queryFn: ({ signal }) => call<InvoiceStatusSums>(`invoices/status-sums/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const openInvoicesQuery = (params: Params = {}) =>
  queryOptions({
    queryKey: keys.openInvoices(params),
    queryFn: ({ signal }) => call<OpenInvoicePage>(`invoices/open/${search(params)}`, { signal }),
  });

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: keys.invoice(id),
    queryFn: ({ signal }) => call<Invoice>(`invoices/${id}/`, { signal }),
  });

/** The outcome of an invoice that the user created, for whoever may not view invoices. */
export const invoiceOutcomeQuery = (id: number) =>
  queryOptions({
    queryKey: keys.invoiceOutcome(id),
    queryFn: ({ signal }) => call<SaleOutcome>(`invoices/${id}/outcome/`, { signal }),
  });

export const invoiceHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: keys.invoiceHistory(id),
    queryFn: ({ signal }) => call<InvoiceHistory>(`invoices/${id}/history/`, { signal }),
  });

/** Whether its money is held, and until when. */
export const invoiceHoldQuery = (id: number) =>
  queryOptions({
    queryKey: keys.invoiceHold(id),
    queryFn: ({ signal }) => call<InvoiceHold>(`invoices/${id}/hold/`, { signal }),
  });

/** @param params page_size */
export const heldInvoicesQuery = (params: Params = {}) =>
  queryOptions({
    queryKey: keys.heldInvoices(params),
    queryFn: ({ signal }) => call<HeldInvoicePage>(`invoices/held/${search(params)}`, { signal }),
  });

/** The refundable amount and the refund in progress. */
export const invoiceRefundsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.invoiceRefunds(id),
    queryFn: ({ signal }) => call<InvoiceRefunds>(`invoices/${id}/refunds/`, { signal }),
  });

/** Makes a bank request, so no event invalidates it. */
export const fiscalChecksQuery = (id: number) =>
  queryOptions({
    queryKey: keys.fiscalChecks(id),
    queryFn: ({ signal }) => call<FiscalChecks>(`invoices/${id}/fiscal-checks/`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Paid invoices without a known fiscal receipt. @param params page, page_size */
export const fiscalGapsQuery = (params: Params = {}) =>
  queryOptions({
    queryKey: keys.fiscalGaps(params),
    queryFn: ({ signal }) => call<FiscalGapPage>(`invoices/fiscal-gaps/${search(params)}`, { signal }),
  });

/** @param params from, to (ISO 8601), terminal, cash_register */
export const seriesQuery = (groupBy: SeriesGroup, params: Params) =>
  queryOptions({
    queryKey: keys.series(groupBy, params),
    queryFn: ({ signal }) =>
      call<Series>(`stats/series/${search({ group_by: groupBy, ...params })}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** Of a time that is over, which no new sale changes. @param params as those of seriesQuery */
export const pastSeriesQuery = (groupBy: SeriesGroup, params: Params) =>
  queryOptions({
    queryKey: keys.pastSeries(groupBy, params),
    queryFn: ({ signal }) =>
      call<Series>(`stats/series/${search({ group_by: groupBy, ...params })}`, { signal }),
    placeholderData: keepPreviousData,
  });

/**
 * @param date YYYY-MM-DD; undefined: today by the service's clock
 * @param today by the browser's clock, part of the key so that midnight starts a new query
 */
export const dayCloseQuery = (date: string | undefined, today: string) =>
  queryOptions({
    queryKey: keys.dayClose(date, today),
    queryFn: ({ signal }) => call<DayClose>(`stats/day-close/${search({ date })}`, { signal }),
  });

/** @param params as GET catalog/products/ takes them */
export const productsQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.products(params),
    queryFn: ({ signal }) => call<Page<Product>>(`catalog/products/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const productQuery = (id: number) =>
  queryOptions({
    queryKey: keys.product(id),
    queryFn: ({ signal }) => call<Product>(`catalog/products/${id}/`, { signal }),
  });
