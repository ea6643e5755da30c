import type { Selectable } from 'kysely';
import type { AccountRow } from './accounts.ts';
import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { TillKeysTable } from './db/tables.ts';

export type TillKeyRow = Selectable<TillKeysTable>;
/** A key with its account: name, rights and what it is narrowed to. */
export type KeyRow = AccountRow & TillKeyRow;

export const { insert: insertKey, update: updateKey } = rowsBy('till_keys', 'account_id');

const keys = () =>
  build
    .selectFrom('till_keys')
    .innerJoin('accounts', 'accounts.id', 'till_keys.account_id')
    .selectAll('accounts')
    .selectAll('till_keys');

/** Runs at each request of a till. */
const byHash = fixedQuery<KeyRow, [hash: string]>(() =>
  keys().where('till_keys.key_hash', '=', placeholder<string>()),
);

/** @param hash of the whole key, in hex */
export const findKeyByHash = (db: Db, hash: string): KeyRow | undefined => db.get(byHash(hash));

export const findKey = (db: Db, id: number): KeyRow | undefined =>
  db.get(keys().where('accounts.id', '=', id));

/** By name; the revoked ones too, since invoices show their names. */
export const allKeys = (db: Db): KeyRow[] =>
  db.all(keys().orderBy('accounts.full_name').orderBy('accounts.id'));

/** The keys that are off without being revoked. */
export const countKeysOff = (db: Db): number =>
  db.all(keys().where('is_active', '=', 0).where('revoked_at', 'is', null)).length;
