import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tender } from '../../../shared/api/sales.ts';
import { fold } from '../../../shared/text.ts';
import type { CashSaleFilter } from '../cash-sale-list.ts';
import { build, type Db } from '../db/connection.ts';
import { listed } from '../db/list.ts';
import { type Eb, type InvoiceFilter, type InvoiceSummary, isDigits, matches } from '../invoices/filter.ts';
import { listInvoices, summaryOfIds } from '../invoices/list/list.ts';

/** Sales in parts in the list of sales: a row of its invoice as long as it has not ended, else of its entry of the till. */

export interface SaleFilter {
  tender: readonly Tender[];
  /** Undefined: no invoice matches. */
  invoices: InvoiceFilter | undefined;
  /** Undefined: no entry of the till matches. */
  cash: CashSaleFilter | undefined;
  /** The account (id) whose entries of the till alone the caller sees. */
  entered_by: number | undefined;
}

/** All of them with an invoice. There are far fewer than invoices: the cross joins keep SQLite from beginning with those. */
const parts = () =>
  build
    .selectFrom('cash_sales')
    .crossJoin('attempts')
    .crossJoin('invoices')
    .where('cash_sales.attempt_id', 'is not', null)
    .where('is_refund', '=', 0)
    .whereRef('attempts.id', '=', 'cash_sales.attempt_id')
    .whereRef('invoices.id', '=', 'attempts.invoice_id');

const isOpen = sql<SqlBool>`cash_sales.ended is null`;
/** An invoice that is paid after its sale has ended is a sale of its own. */
const isEnded = sql<SqlBool>`(cash_sales.ended is not null and invoices.paid_date is null)`;
const either = sql<SqlBool>`(${isOpen} or ${isEnded})`;

/** Which invoices of sales in parts have no row under these tenders. */
const hiddenBy = ({ tender }: SaleFilter) => (tender.includes('parts') ? isEnded : either);

/** Whether an invoice is part of such a sale. */
const isPart = (condition = isOpen) =>
  sql<SqlBool>`invoices.id in ${parts().where(condition).select('invoices.id')}`;

/** The invoices that have a row under these tenders. */
export const ofTender = (filter: SaleFilter): RawBuilder<SqlBool> =>
  filter.tender.includes('qr') ? sql`not ${isPart(hiddenBy(filter))}` : isPart();

/** All that is paid, by QR and beside it. */
export const wholeAmount = sql<number>`iif(${isPart()}, (select cash_sales.amount from attempts
  join cash_sales on cash_sales.attempt_id = attempts.id
  where attempts.invoice_id = invoices.id and is_refund = 0), invoices.amount)`;

const NO_ROWS = { limit: 0, offset: 0 };
const NOTHING: InvoiceSummary = { count: 0, totals: { total_amount: 0, success_amount: 0 } };

const summaryOfParts = (db: Db, filter: InvoiceFilter, condition: RawBuilder<SqlBool>): InvoiceSummary => {
  const found = parts()
    .where(condition)
    .where((eb) => matches(eb as unknown as Eb, filter))
    .select('invoices.id');
  const ids = db.all(found).map(({ id }) => id);
  return ids.length === 0 ? NOTHING : summaryOfIds(db, ids);
};

const plus = (one: InvoiceSummary, sign: 1 | -1, other: InvoiceSummary): InvoiceSummary => ({
  count: one.count + sign * other.count,
  totals: {
    total_amount: one.totals.total_amount + sign * other.totals.total_amount,
    success_amount: one.totals.success_amount + sign * other.totals.success_amount,
  },
});

/** Count and sums of the invoices that have a row. @param whole ids of those that are found as a whole */
export const invoiceSummary = (db: Db, filter: SaleFilter, whole: readonly number[]): InvoiceSummary => {
  const { invoices, tender } = filter;
  if (invoices === undefined) return NOTHING;
  const found = tender.includes('qr')
    ? plus(listInvoices(db, invoices, NO_ROWS), -1, summaryOfParts(db, invoices, hiddenBy(filter)))
    : summaryOfParts(db, invoices, isOpen);
  return whole.length === 0 ? found : plus(found, 1, summaryOfIds(db, whole));
};

const isGivenBack = sql<SqlBool>`back.voided_at is null and not exists (select 1 from attempts as refund
  where refund.id = back.attempt_id and refund.status in ('refused', 'dropped') and refund.accepted_at is null)`;

/** What of the cash beside an invoice was not given back. */
const cashKept = sql<number>`cash_sales.amount - qr_amount - coalesce((select sum(back.amount - back.qr_amount)
  from cash_sales as back where back.return_of = cash_sales.id and ${isGivenBack}), 0)`;

/** What is paid in cash beside the invoices that have a row. @param whole ids of those that are found as a whole */
export const cashBeside = (db: Db, { invoices, tender }: SaleFilter, whole: readonly number[]) => {
  const none = { total: 0, success: 0 };
  if (invoices === undefined || !tender.includes('parts')) return none;
  const sums = parts()
    .where(isOpen)
    .where((eb) => eb.or([matches(eb as unknown as Eb, invoices), eb('invoices.id', 'in', listed(whole))]))
    .select([
      sql<number>`coalesce(sum(cash_sales.amount - qr_amount), 0)`.as('total'),
      sql<number>`coalesce(sum(iif(invoices.status = 'success', ${cashKept}, 0)), 0)`.as('success'),
    ]);
  return db.get(sums) ?? none;
};

/**
 * The invoices (ids) of sales in parts that match as a whole, but not by their invoice alone: by the goods and the remark, or
 * by the sum of both parts.
 */
export const foundByWhole = (db: Db, { invoices, tender, entered_by }: SaleFilter): number[] => {
  const { search = [], amount_min, amount_max, ...others } = invoices ?? {};
  const isSought = search.length > 0 || amount_min !== undefined || amount_max !== undefined;
  if (!(isSought && tender.includes('parts'))) return [];
  const within = ({ amount_min: min = 0, amount_max: max = Number.MAX_SAFE_INTEGER }: InvoiceFilter) =>
    sql<SqlBool>`(cash_sales.amount between ${min} and ${max} or invoices.amount between ${min} and ${max})`;
  const found = parts()
    .where(isOpen)
    .where(within({ amount_min, amount_max }))
    .where((eb) => {
      const of = eb as unknown as Eb;
      return eb.and([
        matches(of, others),
        eb.not(matches(of, { search, amount_min, amount_max })),
        ...(entered_by === undefined ? [] : [eb('cash_sales.made_by', '=', entered_by)]),
        ...search.map(isWordOfWhole),
      ]);
    });
  return db.all(found.select('invoices.id')).map(({ id }) => id);
};

const isWordOfWhole = (word: string): RawBuilder<SqlBool> => {
  const text = fold(word);
  const number = isDigits(word) ? Number(word) : null;
  return sql`(instr(cash_sales.search_text, ${text}) > 0 or instr(invoices.search_text, ${text}) > 0
    or invoices.number = ${number} or invoices.id = ${number})`;
};
