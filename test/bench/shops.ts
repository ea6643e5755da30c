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
import { SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { makeShop, PASSWORD } from './make-shop.ts';

/**
 * Shops are made once: a million invoices take minutes. Named after their schema and number; delete the folder to
 * start again.
 */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/bench/', import.meta.url));

/** A copy that shares its blocks with the original where the disk can do that. */
export const copyOf = (from: string, to: string): void => copyFileSync(from, to, constants.COPYFILE_FICLONE);

/** The shop's database with so many invoices; it is made when the cache has none. */
export const shopOf = (invoices: number): string => {
  const schema = createHash('sha256').update(readFileSync(SCHEMA, 'utf8')).digest('hex').slice(0, 8);
  const file = join(CACHE, `shop-${SCHEMA_VERSION}-${schema}-${invoices}.db`);
  if (existsSync(file)) return file;
  mkdirSync(CACHE, { recursive: true });
  const part = `${file}.part`;
  for (const rest of [part, `${part}-wal`, `${part}-shm`]) rmSync(rest, { force: true });
  makeShop(part, invoices);
  renameSync(part, file);
  return file;
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
