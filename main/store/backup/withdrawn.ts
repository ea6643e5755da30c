import type Database from 'better-sqlite3';
import { type AccountRow, findAccount } from '../accounts.ts';
import { build, type Db } from '../db/connection.ts';
import { deletePin, type PinRow, storePin } from '../pins.ts';
import { getSetting } from '../settings.ts';
import { allKeys, type TillKeyRow, updateKey } from '../till-keys.ts';

// A backup holds keys, passwords and people as they were. What was withdrawn since then, in the database that it
// replaces, must not come back with it.

type Credentials = Pick<AccountRow, 'id' | 'is_active' | 'password_hash' | 'password_changed_at'>;

/** Who could sign in to the database that is replaced, and by what. */
export interface Access {
  /** Ids of another installation mean other accounts. */
  installation: string;
  accounts: readonly Credentials[];
  keys: readonly TillKeyRow[];
  pins: readonly PinRow[];
}

/** Reads them of a sound database of any schema; a table that its version did not have is empty. */
export const readAccess = (connection: Database.Database): Access => {
  const all = <Row>(table: 'accounts' | 'till_keys' | 'pins'): Row[] => {
    const exists = connection
      .prepare("select 1 from sqlite_master where type = 'table' and name = ?")
      .get(table);
    return exists ? connection.prepare<[], Row>(`select * from ${table}`).all() : [];
  };
  const setting = connection.prepare<[], string>("select value from settings where key = 'installation_id'");
  return {
    installation: setting.pluck().get() ?? '',
    accounts: all('accounts'),
    keys: all('till_keys'),
    pins: all('pins'),
  };
};

/**
 * Keeps what was withdrawn: deactivated people, changed passwords and PINs, revoked and rotated keys. A key that the
 * replaced database does not know is turned off: it may have been revoked before an earlier restore.
 * @returns how many keys were turned off; undefined: it is the database of another installation, and nothing was done
 */
export const keepWithdrawn = (db: Db, { installation, accounts, keys, pins }: Access): number | undefined => {
  if (installation === '' || installation !== getSetting(db, 'installation_id')) return undefined;
  for (const { id, is_active, password_hash, password_changed_at } of accounts) {
    const restored = findAccount(db, id);
    if (!restored) continue;
    updateCredentials(db, id, {
      password_hash,
      password_changed_at,
      is_active: is_active === 1 ? restored.is_active : 0,
    });
    deletePin(db, id);
  }
  for (const pin of pins) if (findAccount(db, pin.account_id)) storePin(db, pin);
  const known = new Map(keys.map((key) => [key.account_id, key]));
  let turnedOff = 0;
  for (const restored of allKeys(db)) {
    const current = known.get(restored.id);
    if (current) {
      const { account_id, ...columns } = current;
      updateKey(db, account_id, { ...columns, revoked_at: columns.revoked_at ?? restored.revoked_at });
    } else if (turnOff(db, restored)) turnedOff += 1;
  }
  return turnedOff;
};

/**
 * For a replaced database that cannot be read: turns all keys off, ends the sessions of the restored passwords, and
 * removes the PINs.
 * @param now milliseconds UTC
 * @returns how many keys were turned off
 */
export const distrustAccess = (db: Db, now: number): number => {
  // Sessions are bound to this moment (shop/accounts/sessions.ts).
  db.run(build.updateTable('accounts').set({ password_changed_at: now }).where('kind', '=', 'person'));
  db.run(build.deleteFrom('pins'));
  return allKeys(db).filter((key) => turnOff(db, key)).length;
};

const turnOff = (
  db: Db,
  { id, is_active, revoked_at }: Pick<AccountRow & TillKeyRow, 'id' | 'is_active' | 'revoked_at'>,
): boolean => {
  if (is_active === 0 || revoked_at !== null) return false;
  updateCredentials(db, id, { is_active: 0 });
  return true;
};

const updateCredentials = (db: Db, id: number, changes: Partial<Omit<Credentials, 'id'>>): void => {
  db.run(build.updateTable('accounts').set(changes).where('id', '=', id));
};
