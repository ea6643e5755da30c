import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { databaseFile, masterKeyFile, prepareDataFolder } from '../../main/platform/data-folder.ts';
import { keyFile } from '../../main/platform/keychain.ts';
import { createLog } from '../../main/platform/log.ts';
import { SCHEMA } from '../../main/platform/places-on-disk.ts';
import { openVault } from '../../main/platform/vault.ts';
import { hashPassword } from '../../main/shop/accounts/passwords.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { FLOOR_SCHEMA } from './floor-schema.ts';
import { columnsOf, makeShop, PASSWORD } from './make-shop.ts';
import { PLAIN_SCHEMA } from './plain-schema.ts';

/**
 * Shops are made once: a million invoices take minutes. Named after their schema and number; delete the folder to
 * start again.
 */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/bench/', import.meta.url));

export interface Shops {
  plain: string;
  /** The same rows in the service's own schema. */
  service: string;
  floor: string;
}

const mark = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A copy that shares its blocks with the original where the disk can do that. */
export const copyOf = (from: string, to: string): void => copyFileSync(from, to, constants.COPYFILE_FICLONE);

/** Returns a file of the cache; `make` creates it when it is missing. */
const cached = (name: string, make: (file: string) => void): string => {
  const file = join(CACHE, name);
  if (existsSync(file)) return file;
  mkdirSync(CACHE, { recursive: true });
  const part = `${file}.part`;
  for (const rest of [part, `${part}-wal`, `${part}-shm`]) rmSync(rest, { force: true });
  make(part);
  renameSync(part, file);
  return file;
};

/** The triggers keep sums and search index meanwhile, as they do in a shop; the index is merged at the end. */
const makeService = (plain: string, file: string): void => {
  openDatabase(file).close();
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  db.prepare('attach ? as plain').run(plain);
  const tables = db
    .prepare<[], string>(
      "select name from plain.sqlite_schema where type = 'table' and name not like 'sqlite_%' order by rowid",
    )
    .pluck()
    .all();
  db.transaction(() => {
    for (const table of tables) {
      const own = columnsOf(db, table);
      const columns = (db.pragma(`plain.table_info(${table})`) as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => own.includes(name))
        .join(', ');
      db.exec(`insert into main.${table} (${columns}) select ${columns} from plain.${table}`);
    }
  })();
  db.exec("detach plain; insert into invoices_text (invoices_text) values ('optimize')");
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
};

const makeFloor = (plain: string, file: string): void => {
  copyOf(plain, file);
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.exec(FLOOR_SCHEMA);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
};

export const shopsOf = (invoices: number): Shops => {
  const plain = cached(`plain-${mark(PLAIN_SCHEMA)}-${invoices}.db`, (file) => makeShop(file, invoices));
  const floor = cached(`floor-${mark(FLOOR_SCHEMA)}-${invoices}.db`, (file) => makeFloor(plain, file));
  const name = `shop-${SCHEMA_VERSION}-${mark(readFileSync(SCHEMA, 'utf8'))}-${invoices}.db`;
  return { plain, service: cached(name, (file) => makeService(plain, file)), floor };
};

export const sizeOf = (file: string): number => statSync(file).size;

const TOKENS = [1, 2].map((terminal) => ({ terminal, token: `token-${terminal}` }));
const DAY_MS = 86_400_000;

/** An owner whose password costs as much as a real one: hashing is cheap in the shop's own accounts. */
const setPassword = async (db: Database.Database): Promise<void> => {
  db.prepare("update accounts set password_hash = ? where role = 'owner'").run(await hashPassword(PASSWORD));
};

/** The jobs' catching up in a shop that was off for months is part of no figure. */
const quietJobs = (db: Database.Database, now: number): void => {
  db.prepare(
    'update terminals set statement_synced_at = @now, statement_completed_at = @now, registers_synced_at = @now',
  ).run({ now });
  const run = db.prepare(
    `insert into job_runs (job, cause, status, found, changed, error, started_at, finished_at)
     values (?, 'schedule', 'done', 0, 0, '', ?, ?)`,
  );
  for (const job of ['prune', 'drill-backup']) run.run(job, now, now);
  for (const { terminal } of TOKENS)
    db.prepare(
      'insert into fiscal_terminals (terminal_id, fiscalises_since, asked_in_vain, next_ask_at) values (?, null, 0, ?)',
    ).run(terminal, now + DAY_MS);
};

/** The opposite: everything that a shop which was off for two days makes up for at its start. */
export const makeJobsDue = (dir: string): void => {
  const db = new Database(databaseFile(dir));
  db.exec('delete from job_runs');
  db.prepare('update terminals set statement_synced_at = @before, registers_synced_at = @before').run({
    before: Date.now() - 2 * DAY_MS,
  });
  db.close();
};

/** A data folder with the shop in it, its terminals' tokens sealed under a key of its own. */
export const makeDataFolder = async (dir: string, shop: string): Promise<void> => {
  prepareDataFolder(dir);
  copyOf(shop, databaseFile(dir));
  const vault = await openVault(keyFile(masterKeyFile(dir)), createLog({ level: 'error' }));
  const db = new Database(databaseFile(dir));
  const seal = db.prepare('update terminals set sealed_token = ? where id = ?');
  for (const { terminal, token } of TOKENS) seal.run(vault.sealToken(terminal, token), terminal);
  quietJobs(db, Date.now());
  await setPassword(db);
  db.close();
};

/** Of a run, on the disk that the cache is on. */
export const scratchFolder = (): { path: string; remove(): void } => {
  const path = join(CACHE, `run-${process.pid}`);
  const remove = () => rmSync(path, { recursive: true, force: true });
  remove();
  mkdirSync(path, { recursive: true });
  return { path, remove };
};
