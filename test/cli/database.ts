import { existsSync } from 'node:fs';
import { verifyPassword } from '../../main/domain/accounts/passwords.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { type AccountRow, findAccountByUsername } from '../../main/store/accounts.ts';
import { type Db, openDatabase } from '../../main/store/db/connection.ts';

export interface Account extends AccountRow {
  hasPassword(password: string): Promise<boolean>;
}

/** Reads or prepares a shop's database beside the console. */
export const inDatabase = <Result>(dataDir: string, work: (db: Db) => Result): Result => {
  const db = openDatabase(databaseFile(dataDir));
  try {
    return work(db);
  } finally {
    db.close();
  }
};

export const accountOf = (dataDir: string, username: string): Account | undefined => {
  if (!existsSync(databaseFile(dataDir))) return undefined;
  const row = inDatabase(dataDir, (db) => findAccountByUsername(db, username));
  return row && { ...row, hasPassword: (password) => verifyPassword(password, row.password_hash) };
};
