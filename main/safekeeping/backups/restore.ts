import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, prepareDataFolder } from '../../platform/data-folder.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { recordEvent } from '../../shop/events.ts';
import { keepRequests } from '../../store/backup/bank-requests.ts';
import { type Checked, copyBackup } from '../../store/backup/check.ts';
import { type Backup, removeDatabase, stamp } from '../../store/backup/files.ts';
import {
  raiseNumbers,
  removeRestoring,
  replaceDatabase,
  restoringFile,
  type Survey,
  surveyDatabase,
} from '../../store/backup/restore.ts';
import { checkTime, inThread } from '../../store/backup/thread.ts';
import { distrustAccess, keepWithdrawn } from '../../store/backup/withdrawn.ts';
import { type Db, openDatabase } from '../../store/db/connection.ts';
import { hasLog } from '../../store/db/database-file.ts';
import { clearSetting, setSetting } from '../../store/settings.ts';
import { backupFolderOf, knownBackupFolder, lockAgainstService } from './folder.ts';
import { findBackup, listBackups, removeScratches, unusableBackup, withScratch } from './list.ts';
import { findLostDatabase, lostName } from './lost-database.ts';

export interface Restored extends Checked {
  backup: Backup;
  /** The replaced database; undefined: there was none. */
  previous: Previous | undefined;
  /** Path of the log that a lost database left behind; undefined if there was none. */
  keptLog: string | undefined;
  access: RestoredAccess;
}

/** The effect of a restore on keys, passwords, PINs and people. */
interface RestoredAccess {
  /**
   * `kept`: what was withdrawn in the replaced database stays so. `unknown`: that could not be read. `as_then`: no
   * database of this shop was replaced.
   */
  state: 'kept' | 'unknown' | 'as_then';
  /** How many keys of tills are off until the owner turns them on. */
  keysOff: number;
}

interface Previous {
  /** Its new path. */
  path: string;
  isSound: boolean;
  /** Number of invoices; undefined if it is too damaged to read. */
  invoices: number | undefined;
}

/** What a restore does beside putting the database in place. */
export interface RestoreExtra {
  /** What the owner calls the backup. */
  name: string;
  /**
   * Gets the database before it is in place; what it returns runs in the transaction that says where it comes from.
   * @throws OwnerError; the shop's database is unchanged then
   */
  prepare(db: Db): Promise<() => void>;
}

const SURVEY_PREFIX = 'restore-survey-';

/**
 * Replaces the database by a backup and keeps the old one aside.
 * @param wanted a listed name, `latest`, or a path
 * @param now milliseconds UTC
 * @throws NotFoundError, and OwnerError ALREADY_RUNNING, BACKUP_DAMAGED, BACKUP_NEWER, BACKUP_FOREIGN, BACKUP_ALTERED,
 * BACKUP_UNREADABLE, RESTORE_FAILED, and those of `prepareDataFolder`; the database is unchanged then
 */
export const restoreBackup = async (
  dataDir: string,
  wanted: string,
  now: number,
  extra?: RestoreExtra,
): Promise<Restored> => {
  // Creates nothing for an unknown name.
  if (!existsSync(dataDir)) findBackup({ backups: [], problems: [] }, wanted, now);
  prepareDataFolder(dataDir);
  const lock = lockAgainstService(dataDir, 'a backup is put in place');
  try {
    const file = databaseFile(dataDir);
    removeRestoring(file);
    const isLost = findLostDatabase(dataDir, now) !== undefined;
    const survey = existsSync(file) ? await surveyOf(file, dataDir) : undefined;
    const backup = findBackup(listBackups(dataDir, folderOf(survey, dataDir)), wanted, now);
    return await restore(dataDir, backup, { survey, isLost, now, extra });
  } finally {
    lock.release();
  }
};

const surveyOf = async (file: string, dataDir: string): Promise<Survey> => {
  await removeScratches(dataDir, SURVEY_PREFIX);
  try {
    return await withScratch(dataDir, SURVEY_PREFIX, async (scratch) => surveyDatabase(file, scratch));
  } catch (error) {
    throw notRestored(error);
  }
};

/** The folder written down counts only if the database cannot be read. */
const folderOf = (survey: Survey | undefined, dataDir: string): string =>
  survey?.isSound
    ? backupFolderOf(survey.backupFolder, dataDir)
    : knownBackupFolder(survey?.backupFolder, dataDir);

