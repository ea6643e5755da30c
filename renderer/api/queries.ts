import { queryOptions } from '@tanstack/react-query';
import { CATALOG_PAGE_SIZES, PAGE_SIZES } from '../../shared/api/pages.ts';
import type { SeriesGroup } from '../../shared/api/series.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { read, readAll, readPage, search } from './client.ts';
import { call } from './http.ts';
import { keyOf, type Params } from './keys.ts';
import type { AnswerOf } from './reads.ts';

/** The queries to the interface that more than one place makes, or that are read again by time. */

/** The interface's largest page, which holds more terminals and registers than a shop has. */
const ALL = { page_size: PAGE_SIZES.max };

export const accountQuery = read('account/');
export const systemQuery = queryOptions({ ...read('system/'), refetchInterval: MINUTE_MS });
export const logoQuery = read('logo/');
/** Owner only. */
export const jobsQuery = queryOptions({ ...read('jobs/'), select: (page) => page.results });

export const terminalsQuery = queryOptions({ ...read('terminals/', ALL), select: (page) => page.results });
export const terminalFiscalQuery = (id: number) => read('terminals/{id}/fiscal/', { id });

const HISTORY_WATCH_MS = 2000;
/** Earlier payments: the statement of a terminal from before Kramar. No event reports each window. */
export const statementHistoryQuery = (id: number) =>
  queryOptions({
    ...read('terminals/{id}/statement_history/', { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? HISTORY_WATCH_MS : false),
  });

export const cashRegistersQuery = queryOptions({
  ...read('cash-registers/', ALL),
  select: (page) => page.results,
});
export const cashRegisterQrQuery = (id: number) => read('cash-registers/{id}/qr/', { id });

/** @param params as GET invoices/ takes them */
export const invoicesQuery = (params: Params) => readPage('invoices/', params);
export const openInvoicesQuery = (params: Params = {}) => read('invoices/open/', params);
/** Paid invoices without a known fiscal receipt. */
export const fiscalGapsQuery = (params: Params = {}) => read('invoices/fiscal-gaps/', params);
export const invoiceQuery = (id: number) => read('invoices/{id}/', { id });
export const invoiceHistoryQuery = (id: number) => read('invoices/{id}/history/', { id });
/** Whether its money is held, and until when. */
export const invoiceHoldQuery = (id: number) => read('invoices/{id}/hold/', { id });
/** The refundable amount and the refund in progress. */
export const invoiceRefundsQuery = (id: number) => read('invoices/{id}/refunds/', { id });
/** The shop's rules of refunds, as they hold for the user. */
export const refundRulesQuery = read('refunds/rules/');
/** Makes a bank request, so no event invalidates it. */
export const fiscalChecksQuery = (id: number) =>
  queryOptions({ ...read('invoices/{id}/fiscal-checks/', { id }), staleTime: Number.POSITIVE_INFINITY });

/** @param params from, to (ISO 8601), terminal, cash_register */
export const seriesQuery = (group_by: SeriesGroup, params: Params) =>
  readPage('stats/series/', { group_by, ...params });
/** Of a time that is over, which no new sale changes. */
export const pastSeriesQuery = (group_by: SeriesGroup, params: Params) =>
  readPage('stats/series/', { group_by, ...params }, { resource: 'past-stats' });

/**
 * A day's papers.
 * @param date YYYY-MM-DD; undefined: today by the service's clock
 * @param today by the browser's clock: midnight starts a new query
 */
const ofDay =
  <Path extends 'stats/day-close/' | 'stats/day-fiscal/' | 'stats/day-cash/'>(path: Path) =>
  (date: string | undefined, today: string) =>
    read(path, { date }, { apart: { today } });
export const dayCloseQuery = ofDay('stats/day-close/');
export const dayFiscalQuery = ofDay('stats/day-fiscal/');
export const dayCashQuery = ofDay('stats/day-cash/');

/** The bank needs a while for a month of a busy shop, and each terminal has its own statement. */
const BOOKS_TIMEOUT_MS = 300_000;
/** The month beside the bank's statement. Read once: it waits for the bank. */
export const monthBooksQuery = ({ from, to }: Pick<AnswerOf<'stats/month/'>, 'from' | 'to'>) =>
  queryOptions({
    queryKey: keyOf('reconciliation/', { from, to }),
    queryFn: ({ signal }) =>
      call<AnswerOf<'reconciliation/'>>(`reconciliation/${search({ from, to })}`, {
        method: 'POST',
        signal,
        timeoutMs: BOOKS_TIMEOUT_MS,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** @param params as GET catalog/products/ takes them */
export const productsQuery = (params: Params) => readPage('catalog/products/', params);
export const productQuery = (id: number) => read('catalog/products/{id}/', { id });
export const productShopQuery = (id: number) => read('catalog/products/{id}/shop/', { id });
/** @param params as GET catalog/tiles/ takes them */
export const tilesQuery = (params: Params) => readPage('catalog/tiles/', params);
/** @param code as a scanner read it */
export const scanQuery = (code: string) => read('catalog/scan/', { code });
/** The categories of the tabs; more than a page of them are found by the search. */
export const tabsQuery = queryOptions({
  ...read('catalog/categories/', { page_size: CATALOG_PAGE_SIZES.max }),
  select: (page) => page.results,
});

/** Other computers change prices; an event says so, unless the stream of events is away. */
const PRICES_REFETCH_MS = 60_000;
/** What the products of a cart cost now, by id. @param ids ascending, with commas between them */
export const cartPricesQuery = (ids: string) => {
  const params = { ids, page_size: CATALOG_PAGE_SIZES.max };
  return queryOptions({
    queryKey: keyOf('catalog/tiles/', { prices: ids }),
    queryFn: async ({ signal }) => {
      const { results } = await call<AnswerOf<'catalog/tiles/'>>(`catalog/tiles/${search(params)}`, {
        signal,
      });
      return Object.fromEntries(results.map(({ id, price }) => [id, price]));
    },
    enabled: ids !== '',
    refetchInterval: PRICES_REFETCH_MS,
  });
};

/** Other registers set carts aside and take them, and no event says so. */
const CARTS_REFETCH_MS = 15_000;
export const cartsQuery = (isTaken: boolean) =>
  queryOptions({ ...read('carts/', { is_taken: isTaken, ...ALL }), refetchInterval: CARTS_REFETCH_MS });

export const actionStateQuery = read('actions/state/');

/** Shifts with counted cash. No event reports other people's. */
const SHIFTS_REFETCH_MS = 30_000;
const REREAD = { refetchInterval: SHIFTS_REFETCH_MS };
export const currentShiftQuery = queryOptions({ ...read('shifts/current/'), ...REREAD });
/** @param params page, page_size */
export const cashSalesQuery = (id: number, params: Params) =>
  queryOptions({ ...readPage('shifts/{id}/cash-sales/', { id, ...params }), ...REREAD });

/** All that count of those that the user sees, returns too. */
export const countedCashQuery = (id: number) =>
  queryOptions({
    ...readAll('shifts/{id}/cash-sales/', { id, ...ALL }),
    ...REREAD,
    select: (sales) => sales.filter(({ voided_at, status }) => voided_at === null && status === 'done'),
  });

export const cashSaleQuery = (id: number) => read('cash-sales/{id}/', { id });
/** Sales by any tender. @param takesCash no event reports what other people take */
export const salesQuery = (params: Params, takesCash: boolean) =>
  queryOptions({ ...readPage('sales/', params), ...(takesCash ? REREAD : {}) });
/** @param params the filters of GET sales/, without the status */
export const saleStatusSumsQuery = (params: Params, takesCash: boolean) =>
  queryOptions({ ...readPage('sales/status-sums/', params), ...(takesCash ? REREAD : {}) });

/** For who sees the takings: what the till should hold. */
export const tillCashQuery = (id: number) =>
  queryOptions({ ...read('shifts/{id}/till/', { id }), ...REREAD });
/** @param params page, page_size */
export const cashMovesQuery = (id: number, params: Params) =>
  queryOptions({ ...readPage('shifts/{id}/cash-moves/', { id, ...params }), ...REREAD });

/** @param params date_from, date_to */
export const shopDaysQuery = (params: Params = {}) =>
  queryOptions({ ...read('stats/days/', params), ...REREAD });
/** @param params month_from, month_to, page_size */
export const monthClosuresQuery = (params: Params = {}) => read('month-closures/', params);
/** How the shop deals with cash. */
export const counterQuery = read('counter/');

/** Today asks only whether a limit is near. */
const STATES_FRESH_MS = 10 * MINUTE_MS;
export const incomeStatesQuery = queryOptions({
  ...read('income-book/taxpayers/'),
  staleTime: STATES_FRESH_MS,
});
/** A book reads a year of payments: not at every payment. @param params tax_number, year */
export const incomeBookQuery = (params: Params) =>
  queryOptions({ ...readPage('income-book/', params), refetchInterval: MINUTE_MS });

/** Receipts on paper. No event reports them, so an unfinished one is read again soon. */
const PRINTER_INTERVAL_MS = 10_000;
const JOB_INTERVAL_MS = 700;
/** A printing by itself begins within a second of the payment: until then there is none. */
const READS_WITHOUT_JOB = 6;

export const printerQuery = queryOptions({ ...read('printer/'), refetchInterval: PRINTER_INTERVAL_MS });

export const isPrinting = (job: AnswerOf<'invoices/{id}/print/'>['job'] | undefined): boolean =>
  job?.state === 'queued' || job?.state === 'sending';

export const invoicePrintQuery = (id: number) =>
  queryOptions({
    ...read('invoices/{id}/print/', { id }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data?.has_printer) return false;
      const isAwaited = data.job === null && dataUpdateCount < READS_WITHOUT_JOB;
      return isPrinting(data.job) || isAwaited ? JOB_INTERVAL_MS : false;
    },
  });
