import type Database from 'better-sqlite3';
import { sql } from 'kysely';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { BOUNDS } from '../../../shared/rights.ts';
import { type AccountRow, allEmployees, findAccount } from '../accounts.ts';
import { build, type Db } from '../db/connection.ts';
import { deletePin, type PinRow, storePin } from '../pins.ts';
import type { RefundLimits, RefundLimitsRow } from '../refund-limits.ts';
import { getSetting } from '../settings.ts';
import { findTerminal } from '../terminals.ts';
import { allKeys, type TillKeyRow, updateKey } from '../till-keys.ts';

// A backup holds keys, passwords, people and their rights as they were. What was withdrawn since then, in the database that it
// replaces, must not come back with it.

/** As much of it as the version of the replaced database had. */
type FormerAccount = Pick<AccountRow, 'id' | 'is_active' | 'password_hash' | 'password_changed_at'> &
  Partial<AccountRow>;

/** Who could sign in to the database that is replaced, by what, and what they might do. */
export interface Access {
  /** Ids of another installation mean other accounts. */
  installation: string;
  accounts: readonly FormerAccount[];
  keys: readonly TillKeyRow[];
  pins: readonly PinRow[];
  limits: readonly RefundLimitsRow[];
}

/** Reads them of a sound database of any schema; a table that its version did not have is empty. */
export const readAccess = (connection: Database.Database): Access => {
  const all = <Row>(table: 'accounts' | 'till_keys' | 'pins' | 'refund_limits'): Row[] => {
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
    limits: all('refund_limits'),
  };
};

/**
 * Keeps what was withdrawn: deactivated people, changed passwords and PINs, revoked and rotated keys, and rights: what
 * one of the two does not allow is not allowed. A person or a key that the replaced database does not know is turned
 * off: either may have been withdrawn before an earlier restore.
 * @returns how many keys were turned off; undefined: it is the database of another installation, and nothing was done
 */
export const keepWithdrawn = (
  db: Db,
  { installation, accounts, keys, pins, limits }: Access,
): number | undefined => {
  if (installation === '' || installation !== getSetting(db, 'installation_id')) return undefined;
  for (const current of accounts) {
    const restored = findAccount(db, current.id);
    if (!restored) continue;
    updateAccountRow(db, current.id, accountAfter(db, current, restored));
    deletePin(db, current.id);
  }
  const knownAccounts = new Set(accounts.map(({ id }) => id));
  for (const { id } of allEmployees(db))
    if (!knownAccounts.has(id)) updateAccountRow(db, id, { is_active: 0 });
  for (const row of limits) if (findAccount(db, row.account_id)) db.run(lowered(row));
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

/** The current password, and the rights that both rows allow. */
const accountAfter = (db: Db, current: FormerAccount, restored: AccountRow): Partial<AccountRow> => {
  const { password_hash, password_changed_at } = current;
  const is_active = current.is_active === 1 ? restored.is_active : 0;
  const rights: Partial<AccountRow> = { password_hash, password_changed_at, is_active };
  for (const permission of PERMISSIONS) if (current[permission] === 0) rights[permission] = 0;
  for (const bound of BOUNDS) if (current[bound] === 1) rights[bound] = 1;
  const terminal_id = current.terminal_id ?? restored.terminal_id;
  // Bound to a terminal that the backup does not have, it can do nothing.
  if (terminal_id !== null && !findTerminal(db, terminal_id)) return { ...rights, is_active: 0 };
  return { ...rights, terminal_id };
};

/** Null is no limit. */
const lower = (limit: keyof RefundLimits) => {
  const [restored, current] = [sql.ref(limit), sql.ref(`excluded.${limit}`)];
  return sql<number>`min(coalesce(${restored}, ${current}), coalesce(${current}, ${restored}))`;
};
const lowered = (row: RefundLimitsRow) =>
  build
    .insertInto('refund_limits')
    .values(row)
    .onConflict((known) => known.doUpdateSet({ largest: lower('largest'), per_day: lower('per_day') }));

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
  updateAccountRow(db, id, { is_active: 0 });
  return true;
};

const updateAccountRow = (db: Db, id: number, changes: Partial<Omit<AccountRow, 'id'>>): void => {
  db.run(build.updateTable('accounts').set(changes).where('id', '=', id));
};
