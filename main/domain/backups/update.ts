import { join } from 'node:path';
import { version } from '../../../shared/version.ts';
import { databaseFile, makeFolder } from '../../platform/data-folder.ts';
import type { Log } from '../../platform/log.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { copyBackup } from '../../store/backup/check.ts';
import { writeBackup } from '../../store/backup/copy.ts';
import {
  type Backup,
  backupAt,
  backupsIn,
  discardReserved,
  removeLeftovers,
  reserveBackup,
} from '../../store/backup/files.ts';
import { removeRestoring, replaceDatabase, restoringFile } from '../../store/backup/restore.ts';
import { faultsOfUpdate, KNOWN_SCHEMA, schemaOf } from '../../store/backup/update-check.ts';
import { openDatabase } from '../../store/db/connection.ts';
import { peekSetting } from '../../store/db/examine.ts';
import { withBackupLock } from '../../store/db/lock.ts';
import { notMade } from './failures.ts';
import { lockAgainstService } from './folder.ts';
import { defaultFolder, removeScratches, withScratch } from './list.ts';
import { freeName } from './restore.ts';

/** The database's part of `npm run update`: a backup, a trial on a copy, then the database itself. */

type Report = Log['info'];

/**
 * A verified backup of the database as it is, without bringing it up to date; a service may be running.
 * @param now milliseconds UTC
 * @throws OwnerError BACKUP_FAILED, BACKUP_UNDER_WAY
 */
export const backupBeforeUpdate = async (dataDir: string, now: number): Promise<Backup> => {
  const file = databaseFile(dataDir);
  const folder = defaultFolder(dataDir);
  const installation = peekSetting(file, 'installation_id') ?? '';
  try {
    return await withBackupLock(dataDir, async () => {
      makeFolder(folder);
      await removeLeftovers(folder, installation);
      const reserved = reserveBackup(folder, 'migration', now, installation);
      const created_at = new Date(now).toISOString();
      try {
        return await writeBackup(file, reserved, { created_at, kind: 'migration', version, installation });
      } finally {
        discardReserved(reserved);
      }
    });
  } catch (error) {
    throw notMade(folder, error);
  }
};

const SCRATCH_PREFIX = 'update-trial-';

/**
 * Brings a copy of the backup up to date and checks it: on the disk of the database, which needs the same room.
 * @param path of the backup
 * @throws OwnerError UPDATE_TRIAL_FAILED; the database is untouched
 */
export const tryUpdate = async (dataDir: string, path: string, report: Report): Promise<void> => {
  try {
    const facts = backupAt(path)?.manifest?.facts;
    if (!facts) throw new Error(`${path} is no verified backup`);
    await removeScratches(dataDir, SCRATCH_PREFIX);
    await withScratch(dataDir, SCRATCH_PREFIX, async (scratch) => {
      const copy = join(scratch, 'copy.db');
      copyBackup(path, copy);
      openDatabase(copy, { backup: false, report }).close();
      const faults = faultsOfUpdate(copy, facts);
      if (faults.length > 0) throw new Error(faults.join('; '));
    });
  } catch (error) {
    const { fault, why, remedy } = causeOf(error);
    throw new OwnerError(
      'UPDATE_TRIAL_FAILED',
      `A copy of the database could not be brought up to date: ${why}. The database itself was not touched.${fault === undefined ? '' : ` ${remedy}.`}`,
      { facts: { fault }, cause: error },
    );
  }
};

/** A refused migration says why in its cause; its message speaks of the shop's own database. */
const causeOf = (error: unknown) =>
  reasonOf(error instanceof OwnerError && error.cause !== undefined ? error.cause : error);

interface Updated {
  from: number;
  to: number;
  /** Of the moment before the migration; undefined if none was necessary. */
  backup: Backup | undefined;
}

/**
 * Brings the database up to date and checks it. If the check fails, the backup of the moment before is put back as it
 * is, of its older version.
 * @param now milliseconds UTC
 * @throws OwnerError ALREADY_RUNNING, MIGRATION_FAILED, BACKUP_FAILED, UPDATE_UNDONE: the database is as it was;
 * UPDATE_NOT_UNDONE
 */
export const updateDatabase = async (dataDir: string, now: number, report: Report): Promise<Updated> => {
  const lock = lockAgainstService(dataDir, 'the database is brought up to date');
  try {
    const file = databaseFile(dataDir);
    const from = schemaOf(file);
    const older = new Set(migrationBackups(dataDir).map(({ path }) => path));
    openDatabase(file, { report }).close();
    const backup = migrationBackups(dataDir).find(({ path, manifest }) => !older.has(path) && manifest);
    const faults = faultsOfUpdate(file, backup?.manifest?.facts);
    if (faults.length > 0) throw await undone(dataDir, backup, faults, now);
    return { from, to: KNOWN_SCHEMA, backup };
  } finally {
    lock.release();
  }
};

const migrationBackups = (dataDir: string): Backup[] => {
  try {
    return backupsIn(defaultFolder(dataDir)).filter(({ kind }) => kind === 'migration');
  } catch {
    // Without the folder there are none.
    return [];
  }
};

const undone = async (
  dataDir: string,
  backup: Backup | undefined,
  faults: readonly string[],
  now: number,
): Promise<OwnerError> => {
  const why = `The database did not pass its check after the update: ${faults.join('; ')}.`;
  if (!backup) return new OwnerError('UPDATE_UNDONE', `${why} Nothing was changed in it: it was so before.`);
  const aside = freeName(dataDir, now);
  try {
    const file = databaseFile(dataDir);
    removeRestoring(file);
    copyBackup(backup.path, restoringFile(file));
    await replaceDatabase(file, aside, true);
    return new OwnerError(
      'UPDATE_UNDONE',
      `${why} The database is as it was before, from ${backup.path}; the failed one is kept in ${aside}.`,
    );
  } catch (error) {
    const { fault, why: cause, remedy } = reasonOf(error);
    return new OwnerError(
      'UPDATE_NOT_UNDONE',
      `${why} The backup of before could not be put back: ${cause}. ${remedy}. Then restore ${backup.path} with the former version.`,
      { facts: { fault, backup: backup.name }, cause: error },
    );
  }
};
