import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { syncFolder } from '../../platform/data-folder.ts';
import { build, type Db } from '../db/connection.ts';
import type { SettingKey } from '../settings.ts';
import { type BankRequests, readRequests } from './bank-requests.ts';
import { copyBackup } from './check.ts';
import { BackupFault } from './fault.ts';
import { copyDurably, removeDatabase, syncFile } from './files.ts';
import { type Access, readAccess } from './withdrawn.ts';

// Replaces one database by another. At every step a crash leaves a kramar.db that starts: the old one until the rename,
// the new one from then on. Above all, a -wal of the old one must never lie beside the new one, because SQLite would
// apply it (https://sqlite.org/howtocorrupt.html#_mispairing_database_files_and_hot_journals_).

/** The readable facts about a database that is to be replaced. */
export interface Survey {
  isSound: boolean;
  /** Number of invoices. */
  invoices: number | undefined;
  /** The setting backup_folder. */
  backupFolder: string | undefined;
  /** The setting moved_away. */
  movedAway: string | undefined;
  counters: readonly Numbered[];
  /** Highest ids of tables whose ids are never reused. */
  sequences: readonly Numbered[];
  /** Undefined: it cannot be read reliably. */
  access: Access | undefined;
  requests: BankRequests;
}

/** The last number assigned. */
interface Numbered {
  name: string;
  value: number;
}

/**
 * Examines a copy of a database of any schema, sound or not.
 * @throws the file system's error when there is no room for the copy
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
  const setting = (key: SettingKey) =>
    rows<{ value: string }>(`select value from settings where key = '${key}'`)[0]?.value;
  const invoices = rows<{ count: number }>('select count(*) as count from invoices')[0]?.count;
  const checked = rows<{ quick_check: string }>('pragma quick_check(1)');
  // An empty file passes quick_check too, but it is kept unopened, with its log, which SQLite would drop.
  const isSound = checked[0]?.quick_check === 'ok' && invoices !== undefined;
  return {
    isSound,
    invoices,
    backupFolder: setting('backup_folder'),
    movedAway: setting('moved_away'),
    counters: rows('select name, value from counters'),
    sequences: rows('select name, seq as value from sqlite_sequence'),
    access: isSound ? readAccess(connection) : undefined,
    requests: readRequests(rows),
  };
};

const query = (text: ReturnType<typeof sql>) => ({ compile: () => text.compile(build) });

/** Raises the counters so that numbers of the old database are not reused: invoices, goods, ids, events. */
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
  // sqlite_sequence has no unique index, and no row for a table that never had any.
  const raised = db.run(query(sql`update sqlite_sequence set seq = max(seq, ${value}) where name = ${name}`));
  if (raised === 0)
    db.run(
      query(sql`insert into sqlite_sequence (name, seq) select name, ${value} from sqlite_master
        where type = 'table' and name = ${name} and sql like '%autoincrement%'`),
    );
};

/** The path at which a restored database is prepared; a start ignores it. */
export const restoringFile = (file: string): string => `${file}.restoring`;

const ASIDE = /^kramar-before-restore-.*(\.partial|\.db-wal|\.db-shm|\.db-journal)$/;

/** Removes the leftovers of an interrupted restore. */
export const removeRestoring = (file: string): void => {
  removeDatabase(restoringFile(file));
  const folder = dirname(file);
  for (const name of readdirSync(folder).filter((each) => ASIDE.test(each))) {
    // A -wal, -shm or -journal belongs to its damaged database, if that exists.
    const database = name.replace(/-(wal|shm|journal)$/, '');
    if (database === name || !existsSync(join(folder, database))) rmSync(join(folder, name));
  }
};

const LOGS = ['-wal', '-shm', '-journal'];

/**
 * Keeps the database under the name `aside` and puts the prepared one in its place, whole and durably. A sound one
 * becomes a single file; the files of a damaged one are kept unchanged.
 * @param isSound undefined if there is no database
 * @throws BackupFault IN_USE and errors of the file system or of SQLite; the database is unchanged then
 */
export const replaceDatabase = async (
  file: string,
  aside: string,
  isSound: boolean | undefined,
): Promise<void> => {
  syncFile(restoringFile(file));
  const hold = await keepAside(file, aside, isSound);
  try {
    // SQLite could not open the database, so its log is useless.
    if (!hold) for (const end of LOGS) rmSync(file + end, { force: true });
    // On other systems the lock is held beyond the rename; Windows cannot replace an open file.
    if (process.platform === 'win32') hold?.close();
    renameSync(restoringFile(file), file);
  } finally {
    hold?.close();
  }
  syncFolder(dirname(file));
};

/** Returns the handle that locks the old database; undefined if it could not be opened. */
const keepAside = async (
  file: string,
  aside: string,
  isSound: boolean | undefined,
): Promise<Database.Database | undefined> => {
  let hold: Database.Database | undefined;
  try {
    if (isSound !== true) copyUnchanged(file, aside);
    hold = isSound === undefined ? undefined : lockDatabase(file);
    if (isSound && hold) await backupOpen(hold, aside);
    else if (isSound) copyUnchanged(file, aside);
    return hold;
  } catch (error) {
    hold?.close();
    // The database stays in use, so no copy is needed.
    for (const path of [aside, `${aside}.partial`]) removeDatabase(path);
    throw error;
  }
};

/** Copies the logs first: the set is complete only with the database itself, which comes last. */
const copyUnchanged = (file: string, aside: string): void => {
  for (const end of LOGS) if (existsSync(file + end)) copyDurably(file + end, aside + end);
  if (existsSync(file)) {
    copyDurably(file, `${aside}.partial`);
    renameSync(`${aside}.partial`, aside);
  }
  syncFolder(dirname(aside));
};

const backupOpen = async (hold: Database.Database, aside: string): Promise<void> => {
  // Does not copy the file itself: closing any handle of it would drop the lock.
  await hold.backup(`${aside}.partial`, { progress: () => 0x7fffffff });
  chmodSync(`${aside}.partial`, 0o600);
  syncFile(`${aside}.partial`);
  renameSync(`${aside}.partial`, aside);
  syncFolder(dirname(aside));
};

/**
 * Checkpoints the log and locks the database until the handle is closed. Fails if another process has it open; one that
 * opens the old file after the rename is refused by SQLite, since the file was moved (SQLITE_READONLY_DBMOVED).
 * Undefined for a database too damaged to open.
 */
const lockDatabase = (file: string): Database.Database | undefined => {
  const connection = new Database(file, { fileMustExist: true });
  try {
    // Before the lock: otherwise a journal would lie beside the file, and then beside the new one, as long as the lock
    // is held.
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
