import type { Selectable } from 'kysely';
import { build, type Db } from '../db/connection.ts';
import type { RefundsTable } from '../db/tables.ts';

export type RefundRow = Selectable<RefundsTable>;
/** Minor units, and when they were given back, ms. */
export type Refund = Pick<RefundRow, 'amount' | 'refunded_at'>;

/** Of one invoice, in the order in which they were learned of. */
export const refundsOf = (db: Db, invoiceId: number): RefundRow[] =>
  db.all(build.selectFrom('refunds').selectAll().where('invoice_id', '=', invoiceId).orderBy('id'));

export const insertRefund = (db: Db, invoiceId: number, { amount, refunded_at }: Refund): void => {
  db.run(build.insertInto('refunds').values({ invoice_id: invoiceId, amount, refunded_at }));
};

/** One that is told otherwise now; without an amount it never was. */
export const correctRefund = (db: Db, id: number, amount: number): void => {
  db.run(
    amount === 0
      ? build.deleteFrom('refunds').where('id', '=', id)
      : build.updateTable('refunds').set({ amount }).where('id', '=', id),
  );
};
