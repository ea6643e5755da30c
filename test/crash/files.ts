import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup } from '../../main/store/backup/check.ts';
import { type Backup, backupsIn, looksSound } from '../../main/store/backup/files.ts';
import { readDatabase } from './books.ts';
import type { Sale } from './sales.ts';

/** The files in the data folder beside the database. */

/**
 * The list calls no half backup sound; a backup holds every invoice that clients knew before it was made.
 * @param heardAt when a client learned of an invoice, by its id; milliseconds UTC
 */
export const backupDifferences = (dataDir: string, sales: readonly Sale[]): string[] => {
  const folder = join(dataDir, 'backups');
  if (!existsSync(folder)) return [];
  const scratch = mkdtempSync(join(dataDir, '..', 'scratch-'));
  try {
    return backupsIn(folder)
      .filter(looksSound)
      .flatMap((backup) => unsound(backup, sales, scratch));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

const unsound = (backup: Backup, sales: readonly Sale[], scratch: string): string[] => {
  try {
    checkBackup(backup.path, backup.manifest, scratch);
  } catch (error) {
    return [`The backup ${backup.path} counts as sound, and is not: ${(error as Error).message}`];
  }
  const ids = readDatabase(backup.path, (db) =>
    db.prepare('select id from invoices').pluck().all(),
  ) as number[];
  const has = new Set(ids);
  const early = sales.filter(({ heardAt }) => heardAt !== undefined && heardAt < backup.created_at);
  const missing = early.filter(({ answers }) => !has.has(answers[0]?.invoice.id ?? 0));
  return missing.map(
    ({ key }) =>
      `The backup ${backup.path} lacks an invoice that was answered before it was begun, key "${key}"`,
  );
};

export const countSoundBackups = (dataDir: string): number => {
  const folder = join(dataDir, 'backups');
  return existsSync(folder) ? backupsIn(folder).filter(looksSound).length : 0;
};

/** A fault of Kramar's own is an error in its log; the bank's are warnings. */
export const errorsInLog = (dataDir: string): string[] => {
  const folder = join(dataDir, 'logs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.txt'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => `The log has an error: ${line.slice(0, 600)}`);
};

/** Files that crashes left behind. */
export const leftovers = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => /\.tmp$|^\.kramar-probe|^restore-drill/.test(name));
