import { type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { countOf, type Found, type Slice } from './db/list.ts';
import { rowsBy } from './db/put.ts';
import type { CartsTable } from './db/tables.ts';

export type CartRow = Selectable<CartsTable>;

export const {
  find: findCart,
  insert: insertCart,
  update: updateCart,
  remove: deleteCart,
} = rowsBy('carts', 'id');

interface CartFilter {
  isTaken: boolean;
  /** Only those that this account set aside or took back; undefined: all. */
  account: number | undefined;
  /** Of the taken ones, only those since then, ms. */
  takenSince: number;
}

/** Newest first. */
export const listCarts = (
  db: Db,
  { isTaken, account, takenSince }: CartFilter,
  { limit, offset }: Slice,
): Found<CartRow> =>
  db.read(() => {
    const matching = build
      .selectFrom('carts')
      .where((eb) => (isTaken ? eb('taken_at', '>=', takenSince) : eb('taken_at', 'is', null)))
      .$if(account !== undefined, (carts) =>
        carts.where((eb) => eb.or([eb('account_id', '=', account ?? 0), eb('taken_by', '=', account ?? 0)])),
      );
    const rows = matching
      .selectAll()
      .orderBy(isTaken ? 'taken_at' : 'created_at', 'desc')
      .orderBy('id', 'desc');
    return { count: countOf(db, matching), rows: db.all(rows.limit(limit).offset(offset)) };
  });

/** Whether an invoice of it is being created, or its creation is in doubt. */
export const isCartInSale = (db: Db, id: number): boolean =>
  db.get(
    build
      .selectFrom('attempts')
      .select('id')
      .where('kind', '=', 'create')
      .where('status', 'in', ['pending', 'in_doubt'])
      .where(sql<number>`json_extract(request, '$.input.cart')`, '=', id)
      .limit(1),
  ) !== undefined;

/** Deletes the carts that were taken before a moment, ms. */
export const deleteTakenCarts = (db: Db, before: number): void => {
  db.run(build.deleteFrom('carts').where('taken_at', '<', before));
};
