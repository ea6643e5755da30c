import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SCHEMA_VERSION } from '../migrations/index.ts';
import { isTooOld } from '../schema/make-schema.ts';
import type { SettingKey } from '../settings.ts';
import { type Db, openDatabase } from './connection.ts';
import { databaseFileState } from './database-file.ts';

/** The findings about a database that may be older, newer, damaged, absent or in use. */
export type Examined<Facts> =
  | { state: 'absent' }
  | { state: 'newer' | 'too_old'; version: number; known: number }
  | { state: 'damaged'; faults: string[] }
  | { state: 'unreadable'; why: string }
  | { state: 'sound'; version: number; known: number; facts: Facts };

/**
 * Examines a database without changing it or leaving a file beside it. A reader of a WAL database that is not open
 * elsewhere leaves -wal and -shm files behind (seen with SQLite 3.54), one that finds a crash's -wal may checkpoint it,
 * and an old schema would need a migration: so a copy is examined, in a folder for this user alone.
 */
export const examineDatabase = async <Facts>(
  file: string,
  read: (db: Db) => Facts,
): Promise<Examined<Facts>> => {
  if (!existsSync(file)) return { state: 'absent' };
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'kramar-check-'));
    const copy = join(folder, 'copy.db');
    await copyDatabase(file, copy);
    return examineCopy(copy, read);
  } catch (error) {
    return failure(error);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
};

const examineCopy = <Facts>(copy: string, read: (db: Db) => Facts): Examined<Facts> => {
  const { version, faults } = quickCheck(copy);
  const known = SCHEMA_VERSION;
  if (faults.length > 0) return { state: 'damaged', faults };
  if (version > known) return { state: 'newer', version, known };
  if (isTooOld(version)) return { state: 'too_old', version, known };
  const db = openDatabase(copy, { backup: false });
  try {
    return { state: 'sound', version, known, facts: read(db) };
  } finally {
    db.close();
  }
};

const quickCheck = (copy: string) => {
  const connection = new Database(copy);
  try {
    const version = connection.pragma('user_version', { simple: true }) as number;
    const rows = connection.pragma('quick_check(5)') as { quick_check: string }[];
    return { version, faults: rows.map((row) => row.quick_check).filter((fault) => fault !== 'ok') };
  } finally {
    connection.close();
  }
};

/**
 * While a program has the database open (its -shm exists), SQLite copies it, as of one moment. After a crash it renews
 * the -shm, which is an index of the -wal and holds no data.
 */
const copyDatabase = async (file: string, copy: string): Promise<void> => {
  const log = `${file}-wal`;
  if (existsSync(log) && existsSync(`${file}-shm`)) {
    const source = new Database(file, { readonly: true, fileMustExist: true });
    // In one step, because a copy in several restarts whenever the service writes.
    await source.backup(copy, { progress: () => 0x7fffffff }).finally(() => source.close());
    return;
  }
  // A reflink is cheap on file systems that share blocks.
  copyFileSync(file, copy, constants.COPYFILE_FICLONE);
  if (existsSync(log)) copyFileSync(log, `${copy}-wal`, constants.COPYFILE_FICLONE);
};

/** Reads a setting of a database of any schema, without a migration; undefined if it has none, or cannot be read. */
export const peekSetting = (file: string, key: SettingKey): string | undefined => {
  let connection: Database.Database | undefined;
  try {
    // SQLite drops the log of an empty file that it opens: of a lost database it is all that is left.
    if (databaseFileState(file) !== 'present') return undefined;
    // Read-only, so that the log of a crash stays for a restore; without a log a reader would create one.
    const readonly = existsSync(`${file}-wal`);
    connection = new Database(file, { readonly, fileMustExist: true });
    return connection.prepare<[string], string>('select value from settings where key = ?').pluck().get(key);
  } catch {
    return undefined;
  } finally {
    connection?.close();
  }
};

const failure = (
  error: unknown,
): { state: 'damaged'; faults: string[] } | { state: 'unreadable'; why: string } => {
  const { code, message } = error as NodeJS.ErrnoException;
  return /^SQLITE_(CORRUPT|NOTADB)|^DATABASE_CORRUPT$/.test(code ?? '')
    ? { state: 'damaged', faults: [message] }
    : { state: 'unreadable', why: message };
};
