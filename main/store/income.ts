import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { IncomeKind, TaxGroup } from '../../shared/income.ts';
import type { MoneyPermit } from '../platform/money-permit.ts';
import { countedCash } from './counted-cash.ts';
import { build, type Db, type ReadDb } from './db/connection.ts';
import { quarterSql, type TimeRange } from './db/days.ts';
import { type Found, findSlice, type Slice } from './db/list.ts';
import { putRow, rowsBy } from './db/put.ts';
import type { IncomeEntriesTable, IncomeLimitsTable } from './db/tables.ts';
import { takenAmount } from './invoices/filter.ts';
import { paid, quarterOf, refunded } from './series.ts';

export type IncomeEntryRow = Selectable<IncomeEntriesTable>;
export type IncomeLimitRow = Selectable<IncomeLimitsTable>;

export const { find: findIncomeEntry } = rowsBy('income_entries', 'id');

/** Money of one quarter of an hour, at one terminal, in one currency. */
export interface CardMovement {
  /** Its number (store/db/days.ts). */
  quarter: number;
  terminal: number;
  ccy: number;
  amount: number;
}

/** Payments made in the range, gross; of a hold captured in part, only that part. */
export const cardReceipts = (db: ReadDb, range: TimeRange): CardMovement[] =>
  db.all(
    paid(range)
      .select([
        sql<number>`${quarterOf('invoices.paid_date')}`.as('quarter'),
        'invoices.terminal_id as terminal',
        'invoices.ccy',
        sql<number>`sum(${takenAmount})`.as('amount'),
      ])
      .groupBy(['quarter', 'terminal', 'invoices.ccy']),
  );

/** Refunds made in the range. */
export const cardRefunds = (db: ReadDb, range: TimeRange): CardMovement[] =>
  db.all(
    refunded(range)
      .select([
        sql<number>`${quarterOf('refunds.refunded_at')}`.as('quarter'),
        'invoices.terminal_id as terminal',
        'invoices.ccy',
        sql<number>`sum(refunds.amount)`.as('amount'),
      ])
      .groupBy(['quarter', 'terminal', 'invoices.ccy']),
  );

/** Cash that counts in the range, by quarter of an hour. */
export const shiftCash = (
  db: ReadDb,
  { from, to }: TimeRange,
): { quarter: number; is_refund: 0 | 1; amount: number }[] =>
  db.all(
    countedCash()
      .where('at', '>=', from)
      .where('at', '<=', to)
      .select([
        sql<number>`${sql.raw(quarterSql('at'))}`.as('quarter'),
        'is_refund',
        sql<number>`sum(amount)`.as('amount'),
      ])
      .groupBy(['quarter', 'is_refund']),
  );

/** Entries by hand that count, by day. @param days days since 1970, both ends included */
export const enteredIncome = (
  db: ReadDb,
  days: { first: number; last: number },
): { tax_number: string; day: number; kind: IncomeKind; is_refund: 0 | 1; amount: number }[] =>
  db.all(
    build
      .selectFrom('income_entries')
      .where('voided_at', 'is', null)
      .where('day', '>=', days.first)
      .where('day', '<=', days.last)
      .select(['tax_number', 'day', 'kind', 'is_refund', sql<number>`sum(amount)`.as('amount')])
      .groupBy(['tax_number', 'day', 'kind', 'is_refund']),
  );

/** All terminals, deleted ones too: their payments remain income. */
export const terminalTaxNumbers = (
  db: ReadDb,
): { id: number; name: string; merchant_name: string; edrpou: string; is_deleted: 0 | 1 }[] =>
  db.all(
    build
      .selectFrom('terminals')
      .select([
        ...(['id', 'name', 'merchant_name', 'edrpou'] as const),
        sql<0 | 1>`deleted_at is not null`.as('is_deleted'),
      ])
      .orderBy('id'),
  );

const LATEST_DAY_FIRST = [{ field: 'day', descending: true }] as const;

/** Entries of a tax number, voided ones too; the latest day first. */
export const listIncomeEntries = (
  db: Db,
  { taxNumber, first, last }: { taxNumber: string; first: number; last: number },
  slice: Slice,
): Found<IncomeEntryRow> => {
  const matching = build
    .selectFrom('income_entries')
    .where('tax_number', '=', taxNumber)
    .where('day', '>=', first)
    .where('day', '<=', last);
  return findSlice(db, matching, matching.selectAll(), 'income_entries', LATEST_DAY_FIRST, slice);
};

/** @param _permit of the guard */
export const insertIncomeEntry = (
  db: Db,
  entry: Insertable<IncomeEntriesTable>,
  _permit: MoneyPermit<'sale' | 'give-back'>,
): IncomeEntryRow => db.write(build.insertInto('income_entries').values(entry).returningAll());

/** @param _permit of the guard */
export const updateIncomeEntry = (
  db: Db,
  id: number,
  changes: Updateable<IncomeEntriesTable>,
  _permit: MoneyPermit<'invalidate'>,
): IncomeEntryRow =>
  db.write(build.updateTable('income_entries').set(changes).where('id', '=', id).returningAll());

export const ownLimits = (db: Db): IncomeLimitRow[] =>
  db.all(build.selectFrom('income_limits').selectAll().orderBy('year').orderBy('tax_group'));

/** @param amount null restores the default */
export const setLimit = (db: Db, year: number, tax_group: TaxGroup, amount: number | null): void => {
  if (amount === null)
    db.run(build.deleteFrom('income_limits').where('year', '=', year).where('tax_group', '=', tax_group));
  else putRow(db, 'income_limits', ['year', 'tax_group'], { year, tax_group, amount });
};

/** The owner's choice of the year, or of the last year before it that has one; null: none. */
export const taxGroupOf = (db: Db, taxNumber: string, year: number): TaxGroup | null =>
  db.get(
    build
      .selectFrom('income_groups')
      .select('tax_group')
      .where('tax_number', '=', taxNumber)
      .where('year', '<=', year)
      .orderBy('year', 'desc')
      .limit(1),
  )?.tax_group ?? null;

export const setTaxGroup = (db: Db, tax_number: string, year: number, tax_group: TaxGroup | null): void =>
  putRow(db, 'income_groups', ['tax_number', 'year'], { tax_number, year, tax_group });

/** As chosen for the year, or for the last year before it that has a choice. */
export const chosenForShiftCash = (db: ReadDb, year: number): string | undefined =>
  db.get(
    build
      .selectFrom('income_shift_cash')
      .select('tax_number')
      .where('year', '<=', year)
      .orderBy('year', 'desc')
      .limit(1),
  )?.tax_number;

export const chooseForShiftCash = (db: Db, year: number, tax_number: string): void =>
  putRow(db, 'income_shift_cash', ['year'], { year, tax_number });
