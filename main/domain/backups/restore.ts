import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, prepareDataFolder } from '../../platform/data-folder.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
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
import { type Db, openDatabase } from '../../store/db/connection.ts';
import { hasLog } from '../../store/db/database-file.ts';
import { clearSetting, setSetting } from '../../store/settings.ts';
import { recordAction } from '../actions/record.ts';
import { recordEvent } from '../events.ts';
import { backupFolderOf, knownBackupFolder, lockAgainstService } from './folder.ts';
import { findBackup, listBackups, removeScratches, unusableBackup, withScratch } from './list.ts';
import { lostName } from './lost-database.ts';

export interface Restored extends Checked {
  backup: Backup;
  /** The replaced database; undefined: there was none. */
  previous: Previous | undefined;
  /** Path of the log that a lost database left behind; undefined if there was none. */
  keptLog: string | undefined;
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
    const survey = existsSync(file) ? await surveyOf(file, dataDir) : undefined;
    const backup = findBackup(listBackups(dataDir, folderOf(survey, dataDir)), wanted, now);
    return await restore(dataDir, backup, { survey, now, extra });
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
  now: number;
  extra: RestoreExtra | undefined;
}

const restore = async (
  dataDir: string,
  backup: Backup,
  { survey, now, extra }: Circumstances,
): Promise<Restored> => {
  const file = databaseFile(dataDir);
  // A log without its database may be kept, under a name that later restores do not remove as a leftover.
  const aside = survey ? freeName(dataDir, now) : lostName(dataDir, now);
  const keptLog = !survey && hasLog(file) ? `${aside}-wal` : undefined;
  try {
    const checked = await makeReady(file, backup, { survey, now, extra });
    await replaceDatabase(file, aside, survey?.isSound);
    const { isSound, invoices } = survey ?? {};
    const previous = isSound === undefined ? undefined : { path: aside, isSound, invoices };
    return { backup, ...checked, previous, keptLog };
  } catch (error) {
    throw error instanceof OwnerError ? error : notRestored(error);
  } finally {
    removeDatabase(restoringFile(file));
  }
};

/** Copies the backup beside the database, examines and migrates it, and raises its counters above the used numbers. */
const makeReady = async (
  file: string,
  backup: Backup,
  { survey, now, extra }: Circumstances,
): Promise<Checked> => {
  const ready = restoringFile(file);
  const checked = await examineCopy(backup, ready);
  const db = openReady(ready);
  const name = extra?.name ?? backup.name;
  try {
    const finish = await extra?.prepare(db);
    db.transaction(() => {
      if (survey) raiseNumbers(db, survey);
      keepMoved(db, survey?.movedAway);
      recordEvent(db, now, { type: 'backup.restored', data: { name } });
      const object = { kind: 'backup' as const, id: null, label: name };
      recordAction(db, now, { code: 'backup_restored', object });
      finish?.();
    });
  } finally {
    db.close();
  }
  if (existsSync(`${ready}-wal`)) throw new Error('what was written to the copy could not be folded in');
  return checked;
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

/**
 * A free name for the database that is replaced.
 * @param at milliseconds UTC
 */
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
