import { type Selectable, sql } from 'kysely';
import { build, type Db } from '../db/connection.ts';
import { countOf } from '../db/list.ts';
import { rowsBy } from '../db/put.ts';
import { fixedQuery, placeholder } from '../db/query-cache.ts';
import type { Bit, SaleInvoicesTable } from '../db/tables.ts';
import { type AttemptRow, attemptsOfInvoice } from './attempts.ts';

/** The additional bank invoices of sales, and the attempts that may have opened one unknown to Kramar. */

export type SaleInvoiceRow = Selectable<SaleInvoicesTable>;

export const { update: updateSaleInvoice, remove: deleteSaleInvoice } = rowsBy('sale_invoices', 'id');

const byBankId = fixedQuery<SaleInvoiceRow, [bankInvoiceId: string]>(() =>
  build.selectFrom('sale_invoices').selectAll().where('bank_invoice_id', '=', placeholder<string>()),
);

export const findSaleInvoice = (db: Db, bankInvoiceId: string): SaleInvoiceRow | undefined =>
  db.get(byBankId(bankInvoiceId));

export const saleInvoicesOf = (db: Db, invoiceId: number): SaleInvoiceRow[] =>
  db.all(build.selectFrom('sale_invoices').selectAll().where('invoice_id', '=', invoiceId).orderBy('id'));

const hasMore = fixedQuery<{ has: Bit }, [open: number, unread: number]>(() =>
  build.selectNoFrom(
    sql<Bit>`exists (select 1 from sale_invoices where invoice_id = ${placeholder<number>()} and state = 'open')
      or exists (select 1 from attempts where invoice_id = ${placeholder<number>()} and register_check_at is not null)`.as(
      'has',
    ),
  ),
);

/** Whether a sale has further bank invoices that are open, or a register on which there may be one. */
export const mayHaveSiblings = (db: Db, invoiceId: number): boolean =>
  db.get(hasMore(invoiceId, invoiceId))?.has === 1;

export const insertSaleInvoice = (
  db: Db,
  row: Pick<SaleInvoiceRow, 'bank_invoice_id' | 'invoice_id' | 'created_at'>,
): void => {
  db.run(
    build
      .insertInto('sale_invoices')
      .values({ ...row, state: 'open', tries: 0, next_try_at: row.created_at }),
  );
};

/** Farthest planned look: a later time was planned before the PC's clock was set back, and is due. */
const FARTHEST_LOOK_MS = 15 * 60_000;

/** A literal, so that SQLite uses the partial indexes. The plus keeps it from starting with the terminal's. */
const isOpen = sql<boolean>`sale_invoices.state = 'open'`;
const isAt = (terminalId: number) => sql<boolean>`+invoices.terminal_id = ${terminalId}`;

const isDue = (column: 'sale_invoices.next_try_at' | 'attempts.register_check_at', now: number) =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + FARTHEST_LOOK_MS})`;

/** Open ones that are due, and those whose sale has ended since the last look: they are invalidated at once. */
export const dueSaleInvoices = (db: Db, terminalId: number, now: number, limit: number): SaleInvoiceRow[] =>
  db.all(
    build
      .selectFrom('sale_invoices')
      .innerJoin('invoices', 'invoices.id', 'sale_invoices.invoice_id')
      .selectAll('sale_invoices')
      .where(isOpen)
      .where(isAt(terminalId))
      .where((eb) =>
        eb.or([
          isDue('sale_invoices.next_try_at', now),
          eb.and([
            eb('sale_invoices.tries', '=', 0),
            eb('invoices.status', 'not in', ['created', 'failure'] as const),
          ]),
        ]),
      )
      .orderBy('sale_invoices.next_try_at')
      .limit(limit),
  );

/** Those at one terminal that can still be paid, as far as is known. */
export const countOpenSaleInvoices = (db: Db, terminalId: number): number =>
  countOf(
    db,
    build
      .selectFrom('sale_invoices')
      .innerJoin('invoices', 'invoices.id', 'sale_invoices.invoice_id')
      .where(isOpen)
      .where(isAt(terminalId)),
  );

/** Creations whose register is due to be read. */
export const dueRegisterChecks = (db: Db, terminalId: number, now: number, limit: number): AttemptRow[] =>
  db.all(
    build
      .selectFrom('attempts')
      .selectAll()
      .where('terminal_id', '=', terminalId)
      .where('register_check_at', 'is not', null)
      .where(isDue('attempts.register_check_at', now))
      .orderBy('register_check_at')
      .limit(limit),
  );

export const scheduleRegisterCheck = (db: Db, attemptId: number, at: number | null): void => {
  db.run(build.updateTable('attempts').set({ register_check_at: at }).where('id', '=', attemptId));
};

/** The attempt that opened an invoice of Kramar. */
export const creationOf = (db: Db, invoiceId: number): AttemptRow | undefined =>
  attemptsOfInvoice(db, invoiceId).find(({ kind }) => kind === 'create');

/**
 * Whether another attempt requested an invoice of the same amount and reference on the same register, and may have an
 * unknown one at the bank: a till may reuse its reference.
 */
export const hasRivalCreation = (
  db: Db,
  { id, terminal_id }: AttemptRow,
  { qrId, amount, reference }: { qrId: string; amount: number; reference: string },
): boolean =>
  db.get(
    build
      .selectFrom('attempts')
      .select('id')
      .where('id', '<>', id)
      .where('kind', '=', 'create')
      .where('terminal_id', '=', terminal_id)
      .where((eb) =>
        eb.or([eb('status', 'in', ['pending', 'in_doubt']), eb('register_check_at', 'is not', null)]),
      )
      .where(sql`request ->> '$.request.qrId'`, '=', qrId)
      .where(sql`request ->> '$.request.amount'`, '=', amount)
      .where(sql`request ->> '$.request.merchantPaymInfo.reference'`, '=', reference)
      .limit(1),
  ) !== undefined;

/** Two payments of one sale. */
export interface PaidTwice {
  /** Kramar's id of the sale's invoice. */
  first: number;
  firstNumber: number;
  second: number;
  secondNumber: number;
  /** Minor units. */
  amount: number;
}

/** Sales with two payments, neither of which was refunded in full. */
export const salesPaidTwice = (db: Db): PaidTwice[] =>
  db.all(
    build
      .selectFrom('sale_invoices')
      .innerJoin('invoices as first', 'first.id', 'sale_invoices.invoice_id')
      .innerJoin('invoices as second', 'second.invoice_id', 'sale_invoices.bank_invoice_id')
      .select([
        'first.id as first',
        'first.number as firstNumber',
        'second.id as second',
        'second.number as secondNumber',
        'second.amount',
      ])
      .where(sql<boolean>`sale_invoices.state = 'paid'`)
      .where('first.status', 'in', ['success', 'processing'])
      .where('second.status', 'in', ['success', 'processing'])
      .orderBy('sale_invoices.id'),
  );