interface Circumstances {
  survey: Survey | undefined;
  /** There was a shop in the folder, whose database is gone. */
  isLost: boolean;
  now: number;
  extra: RestoreExtra | undefined;
}

const restore = async (dataDir: string, backup: Backup, circumstances: Circumstances): Promise<Restored> => {
  const { survey, now } = circumstances;
  const file = databaseFile(dataDir);
  // A log without its database may be kept, under a name that later restores do not remove as a leftover.
  const aside = survey ? freeName(dataDir, now) : lostName(dataDir, now);
  const keptLog = !survey && hasLog(file) ? `${aside}-wal` : undefined;
  try {
    const ready = await makeReady(file, backup, circumstances);
    await replaceDatabase(file, aside, survey?.isSound);
    const { isSound, invoices } = survey ?? {};
    const previous = isSound === undefined ? undefined : { path: aside, isSound, invoices };
    return { backup, ...ready, previous, keptLog };
  } catch (error) {
    throw error instanceof OwnerError ? error : notRestored(error);
  } finally {
    removeDatabase(restoringFile(file));
  }
};

/**
 * Copies the backup beside the database, examines and migrates it, raises its counters above the used numbers, and keeps
 * withdrawn what was withdrawn since, and what was asked of the bank.
 */
const makeReady = async (
  file: string,
  backup: Backup,
  { survey, isLost, now, extra }: Circumstances,
): Promise<Checked & Pick<Restored, 'access'>> => {
  const ready = restoringFile(file);
  const checked = await examineCopy(backup, ready);
  const db = openReady(ready);
  const name = extra?.name ?? backup.name;
  let access: RestoredAccess = { state: 'as_then', keysOff: 0 };
  try {
    const finish = await extra?.prepare(db);
    db.transaction(() => {
      if (survey) raiseNumbers(db, survey);
      keepMoved(db, survey?.movedAway);
      access = accessAfter(db, { survey, isLost, now });
      if (access.state === 'kept' && survey) keepRequests(db, survey.requests);
      recordEvent(db, now, { type: 'backup.restored', data: { name } });
      const object = { kind: 'backup' as const, id: null, label: name };
      recordAction(db, now, {
        code: 'backup_restored',
        object,
        facts: access.keysOff === 0 ? {} : { keys_off: access.keysOff },
      });
      finish?.();
    });
  } finally {
    db.close();
  }
  if (existsSync(`${ready}-wal`)) throw new Error('what was written to the copy could not be folded in');
  return { ...checked, access };
};

const accessAfter = (db: Db, { survey, isLost, now }: Omit<Circumstances, 'extra'>): RestoredAccess => {
  const kept = survey?.access && keepWithdrawn(db, survey.access);
  if (kept !== undefined) return { state: 'kept', keysOff: kept };
  const isUnknown = survey ? !survey.access : isLost;
  return isUnknown
    ? { state: 'unknown', keysOff: distrustAccess(db, now) }
    : { state: 'as_then', keysOff: 0 };
};

/** A shop that was moved away stays so: a restore does not say that this computer goes on. */
const keepMoved = (db: Db, movedAway: string | undefined): void => {
  if (movedAway === undefined) clearSetting(db, 'moved_away');
  else setSetting(db, 'moved_away', movedAway);
};

/** Its errors describe the copy as if it were the shop's database. */
const openReady = (ready: string): Db => {
  try {
    return openDatabase(ready, { backup: false });
  } catch (error) {
    throw notRestored(error);
  }
};

const examineCopy = async (backup: Backup, ready: string): Promise<Checked> => {
  try {
    copyBackup(backup.path, ready);
  } catch (error) {
    throw notRestored(error);
  }
  try {
    const timeMs = checkTime(backup.size);
    return await inThread('checkFile', [ready, backup.manifest], { timeMs });
  } catch (error) {
    throw unusableBackup(backup, error);
  }
};

/** A free name for the database that is replaced. @param at milliseconds UTC */
const freeName = (dataDir: string, at: number): string => {
  const path = join(dataDir, `kramar-before-restore-${stamp(at)}.db`);
  return existsSync(path) ? freeName(dataDir, at + 1000) : path;
};

const notRestored = (error: unknown): OwnerError => {
  const { fault, why, remedy } = reasonOf(error);
  return new OwnerError(
    'RESTORE_FAILED',
    `The backup could not be put in place: ${why}. The database is as it was. ${remedy}.`,
    { facts: { fault }, cause: error },
  );
};
