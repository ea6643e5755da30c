import { existsSync, mkdirSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { readConfig } from '../../main/platform/config.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { createLog } from '../../main/platform/log.ts';
import { verifyPassword } from '../../main/shop/accounts/passwords.ts';
import { createApp } from '../../main/start/app.ts';
import { type AccountRow, findAccountByUsername } from '../../main/store/accounts.ts';
import { type Db, openDatabase } from '../../main/store/db/connection.ts';
import type { Permission } from '../../shared/permissions.ts';
import { Client } from '../helpers/client.ts';
import { addPerson } from '../helpers/people.ts';
import { addTerminal, type Console, openConsole, PASSWORD, startBank } from './console.ts';

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

/** A shop as `owner create` leaves it, without the cost of hashing a password. */
export const giveOwner = ({ dataDir }: Console): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const owner = { role: 'owner', username: 'olena', password: PASSWORD } as const;
  inDatabase(dataDir, (db) => addPerson(db, Date.now(), owner));
};

/** A console on a shop that has an owner. */
export const openOwned = (options?: Parameters<typeof openConsole>[0]): Console => {
  const shop = openConsole(options);
  giveOwner(shop);
  return shop;
};

/** The same with a terminal of the practice bank's first merchant. */
export const openWithTerminal = async (name?: string) => {
  const bank = await startBank();
  const shop = openOwned({ bankUrl: bank.url });
  expect((await addTerminal(shop, bank.merchants[0]?.token ?? '', name)).json).toMatchObject({ ok: true });
  return { bank, shop };
};

/** The service on the folder of a console, in this process, until it is stopped or the test is over. */
export const serve = async ({ dataDir }: Console, bankUrl: string) => {
  const config = readConfig({ dataDir, port: '0', bankUrl, keychain: 'file' }, {});
  const never = () => ({ nextRun: () => null, stop: () => undefined });
  const app = createApp(config, { log: createLog({ level: 'error' }), schedule: never });
  const { baseUrl } = await app.start();
  onTestFinished(() => app.stop());
  const client = new Client(baseUrl);
  const signIn = (username = 'olena', password = PASSWORD) =>
    client.post<{ access: string }>('auth/token/', { username, password });
  return { client, signIn, stop: () => app.stop() };
};

/** Beside the owner, or in a shop that has no owner yet. */
export const giveEmployee = (
  { dataDir }: Console,
  username: string,
  permissions: readonly Permission[] = [],
): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const employee = { role: 'employee', username, password: PASSWORD } as const;
  inDatabase(dataDir, (db) => addPerson(db, Date.now(), employee, permissions));
};
