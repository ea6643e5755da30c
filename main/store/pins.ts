import { type Selectable, sql } from 'kysely';
import type { AccountRow } from './accounts.ts';
import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import type { PinsTable } from './db/tables.ts';

export type PinRow = Selectable<PinsTable>;

export const { find: findPin } = rowsBy('pins', 'account_id');

/** Replaces the person's PIN, if there is one. */
export const storePin = (db: Db, pin: PinRow): void => {
  db.run(build.replaceInto('pins').values(pin));
};

/** @returns whether there was one */
export const deletePin = (db: Db, account: number): boolean =>
  db.get(build.deleteFrom('pins').where('account_id', '=', account).returning('account_id')) !== undefined;

/** The active people with a PIN, and their PINs. */
export const peopleWithPin = (db: Db): { person: AccountRow; pin: PinRow }[] =>
  db
    .all(
      build
        .selectFrom('accounts')
        .innerJoin('pins', 'pins.account_id', 'accounts.id')
        .selectAll()
        .where('kind', '=', 'person')
        .where('is_active', '=', 1)
        .orderBy('accounts.id'),
    )
    .map((row) => ({ person: row, pin: row }));

/** The accounts (ids) with a PIN. */
export const accountsWithPin = (db: Db): number[] =>
  db
    .all(build.selectFrom('pins').select('account_id').orderBy('account_id'))
    .map(({ account_id }) => account_id);

/**
 * Counts a try before its PIN is checked, so that no number of tries at once gets past the limit.
 * @returns how many tries have failed if this one does; undefined: none is left
 */
export const takePinTry = (db: Db, account: number, most: number): number | undefined =>
  db.get(
    build
      .updateTable('pins')
      .set({ failures: sql<number>`failures + 1` })
      .where('account_id', '=', account)
      .where('failures', '<', most)
      .returning('failures'),
  )?.failures;

/** @param hash of the PIN that was right. @returns whether it is still the person's */
export const acceptPin = (db: Db, account: number, hash: string): boolean =>
  db.get(
    build
      .updateTable('pins')
      .set({ failures: 0 })
      .where('account_id', '=', account)
      .where('pin_hash', '=', hash)
      .returning('account_id'),
  ) !== undefined;

/** Writes nothing where there were none. */
export const clearPinFailures = (db: Db, account: number): void => {
  db.run(
    build
      .updateTable('pins')
      .set({ failures: 0 })
      .where('account_id', '=', account)
      .where('failures', '>', 0),
  );
};
