import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { BASE_VERSION, SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { makeSchema } from '../../main/store/schema/make-schema.ts';
import { faultsOf, readDatabase } from './books.ts';
import { COLUMNS, columnsOf, compareContents, contentsOf, rowsOf } from './contents.ts';
import { backupDifferences, countSoundBackups } from './files.ts';
import { beginLife, type Death } from './life.ts';
import type { Aim } from './points.ts';
import type { CrashShop } from './shop.ts';

/**
 * The update of an older shop, killed on the way: a copy of the shop's database is put back to the oldest known schema, and
 * the service is started on it. And the very first start, on an empty folder.
 */

/** Nothing answers there: the copy must not call the bank in the shop's name. */
export const NO_BANK = 'http://127.0.0.1:9';

export interface Interrupted {
  death: Death;
  differences: string[];
}

/** Kills the first start of an update at a point, starts again, and compares with the former content. */
export const interruptUpdate = async (shop: CrashShop, aim: Aim): Promise<Interrupted> => {
  const { folder, dataDir } = prepare(shop);
  // A copy of it, with its log: the last process that closes a database checkpoints the log, and that is for the next
  // start.
  const copy = join(folder, 'shop.db');
  for (const end of ['', '-wal'])
    if (existsSync(shop.databaseFile + end)) copyFileSync(shop.databaseFile + end, copy + end);
  makeOldDatabase(copy, join(dataDir, 'kramar.db'));
  copyFileSync(join(shop.dataDir, 'master.key'), join(dataDir, 'master.key'));
  const before = contentsOf(join(dataDir, 'kramar.db'));
  const started = await killAndStart(shop, folder, dataDir, aim);
  const differences = [
    ...started.differences,
    ...compareContents(before, contentsOf(join(dataDir, 'kramar.db'))),
  ];
  // One is of the database as it was; a start that was cut off after it leaves a second at most.
  if (SCHEMA_VERSION > BASE_VERSION && countSoundBackups(dataDir) === 0)
    differences.push('There is no sound backup from before the update.');
  return finish(folder, { ...started, differences });
};

/** Kills the very first start at a point, and starts again. */
export const interruptFirstStart = async (shop: CrashShop, aim: Aim): Promise<Interrupted> => {
  const { folder, dataDir } = prepare(shop);
  const started = await killAndStart(shop, folder, dataDir, aim);
  const key = join(dataDir, 'master.key');
  const { differences } = started;
  if (!existsSync(key) || Buffer.from(readFileSync(key, 'latin1'), 'base64').length !== 32)
    differences.push(`There is no master key in ${dataDir}.`);
  return finish(folder, started);
};

const prepare = (shop: CrashShop) => {
  const folder = join(shop.folder, 'copy');
  rmSync(folder, { recursive: true, force: true });
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  return { folder, dataDir };
};

const killAndStart = async (
  shop: CrashShop,
  folder: string,
  dataDir: string,
  aim: Aim,
): Promise<Interrupted> => {
  const options = { folder, dataDir, bankUrl: NO_BANK, port: 0, ahead: 0, broken: shop.broken };
  const first = beginLife({ ...options, aim });
  // A point that it passes by: it is killed then.
  if ((await first.ready()) !== undefined) await first.kill();
  const death = await first.ended;
  const second = beginLife(options);
  const isServing = (await second.ready()) !== undefined;
  const { stderr } = await second.kill();
  const differences = isServing ? [] : [`The service did not start again: ${stderr}`];
  if (isServing) {
    const file = join(dataDir, 'kramar.db');
    const schema = readDatabase(file, (db) => db.pragma('user_version', { simple: true }));
    if (schema !== SCHEMA_VERSION) differences.push(`The schema is ${schema}.`);
    differences.push(...readDatabase(file, faultsOf), ...backupDifferences(dataDir, []));
  }
  return { death, differences };
};

/** The differing files are kept for inspection. */
const finish = (folder: string, interrupted: Interrupted): Interrupted => {
  if (interrupted.differences.length === 0) rmSync(folder, { recursive: true, force: true });
  return interrupted;
};

/** The same rows under the oldest known schema. */
const makeOldDatabase = (from: string, to: string): void => {
  const db = new Database(to);
  db.pragma('journal_mode = WAL');
  makeSchema(db, BASE_VERSION);
  db.prepare('attach ? as shop').run(from);
  db.pragma('foreign_keys = off');
  for (const [table, columns] of [...COLUMNS, ['counters', columnsOf(db, 'counters')] as const])
    db.exec(
      `insert or replace into main.${table} (${columns}) select ${columns} from ${rowsOf(table, 'shop.')}`,
    );
  db.exec(`update main.attempts set idempotency_key = key, fingerprint = used.fingerprint
    from shop.idempotency_keys as used where used.attempt_id = attempts.id`);
  db.pragma(`user_version = ${BASE_VERSION}`);
  db.exec('detach shop');
  db.close();
};
