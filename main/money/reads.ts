import type { SeriesGroup, SeriesQuery } from '../../shared/api/series.ts';
import { closeDay, type DayToClose } from '../shop/reports/day-close.ts';
import { accountMonth, type Month } from '../shop/reports/month.ts';
import { salesSeries } from '../shop/reports/series.ts';
import { type CashSaleFilter, listCashSales } from '../store/cash-sale-list.ts';
import type { Db } from '../store/db/connection.ts';
import type { Slice } from '../store/db/list.ts';
import type { InvoiceListQuery } from '../store/invoices/filter.ts';
import { listInvoices } from '../store/invoices/list/list.ts';
import { isOfAll, isSummedBy } from '../store/invoices/rollups/rollups.ts';
import { listSales, type SaleQuery } from '../store/sales/list.ts';
import type { SaleFilter } from '../store/sales/parts.ts';
import { sumsOfSales } from '../store/sales/sums.ts';
import { createReadTask, type Reader } from '../store/threads/reader.ts';
import { closureSums } from './closures/sums.ts';
import { incomeBook, incomeStates } from './income/book.ts';
import { takesShiftCash } from './income/taxpayers.ts';

/** Reads that can take long if there are many invoices. */
export const READS = {
  invoices: (db: Db, query: InvoiceListQuery, slice: Slice) => listInvoices(db, query, slice),
  sales: (db: Db, query: SaleQuery, slice: Slice) => listSales(db, query, slice),
  saleSums: (db: Db, filter: SaleFilter, invoicesOf: Parameters<typeof sumsOfSales>[2]) =>
    sumsOfSales(db, filter, invoicesOf),
  cashSales: (db: Db, filter: CashSaleFilter, slice: Slice) => listCashSales(db, filter, slice),
  series: (db: Db, timeZone: string, group: SeriesGroup, query: SeriesQuery) =>
    salesSeries(db, timeZone, group, query),
  month: (db: Db, month: Month, taxNumber: string | undefined) =>
    accountMonth(db, month, taxNumber, takesShiftCash(db, taxNumber, month.name)),
  dayClose: (db: Db, day: DayToClose) => closeDay(db, day),
  closureSums,
  incomeBook,
  incomeStates,
};

export type AppReader = Reader<typeof READS>;

export const runRead = createReadTask(READS);

/** Orders covered by an index of all invoices. */
const INDEXED = ['id', 'number', 'paid_date'];
/** Index entries that are skipped in 5 ms at most; by time of payment half a million took 800. */
const WALK = 4000;

/** Whether a page of the list, with its totals, costs the same for any number of invoices. */
export const isQuick = (
  { ordering = [], ...filter }: InvoiceListQuery,
  { offset, limit }: Slice,
): boolean => {
  const [by, ...others] = ordering;
  if (!isSummedBy(filter) || others.length > 0) return false;
  if (by === undefined || by.field === 'created_date') return true;
  if (offset + limit > WALK || !INDEXED.includes(by.field)) return false;
  return isOfAll(filter);
};
