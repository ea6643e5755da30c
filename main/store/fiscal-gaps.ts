import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FiscalStatus } from '../../shared/api/statuses.ts';
import { type CurrencyTotals, totalsByCurrency } from './currency-totals.ts';
import { build, type Db } from './db/connection.ts';
import type { TimeRange } from './db/days.ts';
import { countOf, type Found, type Slice } from './db/list.ts';
import { inHryvnia, takenAmount } from './invoices/filter.ts';
import { type InvoiceRow, withTerminalName } from './invoices/invoices.ts';

/** Money and its fiscal checks compared: what is missing, and the sums of a day. */

/** Every existing terminal that issues fiscal receipts, by the owner's word, else by the bank's checks. */
const fiscalTerminals = () =>
  build
    .selectFrom('terminals')
    .leftJoin('fiscal_terminals', 'fiscal_terminals.terminal_id', 'terminals.id')
    .leftJoin('fiscal_settings', 'fiscal_settings.terminal_id', 'terminals.id')
    .where('terminals.deleted_at', 'is', null)
    .where(
      sql<SqlBool>`case coalesce(fiscal_settings.issues_receipts, 'auto')
        when 'yes' then 1 when 'no' then 0 else fiscal_terminals.fiscalises_since is not null end`,
    );

export const countFiscalTerminals = (db: Db): number => countOf(db, fiscalTerminals());

interface Gap {
  gap_type: 'sale' | 'return';
  gap_amount: number;
  /** Of a return, ms; null: of a sale. */
  refunded_at: number | null;
  gap_status: Exclude<FiscalStatus, 'done'>;
  status_description: string;
  asked_at: number;
}
export type FiscalGapRow = InvoiceRow & Gap;

interface GapRange {
  /** Milliseconds UTC; of a return, the time of the refund counts. */
  paidFrom: number;
  /** The bank had this long, and was queried after it. */
  graceMs: number;
}

/** Paid, not refunded in full, and without a finished check at the last request; refunds likewise. */
const gapsOf = ({ paidFrom, graceMs }: GapRange) => {
  const sales = build
    .selectFrom('fiscal_checks')
    .innerJoin('invoices', 'invoices.id', 'fiscal_checks.invoice_id')
    .where('fiscal_checks.status', '!=', 'done')
    .where('invoices.status', '=', 'success')
    .where('invoices.paid_date', '>=', paidFrom)
    .where(sql<SqlBool>`fiscal_checks.asked_at >= invoices.paid_date + ${graceMs}`)
    .select(['invoices.id as gap_invoice', sql<string>`'sale'`.as('gap_type')])
    .select([takenAmount.as('gap_amount'), sql<number | null>`null`.as('refunded_at')])
    .select(['fiscal_checks.status as gap_status', 'fiscal_checks.status_description'])
    .select(['fiscal_checks.asked_at', 'invoices.paid_date as gap_at', sql<number>`0`.as('gap_refund')]);
  const returns = build
    .selectFrom('fiscal_returns')
    .innerJoin('refunds', 'refunds.id', 'fiscal_returns.refund_id')
    .where('fiscal_returns.status', '!=', 'done')
    .where('refunds.refunded_at', '>=', paidFrom)
    .where(sql<SqlBool>`fiscal_returns.asked_at >= refunds.refunded_at + ${graceMs}`)
    .select(['refunds.invoice_id as gap_invoice', sql<string>`'return'`.as('gap_type')])
    .select(['refunds.amount as gap_amount', 'refunds.refunded_at'])
    .select(['fiscal_returns.status as gap_status', 'fiscal_returns.status_description'])
    .select(['fiscal_returns.asked_at', 'refunds.refunded_at as gap_at', 'refunds.id as gap_refund']);
  return withTerminalName()
    .innerJoin(sales.unionAll(returns).as('gaps'), 'gaps.gap_invoice', 'invoices.id')
    .where('invoices.terminal_id', 'in', fiscalTerminals().select('terminals.id'));
};

/** Newest first. */
export const listFiscalGaps = (
  db: Db,
  range: GapRange,
  slice: Slice,
): Found<FiscalGapRow> & CurrencyTotals => {
  const gaps = gapsOf(range);
  const rows = db.all(
    gaps
      .select(['gap_type', 'gap_amount', 'refunded_at', 'gap_status', 'gaps.status_description', 'asked_at'])
      .orderBy('gap_at', 'desc')
      .orderBy('invoices.id', 'desc')
      .orderBy('gap_refund', 'desc')
      .limit(slice.limit)
      .offset(slice.offset),
  ) as unknown as FiscalGapRow[];
  return { ...totalsByCurrency(db, gaps, 'gap_amount'), rows };
};

/** Money of one kind and its checks; amounts in minor units of hryvnia. */
export interface CheckedMoney {
  count: number;
  amount: number;
  done: number;
  done_amount: number;
  /** The bank reported no finished check; it was never asked about the rest. */
  missing: number;
  missing_amount: number;
}

const NONE: CheckedMoney = { count: 0, amount: 0, done: 0, done_amount: 0, missing: 0, missing_amount: 0 };

/** @param status column */
const checked = (money: RawBuilder<unknown>, status: string) => {
  const state = sql.ref(status);
  const hryvnia = inHryvnia(money);
  return [
    sql<number>`count(*)`.as('count'),
    sql<number>`coalesce(sum(${hryvnia}), 0)`.as('amount'),
    sql<number>`coalesce(sum(${state} = 'done'), 0)`.as('done'),
    sql<number>`coalesce(sum(iif(${state} = 'done', ${hryvnia}, 0)), 0)`.as('done_amount'),
    sql<number>`coalesce(sum(${state} <> 'done'), 0)`.as('missing'),
    sql<number>`coalesce(sum(iif(${state} <> 'done', ${hryvnia}, 0)), 0)`.as('missing_amount'),
  ];
};

/** Payments and refunds of a range at terminals that issue fiscal receipts, each with its checks. Both ends included, ms. */
export const fiscalDay = (db: Db, { from, to }: TimeRange): { sales: CheckedMoney; returns: CheckedMoney } =>
  db.read(() => ({
    sales:
      db.get(
        build
          .selectFrom('invoices')
          .leftJoin('fiscal_checks', 'fiscal_checks.invoice_id', 'invoices.id')
          .where('invoices.paid_date', '>=', from)
          .where('invoices.paid_date', '<=', to)
          // The plus keeps SQLite from using the status index: nearly all invoices have these statuses.
          .where(sql<SqlBool>`+invoices.status in ('success', 'reversed')`)
          .where('invoices.terminal_id', 'in', fiscalTerminals().select('terminals.id'))
          .select(checked(takenAmount, 'fiscal_checks.status')),
      ) ?? NONE,
    returns:
      db.get(
        build
          .selectFrom('refunds')
          .innerJoin('invoices', 'invoices.id', 'refunds.invoice_id')
          .leftJoin('fiscal_returns', 'fiscal_returns.refund_id', 'refunds.id')
          .where('refunds.refunded_at', '>=', from)
          .where('refunds.refunded_at', '<=', to)
          .where('invoices.terminal_id', 'in', fiscalTerminals().select('terminals.id'))
          .select(checked(sql.ref('refunds.amount'), 'fiscal_returns.status')),
      ) ?? NONE,
  }));
