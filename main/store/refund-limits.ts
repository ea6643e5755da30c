import { type Selectable, sql } from 'kysely';
import { CURRENCY_UAH } from '../../shared/money.ts';
import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import type { RefundLimitsTable } from './db/tables.ts';

export type RefundLimitsRow = Selectable<RefundLimitsTable>;
/** Minor units; null: no limit. */
export type RefundLimits = Omit<RefundLimitsRow, 'account_id'>;

const limitRows = rowsBy('refund_limits', 'account_id');
export const findRefundLimits = limitRows.find;
export const {
  find: findApproval,
  insert: insertApproval,
  remove: deleteApproval,
} = rowsBy('approvals', 'token_hash');

/** Absent ones stay. */
export const changeRefundLimits = (db: Db, account_id: number, changes: Partial<RefundLimits>): void => {
  const limits = {
    largest: null,
    per_day: null,
    ...findRefundLimits(db, account_id),
    ...changes,
    account_id,
  };
  if (limits.largest === null && limits.per_day === null) limitRows.remove(db, account_id);
  else db.run(build.replaceInto('refund_limits').values(limits));
};

/** What an attempt gives back, minor units; of a capture what it does not take of the held money. */
const GIVEN_BACK = sql<number>`case kind
  when 'capture' then coalesce(json_extract(request, '$.gives_up'), 0)
  else json_extract(request, '$.amount') end`;

/**
 * The sum that was given back from a moment on (ms, by the bank's clock where known) and for which an account answers: it
 * approved it, or requested it without a second person. What the bank refused does not count; what is under way does.
 * Hryvnias alone, in which limits are.
 */
export const refundedSince = (db: Db, account: number, from: number): number =>
  refundedAtBank(db, account, from) + returnedInCash(db, account, from);

/** Cash that was given back, by the PC's clock; what was voided, or the bank refused, does not count. */
const returnedInCash = (db: Db, account: number, from: number): number =>
  db.get(
    build
      .selectFrom('cash_sales')
      .leftJoin('attempts', 'attempts.id', 'cash_sales.attempt_id')
      .select(sql<number>`coalesce(sum(cash_sales.amount - qr_amount), 0)`.as('sum'))
      .where('is_refund', '=', 1)
      .where('voided_at', 'is', null)
      .where('made_at', '>=', from)
      .where(sql<number>`coalesce(cash_sales.approved_by, made_by)`, '=', account)
      .where(sql<boolean>`coalesce(attempts.status in ('pending', 'in_doubt', 'done'), 1)`),
  )?.sum ?? 0;

const refundedAtBank = (db: Db, account: number, from: number): number =>
  db.get(
    build
      .selectFrom('attempts')
      .innerJoin('invoices', 'invoices.id', 'attempts.invoice_id')
      .select(sql<number>`coalesce(sum(${GIVEN_BACK}), 0)`.as('sum'))
      .where('invoices.ccy', '=', CURRENCY_UAH)
      // As in the index attempts_given_back_at.
      .where(sql<boolean>`kind in ('refund', 'capture', 'release')`)
      .where(sql<number>`coalesce(attempts.bank_created_at, attempts.created_at)`, '>=', from)
      .where('attempts.status', 'in', ['pending', 'in_doubt', 'done'])
      .where(sql<number>`coalesce(approved_by, account_id)`, '=', account),
  )?.sum ?? 0;

/** Those made outside a range of time (ms), which no longer hold. */
export const deleteApprovalsOutside = (db: Db, from: number, to: number): void => {
  db.run(
    build
      .deleteFrom('approvals')
      .where((eb) => eb.or([eb('created_at', '<', from), eb('created_at', '>', to)])),
  );
};
