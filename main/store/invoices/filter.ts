import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { InvoiceQuery, InvoiceTotals } from '../../../shared/api/invoice-query.ts';
import { MAX_VALIDITY } from '../../../shared/api/invoices.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import { build, type ReadDb } from '../db/connection.ts';
import { bit, matchesWords } from '../db/list.ts';
import { notCancelled } from '../db/snapshot.ts';
import type { Tables } from '../db/tables.ts';
import { type ClockFilter, matchesLocalTime } from '../db/wall-clock.ts';

/** What lists, sums and reports of invoices are narrowed by, and how amounts add up. */

/** Filters that depend on the shop's time zone: shop/invoice-filters.ts translates them to clock filters. */
export type ClockParam = 'paid_hour' | 'paid_weekday' | 'refunded_hour' | 'refunded_weekday';
export type InvoiceFilter = Omit<InvoiceQuery, 'ordering' | 'page' | 'page_size' | ClockParam> & {
  [Param in ClockParam]?: never;
} & {
  paid_clock?: ClockFilter | undefined;
  refunded_clock?: ClockFilter | undefined;
  /** Awaits payment at this time, ms UTC: a declined one, too, until its time is over. */
  payable_at?: number | undefined;
};
export type InvoiceListQuery = InvoiceFilter & Pick<InvoiceQuery, 'ordering'>;

export const isDigits = (word: string) => /^\d{1,16}$/.test(word);

export type Eb = ExpressionBuilder<Tables, 'invoices'>;

/** Matches invoices with a refund in the range, at this local time of the shop. */
const wasRefunded = (eb: Eb, filter: InvoiceFilter): Expression<SqlBool>[] => {
  const { refunded_from, refunded_to, refunded_clock } = filter;
  if (refunded_from === undefined && refunded_to === undefined && refunded_clock === undefined) return [];
  return [eb('invoices.id', 'in', refundsIn(filter).select('invoice_id'))];
};

/** The refunds in the filter's range, at its local time of the shop; all refunds without them. */
export const refundsIn = ({ refunded_from, refunded_to, refunded_clock }: InvoiceFilter) =>
  build
    .selectFrom('refunds')
    .where('refunded_at', '>=', refunded_from ?? 0)
    .where('refunded_at', '<=', refunded_to ?? Number.MAX_SAFE_INTEGER)
    .where((of) => of.and(refunded_clock ? matchesLocalTime('refunds.refunded_at', refunded_clock) : []));

const items = () => build.selectFrom('invoice_items').select('invoice_items.invoice_id');
const ofInvoice = sql<SqlBool>`invoice_items.invoice_id = invoices.id`;

/**
 * Filters of the reports' sums. Cost: a clock is computed for each payment (or refund) of the range, or of all time
 * without a range, from the index alone; a product is found by its lines; the remaining filters are checked on the
 * invoices left by the others, like `amount_min`.
 */
const countedUnder = (eb: Eb, filter: InvoiceFilter): Expression<SqlBool>[] => {
  const { paid_clock, created_by, product, payment_system, without = [] } = filter;
  const conditions: Expression<SqlBool>[] = [...wasRefunded(eb, filter)];
  if (paid_clock)
    conditions.push(
      eb('invoices.paid_date', 'is not', null),
      ...matchesLocalTime('invoices.paid_date', paid_clock),
    );
  if (created_by !== undefined) conditions.push(eb('invoices.created_by', '=', created_by));
  if (product !== undefined)
    conditions.push(eb('invoices.id', 'in', items().where('invoice_items.product_id', '=', product)));
  if (payment_system !== undefined) conditions.push(eb('invoices.payment_system', '=', payment_system));
  if (without.includes('payment_system')) conditions.push(eb('invoices.payment_system', '=', ''));
  if (without.includes('created_by')) conditions.push(eb('invoices.created_by', 'is', null));
  // The plus keeps SQLite from using the index: in a shop without registers it holds every invoice.
  if (without.includes('cash_register')) conditions.push(sql<SqlBool>`+invoices.cash_register_id is null`);
  if (without.includes('product'))
    conditions.push(
      eb.or([
        eb.not(eb.exists(items().where(ofInvoice))),
        eb.exists(items().where(ofInvoice).where('invoice_items.product_id', 'is', null)),
      ]),
    );
  return conditions;
};

/**
 * Another index leaves fewer invoices than the status index does: four of five invoices are paid. SQLite assumes ten
 * rows per status; a plus keeps it from that index (https://sqlite.org/optoverview.html#disqualify_terms).
 */
const isNarrowedOtherwise = (filter: InvoiceFilter): boolean =>
  [
    ...[filter.paid_from, filter.paid_to, filter.paid_clock, filter.product],
    ...[filter.reference, filter.created_by],
    ...[filter.refunded_from, filter.refunded_to, filter.refunded_clock],
  ].some((value) => value !== undefined);

