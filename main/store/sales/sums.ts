import { sql } from 'kysely';
import type { SaleStatusSums } from '../../../shared/api/sales.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../shared/api/statuses.ts';
import { cashStatus, matchingCashSales } from '../cash-sale-list.ts';
import { build, type Db } from '../db/connection.ts';
import type { InvoiceFilter } from '../invoices/filter.ts';
import { cashRows, countSales } from './list.ts';
import { cashBeside, foundByWhole, invoiceSummary, type SaleFilter } from './parts.ts';

interface StatusSum {
  count: number;
  total: number;
  success: number;
}

/** What of a sale for cash was given back. */
const givenBack = sql<number>`coalesce((select sum(back.amount) from cash_sales as back
  where back.return_of = cash_sales.id and back.voided_at is null), 0)`;

/** What is left of it; what was given back of no sale is taken off. */
const kept = sql<number>`case when is_refund = 0 then amount - ${givenBack} when return_of is null then -amount else 0 end`;

const tillSums = (db: Db, filter: SaleFilter): Map<InvoiceStatus, StatusSum> => {
  const cash = cashRows(filter);
  if (cash === undefined) return new Map();
  const rows = matchingCashSales(cash).select([
    cashStatus.as('status'),
    sql<number>`amount * (1 - is_refund)`.as('total'),
    kept.as('kept'),
  ]);
  const sums = build
    .selectFrom(rows.as('rows'))
    .groupBy('status')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn.sum<number>('total').as('total'),
      sql<number>`sum(iif(status in ('success', 'reversed'), kept, 0))`.as('success'),
    ]);
  return new Map(db.all(sums).map(({ status, ...sum }) => [status, sum]));
};

/** Counts and sums by status. @param invoicesOf the filter of the invoices in a status */
export const sumsOfSales = (
  db: Db,
  filter: SaleFilter,
  invoicesOf: Readonly<Record<InvoiceStatus, InvoiceFilter | undefined>>,
): SaleStatusSums =>
  db.read(() => {
    const till = tillSums(db, filter);
    const results = INVOICE_STATUSES.map((status) => {
      const ofStatus = { ...filter, invoices: invoicesOf[status] };
      const whole = foundByWhole(db, ofStatus);
      const { count, totals } = invoiceSummary(db, ofStatus, whole);
      const beside = cashBeside(db, ofStatus, whole);
      const entries = till.get(status) ?? { count: 0, total: 0, success: 0 };
      return {
        status,
        count: count + entries.count,
        total_amount: totals.total_amount + beside.total + entries.total,
        success_amount: totals.success_amount + beside.success + entries.success,
      };
    });
    return { count: countSales(db, filter), results };
  });
