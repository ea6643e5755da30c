import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { backupsIn, looksSound } from '../../main/store/backup/files.ts';
import { BASE_VERSION, SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { makeSchema } from '../../main/store/schema/make-schema.ts';
import { entryOf } from '../helpers/program.ts';
import { runService } from '../helpers/service.ts';
import { faultsOf, readDatabase } from './books.ts';
import { COLUMNS, type Contents, columnsOf, compareContents, contentsOf, rowsOf } from './contents.ts';
import { backupDifferences, countSoundBackups } from './files.ts';
import { beginLife, type Death, type LifeOptions, reachedIn, watched } from './life.ts';
import { type Aim, ANY_TIME, type Occasion, pointNamed } from './points.ts';
import type { CrashShop } from './shop.ts';

/** What is killed on a copy of the shop, beside its service: the first start of an update, the very first start, a restore. */

/** Nothing answers there: the copy must not call the bank in the shop's name. */
const NO_BANK = 'http://127.0.0.1:9';

interface Interrupted {
  death: Death;
  differences: string[];
}

/** A copy, on which the interruption is tried. */
interface Copy {
  options: LifeOptions;
  database: string;
}

export type Interruption = (shop: CrashShop, aim: Aim) => Promise<Interrupted>;

/** In a new folder, which is kept for inspection when something differs. */
const onCopy =
  (interrupt: (shop: CrashShop, copy: Copy, aim: Aim) => Promise<Interrupted>): Interruption =>
  async (shop, aim) => {
    const folder = join(shop.folder, 'copy');
    rmSync(folder, { recursive: true, force: true });
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { recursive: true });
    const options = { folder, dataDir, bankUrl: NO_BANK, port: 0, ahead: 0, broken: shop.broken };
    const interrupted = await interrupt(shop, { options, database: join(dataDir, 'kramar.db') }, aim);
    if (interrupted.differences.length === 0) rmSync(folder, { recursive: true, force: true });
    return interrupted;
  };

/** As the crash has left them; with the database its log, which the last process that closes it would checkpoint. */
const copyFiles = (shop: CrashShop, names: readonly string[], to: string): void => {
  for (const name of names)
    if (existsSync(join(shop.dataDir, name))) copyFileSync(join(shop.dataDir, name), join(to, name));
};

const startOn = async (options: LifeOptions): Promise<string[]> => {
  const life = beginLife(options);
  const isServing = (await life.ready()) !== undefined;
  const { stderr } = await life.kill();
  return isServing ? [] : [`The service did not start: ${stderr}`];
};

/** Kills a first start at a point, and starts again. */
const killAndStart = async ({ options, database }: Copy, aim: Aim): Promise<Interrupted> => {
  const first = beginLife({ ...options, aim });
  // A point that it passes by: it is killed then.
  if ((await first.ready()) !== undefined) await first.kill();
  const death = await first.ended;
  const differences = await startOn(options);
  if (differences.length > 0) return { death, differences };
  const schema = readDatabase(database, (db) => db.pragma('user_version', { simple: true }));
  if (schema !== SCHEMA_VERSION) differences.push(`The schema is ${schema}.`);
  differences.push(...readDatabase(database, faultsOf), ...backupDifferences(options.dataDir, []));
  return { death, differences };
};

/** The update of an older shop: a copy of the database is put back to the oldest known schema. */
const interruptUpdate = onCopy(async (shop, copy, aim) => {
  const { folder, dataDir } = copy.options;
  copyFiles(shop, ['kramar.db', 'kramar.db-wal'], folder);
  copyFiles(shop, ['master.key'], dataDir);
  makeOldDatabase(join(folder, 'kramar.db'), copy.database);
  const before = contentsOf(copy.database);
  const { death, differences } = await killAndStart(copy, aim);
  differences.push(...compareContents(before, contentsOf(copy.database)));
  // One is of the database as it was; a start that was cut off after it leaves a second at most.
  if (SCHEMA_VERSION > BASE_VERSION && countSoundBackups(dataDir) === 0)
    differences.push('There is no sound backup from before the update.');
  return { death, differences };
});