export const matches = (eb: Eb, filter: InvoiceFilter): Expression<SqlBool> => {
  const conditions: Expression<SqlBool>[] = [];
  const { status, terminal, cash_register, created_locally } = filter;
  if (status !== undefined)
    conditions.push(
      isNarrowedOtherwise(filter)
        ? sql<SqlBool>`+invoices.status = ${status}`
        : eb('invoices.status', '=', status),
    );
  if (terminal !== undefined) conditions.push(eb('invoices.terminal_id', '=', terminal));
  if (cash_register !== undefined) conditions.push(eb('invoices.cash_register_id', '=', cash_register));
  if (filter.reference !== undefined) conditions.push(eb('invoices.reference', '=', filter.reference));
  if (created_locally !== undefined)
    conditions.push(eb('invoices.created_locally', '=', bit(created_locally)));
  if (filter.created_from !== undefined)
    conditions.push(eb('invoices.created_date', '>=', filter.created_from));
  if (filter.created_to !== undefined) conditions.push(eb('invoices.created_date', '<=', filter.created_to));
  if (filter.paid_from !== undefined) conditions.push(eb('invoices.paid_date', '>=', filter.paid_from));
  if (filter.paid_to !== undefined) conditions.push(eb('invoices.paid_date', '<=', filter.paid_to));
  if (filter.amount_min !== undefined) conditions.push(eb('invoices.amount', '>=', filter.amount_min));
  if (filter.amount_max !== undefined) conditions.push(eb('invoices.amount', '<=', filter.amount_max));
  if (filter.payable_at !== undefined) conditions.push(awaitsPayment(filter.payable_at));
  conditions.push(...countedUnder(eb, filter));
  conditions.push(
    matchesWords(eb, 'invoices.search_text', filter.search, (word) =>
      isDigits(word) ? [eb('invoices.id', '=', Number(word)), eb('invoices.number', '=', Number(word))] : [],
    ),
  );
  return eb.and(conditions);
};

/** Revenue of paid invoices: the final amount of each invoice that has one. */
const takings = sql<number>`coalesce(sum(coalesce(final_amount, amount))
  filter (where status = 'success' and ccy = ${sql.lit(CURRENCY_UAH)}), 0)`;

/** Sums are in hryvnia: an invoice in another currency is counted, but adds nothing. */
export const inHryvnia = (amount: string | RawBuilder<unknown>) => inCurrency(amount, CURRENCY_UAH);

/**
 * The amount where the invoice is in this currency, otherwise 0.
 * @param amount a column, or an expression
 * @param ccy ISO 4217, a number of the program's own
 */
export const inCurrency = (amount: string | RawBuilder<unknown>, ccy: number) =>
  sql<number>`iif(invoices.ccy = ${sql.lit(ccy)}, ${typeof amount === 'string' ? sql.ref(amount) : amount}, 0)`;

/** The amount of a payment before refunds; of a hold, the captured part. */
export const takenAmount = sql<number>`(invoices.amount - invoices.uncaptured)`;

/** The total amount of invoices. */
export const sumOfAmounts = sql<number>`coalesce(sum(${inHryvnia('invoices.amount')}), 0)`;

export const NEWEST_FIRST = [{ field: 'created_date', descending: true }];

/** The ids of declined invoices whose QR can still be paid at `at`, milliseconds UTC. */
export const declinedPayable = (at: number) =>
  sql`select id from invoices where status = 'failure' and expires_at > ${at} and created_date > ${at - MAX_VALIDITY * 1000}`;

/** Created, or declined and still payable: ids, each by the index of the statuses. An OR would read all invoices in their order. */
const awaitsPayment = (at: number) =>
  sql<SqlBool>`invoices.id in (select id from invoices where status = 'created' union all ${declinedPayable(at)})`;

/** The invoices under a filter. Their query is cut off once its request was given up (notCancelled). */
export const matching = (filter: InvoiceFilter) =>
  build
    .selectFrom('invoices')
    .where((eb) => matches(eb, filter))
    .where(notCancelled);

export interface InvoiceSummary {
  count: number;
  totals: InvoiceTotals;
}

/** Counts and sums invoices; sums in minor units. */
export const summed = (
  db: ReadDb,
  invoices: SelectQueryBuilder<Tables, 'invoices', object>,
): InvoiceSummary => {
  const summary = db.get(
    invoices.select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sumOfAmounts.as('total_amount'),
      takings.as('success_amount'),
    ]),
  );
  const { count = 0, total_amount = 0, success_amount = 0 } = summary ?? {};
  return { count, totals: { total_amount, success_amount } };
};
