import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { syncFolder } from '../../platform/data-folder.ts';
import { build, type Db } from '../db/connection.ts';
import { copyBackup } from './check.ts';
import { BackupFault } from './fault.ts';
import { copyDurably, removeDatabase, syncFile } from './files.ts';

// How a database takes the place of another. At every step a crash leaves a kramar.db that starts: the old one until
// the rename, the new one from then on. Above all, a -wal of the old one must never lie beside the new one, for
// SQLite would write it into that (https://sqlite.org/howtocorrupt.html#_mispairing_database_files_and_hot_journals_).

/** What is left of a database that is to be replaced, as far as it can be read. */
export interface Survey {
  isSound: boolean;
  /** How many. */
  invoices: number | undefined;
  /** The setting backup_folder. */
  backupFolder: string | undefined;
  counters: readonly Numbered[];
  /** Of tables whose ids are never given twice. */
  sequences: readonly Numbered[];
}

/** The last number given out. */
interface Numbered {
  name: string;
  value: number;
}

/**
 * Looks into a database of whatever schema, sound or not, without touching it: at a copy.
 * @throws the file system's error when there is no room for that
 */
export const surveyDatabase = (file: string, scratch: string): Survey => {
  const copy = join(scratch, 'surveyed.db');
  copyBackup(file, copy);
  let connection: Database.Database | undefined;
  try {
    connection = new Database(copy);
    return survey(connection);
  } finally {
    connection?.close();
    removeDatabase(copy);
  }
};

const survey = (connection: Database.Database): Survey => {
  const rows = <Row>(query: string): Row[] => {
    try {
      return connection.prepare<[], Row>(query).all();
    } catch {
      return [];
    }
  };
  const invoices = rows<{ count: number }>('select count(*) as count from invoices')[0]?.count;
  const checked = rows<{ quick_check: string }>('pragma quick_check(1)');
  return {
    // An empty file passes the check as well: it is kept as it is, with a log that SQLite would drop.
    isSound: checked[0]?.quick_check === 'ok' && invoices !== undefined,
    invoices,
    backupFolder: rows<{ value: string }>("select value from settings where key = 'backup_folder'")[0]?.value,
    counters: rows('select name, value from counters'),
    sequences: rows('select name, seq as value from sqlite_sequence'),
  };
};

const query = (text: ReturnType<typeof sql>) => ({ compile: () => text.compile(build) });

/** Numbers given out by the old database are not given again by the new one: invoices, goods, ids, events. */
export const raiseNumbers = (
  db: Db,
  { counters, sequences }: Pick<Survey, 'counters' | 'sequences'>,
): void => {
  for (const { name, value } of counters)
    db.run(
      query(sql`insert into counters (name, value) values (${name}, ${value})
        on conflict (name) do update set value = max(value, excluded.value)`),
    );
  for (const { name, value } of sequences) raiseSequence(db, name, value);
};

const raiseSequence = (db: Db, name: string, value: number): void => {
  // It has no unique index, and no row for a table that never had any.
  const raised = db.run(query(sql`update sqlite_sequence set seq = max(seq, ${value}) where name = ${name}`));
  if (raised === 0)
    db.run(
      query(sql`insert into sqlite_sequence (name, seq) select name, ${value} from sqlite_master
        where type = 'table' and name = ${name} and sql like '%autoincrement%'`),
    );
};

/** Where a restored database is made ready; no start takes notice of it. */
export const restoringFile = (file: string): string => `${file}.restoring`;

const ASIDE = /^kramar-before-restore-.*(\.partial|\.db-wal|\.db-shm|\.db-journal)$/;

/** What a restore that was cut off left behind. */
export const removeRestoring = (file: string): void => {
  removeDatabase(restoringFile(file));
  const folder = dirname(file);
  for (const name of readdirSync(folder).filter((each) => ASIDE.test(each))) {
    // The logs of a damaged database belong to it, once that is there.
    const database = name.replace(/-(wal|shm|journal)$/, '');
    if (database === name || !existsSync(join(folder, database))) rmSync(join(folder, name));
  }
};

const LOGS = ['-wal', '-shm', '-journal'];

/**
 * Keeps the database aside under the name `aside` and puts the one that was made ready in its place, whole and
 * durably. A sound one becomes a single file by that; of a damaged one the files are kept as they are.
 * @param isSound undefined where there is none
 * @throws BackupFault IN_USE and what the file system or SQLite says; the database is as it was then
 */
export const replaceDatabase = async (
  file: string,
  aside: string,
  isSound: boolean | undefined,
): Promise<void> => {
  syncFile(restoringFile(file));
  const hold = await keepAside(file, aside, isSound);
  try {
    // What SQLite could not open has a log that nobody could use.
    if (!hold) for (const end of LOGS) rmSync(file + end, { force: true });
    // Elsewhere the lock is held beyond the rename; there a file that is open cannot be replaced, by us or by others.
    if (process.platform === 'win32') hold?.close();
    renameSync(restoringFile(file), file);
  } finally {
    hold?.close();
  }
  syncFolder(dirname(file));
};

/** Gives what keeps others off the old database; undefined where there is none that could be opened. */
const keepAside = async (
  file: string,
  aside: string,
  isSound: boolean | undefined,
): Promise<Database.Database | undefined> => {
  let hold: Database.Database | undefined;
  try {
    if (isSound !== true) keepAsItIs(file, aside);
    hold = isSound === undefined ? undefined : holdAlone(file);
    if (isSound && hold) await keepFolded(hold, aside);
    else if (isSound) keepAsItIs(file, aside);
    return hold;
  } catch (error) {
    hold?.close();
    // Of a database that stays in use nothing need be kept aside.
    for (const path of [aside, `${aside}.partial`]) removeDatabase(path);
    throw error;
  }
};

/** The logs first: with the database itself, the last, they are whole. */
const keepAsItIs = (file: string, aside: string): void => {
  for (const end of LOGS) if (existsSync(file + end)) copyDurably(file + end, aside + end);
  if (existsSync(file)) {
    copyDurably(file, `${aside}.partial`);
    renameSync(`${aside}.partial`, aside);
  }
  syncFolder(dirname(aside));
};

const keepFolded = async (hold: Database.Database, aside: string): Promise<void> => {
  // Not by copying the file: closing any handle of it would drop the lock.
  await hold.backup(`${aside}.partial`, { progress: () => 0x7fffffff });
  chmodSync(`${aside}.partial`, 0o600);
  syncFile(`${aside}.partial`);
  renameSync(`${aside}.partial`, aside);
  syncFolder(dirname(aside));
};

/**
 * Folds the log in and keeps everybody off, until closed. Whoever has the database open makes it fail; who comes in
 * by a handle of the old file after the rename is refused by SQLite, since that file was moved
 * (SQLITE_READONLY_DBMOVED). Undefined for what is too damaged to be opened.
 */
const holdAlone = (file: string): Database.Database | undefined => {
  const connection = new Database(file, { fileMustExist: true });
  try {
    // Not after the lock: a journal would stay beside the file for as long as that is held, the new one's file too.
    connection.pragma('journal_mode = delete');
    connection.pragma('locking_mode = exclusive');
    connection.exec('begin exclusive; commit');
    const mode = connection.pragma('journal_mode', { simple: true });
    if (mode !== 'delete')
      throw new BackupFault('IN_USE', `${basename(file)} was opened by another program at this moment`);
    return connection;
  } catch (error) {
    connection.close();
    if (/^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
};
