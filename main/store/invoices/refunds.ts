import type { Selectable } from 'kysely';
import { build, type Db } from '../db/connection.ts';
import type { RefundsTable } from '../db/tables.ts';

export type RefundRow = Selectable<RefundsTable>;
/** Minor units, and the time of the refund, ms. */
export type Refund = Pick<RefundRow, 'amount' | 'refunded_at'>;

/** Refunds of one invoice, in the order in which Kramar learned of them. */
export const refundsOf = (db: Db, invoiceId: number): RefundRow[] =>
  db.all(build.selectFrom('refunds').selectAll().where('invoice_id', '=', invoiceId).orderBy('id'));

/** Refunds of one invoice, oldest first. */
export const refundsByTime = (db: Db, invoiceId: number): RefundRow[] =>
  refundsOf(db, invoiceId).sort((one, other) => one.refunded_at - other.refunded_at || one.id - other.id);

export const insertRefund = (db: Db, invoiceId: number, { amount, refunded_at }: Refund): void => {
  db.run(build.insertInto('refunds').values({ invoice_id: invoiceId, amount, refunded_at }));
};

/** The bank now reports another amount; 0 means the refund was never made. */
export const correctRefund = (db: Db, id: number, amount: number): void => {
  db.run(
    amount === 0
      ? build.deleteFrom('refunds').where('id', '=', id)
      : build.updateTable('refunds').set({ amount }).where('id', '=', id),
  );
};
