import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { ActionCode } from '../../shared/actions.ts';
import type { OdditiesTable } from './db/action-tables.ts';
import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, type Slice } from './db/list.ts';
import { inHryvnia } from './invoices/invoices.ts';

export type OddityRow = Selectable<OdditiesTable>;

/** Writes what was odd on a day, and that the day was examined. */
export const writeOddDay = (
  db: Db,
  day: number,
  at: number,
  found: readonly Omit<Insertable<OdditiesTable>, 'id'>[],
): void =>
  db.transaction(() => {
    for (const oddity of found)
      db.run(
        build
          .insertInto('oddities')
          .values(oddity)
          .onConflict((conflict) => conflict.doNothing()),
      );
    db.run(
      build
        .insertInto('oddity_days')
        .values({ day, at })
        .onConflict((conflict) => conflict.doNothing()),
    );
  });

/** The last examined day; undefined: none. */
export const lastOddDay = (db: Db): number | undefined =>
  db.get(build.selectFrom('oddity_days').select((eb) => eb.fn.max('day').as('day')))?.day ?? undefined;

interface OddityFilter {
  from?: number | undefined;
  to?: number | undefined;
}

const NEWEST = [{ field: 'day', descending: true }];

export const listOddities = (db: Db, { from, to }: OddityFilter, slice: Slice): Found<OddityRow> => {
  const matching = build
    .selectFrom('oddities')
    .where((eb) =>
      eb.and([
        ...(from === undefined ? [] : [eb('at', '>=', from)]),
        ...(to === undefined ? [] : [eb('at', '<=', to)]),
      ]),
    );
  return findSlice(db, matching, matching.selectAll(), 'oddities', NEWEST, slice);
};

/** An event of one account; times in milliseconds UTC, amounts in minor units: 0 in another currency than hryvnia. */
export interface MoneyEvent {
  by: number;
  at: number;
  amount: number;
  invoice: number;
}

/** Payments; those without an account count as account 0. */
export const salesBetween = (db: Db, from: number, to: number): MoneyEvent[] =>
  db.all(
    build
      .selectFrom('invoices')
      .select((eb) => [eb.fn.coalesce('created_by', sql.lit(0)).as('by'), 'id as invoice'])
      .select(inHryvnia('amount').as('amount'))
      .select((eb) => eb.ref('paid_date').$notNull().as('at'))
      .where('paid_date', '>=', from)
      .where('paid_date', '<', to)
      .where('status', 'in', ['success', 'reversed'])
      .orderBy('paid_date'),
  );

/** How many invoices each account created. */
export const createdBetween = (db: Db, from: number, to: number): { by: number; count: number }[] =>
  db.all(
    build
      .selectFrom('invoices')
      .select((eb) => [eb.ref('created_by').$notNull().as('by'), eb.fn.countAll<number>().as('count')])
      .where('created_date', '>=', from)
      .where('created_date', '<', to)
      .where('created_by', 'is not', null)
      .groupBy('created_by'),
  );

const actionsBetween = (from: number, to: number, codes: readonly ActionCode[]) =>
  build
    .selectFrom('actions')
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('code', 'in', codes)
    .where('actor_id', 'is not', null)
    .orderBy('actions.number');

const moneyEvents = (query: ReturnType<typeof actionsBetween>) =>
  query
    .leftJoin('invoices', 'invoices.id', 'actions.object_id')
    .select((eb) => [eb.ref('actor_id').$notNull().as('by'), eb.ref('object_id').$notNull().as('invoice')])
    .select(['at', inHryvnia(sql`coalesce(json_extract(facts, '$.amount'), 0)`).as('amount')])
    .where('object', '=', 'invoice');

/** Refunds by the time of their request; without those that did not come about. */
export const refundsBetween = (db: Db, from: number, to: number): MoneyEvent[] =>
  db.all(
    moneyEvents(actionsBetween(from, to, ['refund_requested'])).where(
      sql<SqlBool>`coalesce((
        select later.code from actions later
        where later.object = 'invoice' and later.object_id = actions.object_id and later.number > actions.number
          and later.code in ('refund_done', 'refund_refused', 'refund_dropped')
        order by later.number limit 1), '') not in ('refund_refused', 'refund_dropped')`,
    ),
  );

export const cancelsBetween = (db: Db, from: number, to: number): MoneyEvent[] =>
  db.all(moneyEvents(actionsBetween(from, to, ['remove_done'])));

/** Sign-ins and sign-outs, in order. */
export const signInsBetween = (
  db: Db,
  from: number,
  to: number,
): { by: number; at: number; code: string }[] =>
  db.all(
    actionsBetween(from, to, ['signed_in', 'pin_sign_in', 'signed_out'])
      .select((eb) => [eb.ref('actor_id').$notNull().as('by')])
      .select(['at', 'code']),
  );
