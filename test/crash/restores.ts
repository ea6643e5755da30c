import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backupsIn, looksSound } from '../../main/store/backup/files.ts';
import { entryOf } from '../helpers/program.ts';
import { type Contents, compareContents, contentsOf } from './contents.ts';
import { backupDifferences } from './files.ts';
import { beginLife, type Death, type LifeOptions, reachedIn, watched } from './life.ts';
import type { Aim } from './points.ts';
import type { CrashShop } from './shop.ts';
import { type Interrupted, NO_BANK } from './updates.ts';

/**
 * A backup put in the place of a database that a crash has left, by the owner's console, killed on the way: the shop
 * then has the one or the other, whole, and nothing of the old one is lost.
 */

export const interruptRestore = async (shop: CrashShop, aim: Aim): Promise<Interrupted> => {
  const folder = join(shop.folder, 'restore');
  const dataDir = join(folder, 'data');
  copyShop(shop, folder, dataDir);
  const backup = shop.random.pick(backupsIn(join(dataDir, 'backups')).filter(looksSound));
  const [old, wanted] = [contentsOf(shop.databaseFile), contentsOf(backup.path)];
  const options = { folder, dataDir, bankUrl: NO_BANK, port: 0, ahead: 0, broken: shop.broken };

  const death = await restore({ ...options, aim }, backup.name);
  const differences = await startOn(options);
  const now = contentsOf(join(dataDir, 'kramar.db'));
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
  differences.push(...compareRestored(wanted, old, contentsOf(join(dataDir, 'kramar.db'))));
  differences.push(...(await startOn(options)), ...lackIn(dataDir, old), ...backupDifferences(dataDir, []));
  if (differences.length === 0) rmSync(folder, { recursive: true, force: true });
  return { death, differences };
};

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

/** As the crash has left it, with its log. */
const copyShop = (shop: CrashShop, folder: string, dataDir: string): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  for (const name of ['kramar.db', 'kramar.db-wal', 'master.key'])
    if (existsSync(join(shop.dataDir, name))) copyFileSync(join(shop.dataDir, name), join(dataDir, name));
  cpSync(join(shop.dataDir, 'backups'), join(dataDir, 'backups'), { recursive: true });
};

/** `npm run admin -- backup restore NAME` */
const restore = async (options: LifeOptions, name: string): Promise<Death> => {
  const words = ['--data-dir', options.dataDir, '--keychain', 'file', 'backup', 'restore', name];
  const { preload, env } = watched(options);
  const child = spawn(process.execPath, ['--import', preload, entryOf('cli'), ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { reached: reachedIn(options.folder), signal, code, stderr };
};

const startOn = async (options: LifeOptions): Promise<string[]> => {
  const life = beginLife(options);
  const isServing = (await life.ready()) !== undefined;
  const { stderr } = await life.kill();
  return isServing ? [] : [`The service did not start: ${stderr}`];
};

/** The former files are kept as a whole. */
const lackIn = (dataDir: string, old: Contents): string[] => {
  const aside = readdirSync(dataDir).filter((name) => /^kramar-before-restore-.*\.db$/.test(name));
  const isKept = aside.some((name) => compareContents(old, contentsOf(join(dataDir, name))).length === 0);
  return isKept ? [] : [`What was there before the restore is in none of: ${aside.join(', ') || 'no file'}`];
};