const interruptFirstStart = onCopy(async (_shop, copy, aim) => {
  const { death, differences } = await killAndStart(copy, aim);
  const key = join(copy.options.dataDir, 'master.key');
  if (!existsSync(key) || Buffer.from(readFileSync(key, 'latin1'), 'base64').length !== 32)
    differences.push(`There is no master key at ${key}.`);
  return { death, differences };
});

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

/**
 * A backup put in the place of a database that a crash has left, by the owner's console: the shop then has the one or
 * the other, whole, and nothing of the old one is lost.
 */
const interruptRestore = onCopy(async (shop, { options, database }, aim) => {
  const { dataDir } = options;
  copyFiles(shop, ['kramar.db', 'kramar.db-wal', 'master.key'], dataDir);
  cpSync(join(shop.dataDir, 'backups'), join(dataDir, 'backups'), { recursive: true });
  const backup = shop.random.pick(backupsIn(join(dataDir, 'backups')).filter(looksSound));
  const [old, wanted] = [contentsOf(shop.databaseFile), contentsOf(backup.path)];

  const death = await restore({ ...options, aim }, backup.name);
  const differences = await startOn(options);
  const now = contentsOf(database);
  const isOld = compareContents(old, now).length === 0;
  const isRestored = compareRestored(wanted, old, now).length === 0;
  if (!isOld && !isRestored)
    differences.push(
      'The database is neither the old one …',
      ...compareContents(old, now),
      '… nor the backup.',
      ...compareRestored(wanted, old, now),
    );
  if (!isOld) differences.push(...lackIn(dataDir, old));

  // Given once more, it comes to its end.
  const again = await restore(options, backup.name);
  if (again.code !== 0) differences.push(`The restore could not be repeated: ${again.stderr}`);
  differences.push(...compareRestored(wanted, old, contentsOf(database)));
  differences.push(...(await startOn(options)), ...lackIn(dataDir, old), ...backupDifferences(dataDir, []));
  return { death, differences };
});

/** Where a restore keeps what the old database had beside the rows of the backup: what was asked of the bank since. */
const KEPT = ['attempts', 'idempotency_keys', 'keys of open attempts'];

const compareRestored = (wanted: Contents, old: Contents, now: Contents): string[] => {
  const own = new Map(
    [...now].map(([table, rows]) => {
      const isKept = KEPT.includes(table);
      return [table, rows.filter((row) => !isKept || wanted.get(table)?.includes(row))] as const;
    }),
  );
  const known = new Set([...(wanted.get('idempotency_keys') ?? []), ...(old.get('idempotency_keys') ?? [])]);
  const invented = (now.get('idempotency_keys') ?? []).filter((row) => !known.has(row));
  return [...compareContents(wanted, own), ...invented.map((row) => `A key of neither database: ${row}`)];
};

/** `npm run admin -- backup restore NAME` */
const restore = async (options: LifeOptions, name: string): Promise<Death> => {
  const words = ['--data-dir', options.dataDir, '--keychain', 'file', 'backup', 'restore', name];
  const { child, exited } = runService(words, { ...watched(options), entry: entryOf('cli') });
  const { code, stderr } = await exited;
  return { reached: reachedIn(options.folder), signal: child.signalCode, code, stderr };
};

/** The former files are kept as a whole. */
const lackIn = (dataDir: string, old: Contents): string[] => {
  const aside = readdirSync(dataDir).filter((name) => /^kramar-before-restore-.*\.db$/.test(name));
  const isKept = aside.some((name) => compareContents(old, contentsOf(join(dataDir, name))).length === 0);
  return isKept ? [] : [`What was there before the restore is in none of: ${aside.join(', ') || 'no file'}`];
};

export const INTERRUPTIONS: Partial<Record<Occasion, Interruption>> = {
  update: interruptUpdate,
  restore: interruptRestore,
  'first start': interruptFirstStart,
};

/** On a copy the start that comes after it is killed as well. */
export const killsAt = (point: string): number =>
  point !== ANY_TIME && INTERRUPTIONS[pointNamed(point).when] ? 2 : 1;
