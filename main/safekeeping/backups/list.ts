import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BACKUP_STATES } from '../../../shared/api/statuses.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { NotFoundError } from '../../shop/errors.ts';
import type { Checked } from '../../store/backup/check.ts';
import type { BackupFault } from '../../store/backup/fault.ts';
import { type Backup, backupAt, backupsIn, looksSound } from '../../store/backup/files.ts';
import { checkTime, inThread } from '../../store/backup/thread.ts';
import { newestFirst } from './rotation.ts';

/** Folder of backups unless the owner chose another one; backups before migrations are always here. */
export const defaultFolder = (dataDir: string): string => join(dataDir, 'backups');

export interface Listed {
  /** Newest first. */
  backups: Backup[];
  /** Folders that could not be read; one that was not created yet is no problem. */
  problems: OwnerError[];
}

/** @param folder the setting backup_folder */
export const listBackups = (dataDir: string, folder: string): Listed => {
  const byDefault = defaultFolder(dataDir);
  const listed: Listed = { backups: [], problems: [] };
  for (const each of new Set([folder, byDefault])) {
    if (each === byDefault && !existsSync(each)) continue;
    try {
      listed.backups.push(...backupsIn(each));
    } catch (error) {
      const { fault, why, remedy } = reasonOf(error);
      const message = `The folder ${each} could not be read: ${why}. ${remedy}.`;
      const options = { facts: { fault }, cause: error };
      listed.problems.push(new OwnerError('BACKUP_FOLDER_UNREADABLE', message, options));
    }
  }
  listed.backups.sort(newestFirst);
  return listed;
};

/**
 * The newest backup that looks sound. One dated after `now` (milliseconds UTC) counts only if there is no other: the
 * clock was wrong then, or is now.
 */
export const newestSound = (backups: readonly Backup[], now: number): Backup | undefined => {
  const sound = backups.filter(looksSound);
  return sound.find(({ created_at }) => created_at <= now) ?? sound[0];
};

/** Judged without reading it: unverified means no manifest, damaged another size than was written. */
export const backupState = (backup: Backup): (typeof BACKUP_STATES)[number] => {
  if (!backup.manifest) return 'unverified';
  return looksSound(backup) ? 'sound' : 'damaged';
};

/** A list, newest first, and the time of its newest. @param read undefined: there is nothing to be listed now */
export const createDatedList = <Item extends Pick<Backup, 'created_at'>>(
  read: () => Item[] | undefined,
  now: () => number,
) => {
  // Cached, because screens read it often, and the folder may be on a disk that has to wake up first.
  let lastAt: number | null | undefined;
  const list = (): Item[] => {
    const found = read();
    if (found) lastAt = found.find(({ created_at }) => created_at <= now())?.created_at ?? null;
    return found ?? [];
  };
  return {
    list,
    /** Null also while the disk is away. */
    lastAt: (): number | null => {
      try {
        if (lastAt === undefined) list();
      } catch {
        return null;
      }
      return lastAt ?? null;
    },
  };
};

const OVERDUE_MS = 48 * HOUR_MS;

/**
 * A shop without a backup has until then from its beginning on.
 * @param lastAt time of the newest verified backup, or of the shop's beginning; both milliseconds UTC
 */
export const isOverdue = (lastAt: number | null, now: number): boolean =>
  lastAt === null || now - lastAt > OVERDUE_MS;

/**
 * Finds a backup by its listed name, by `latest`, or by a file's path.
 * @param now milliseconds UTC
 * @throws NotFoundError
 */
export const findBackup = ({ backups, problems }: Listed, wanted: string, now: number): Backup => {
  const found =
    wanted === 'latest'
      ? newestSound(backups, now)
      : (backups.find(({ name }) => name === wanted) ?? backupAt(resolve(wanted)));
  if (found) return found;
  throw wanted === 'latest'
    ? new NotFoundError('verified backup', undefined, problems)
    : new NotFoundError('backup', wanted, problems);
};

/**
 * Reads a whole backup, in its own thread, without changing it.
 * @throws OwnerError BACKUP_DAMAGED, BACKUP_NEWER, BACKUP_TOO_OLD, BACKUP_FOREIGN, BACKUP_ALTERED, BACKUP_UNREADABLE
 */
export const verifyBackup = async (backup: Backup): Promise<Checked> => {
  try {
    return await withScratch(tmpdir(), 'kramar-verify-', (scratch) =>
      inThread('checkBackup', [backup.path, backup.manifest, scratch], { timeMs: checkTime(backup.size) }),
    );
  } catch (error) {
    throw unusableBackup(backup, error);
  }
};

/** The error for the owner about an unusable backup. */
export const unusableBackup = ({ path }: Pick<Backup, 'path'>, error: unknown): OwnerError => {
  const { code = '', message, names } = error as Partial<BackupFault> & { message: string };
  const because = (name: string, what: string, remedy = 'Choose another one', facts = {}) =>
    new OwnerError(name, `${what}. Nothing was changed. ${remedy}.`, { facts, cause: error });
  switch (code) {
    case 'DAMAGED':
      return because('BACKUP_DAMAGED', `The backup ${path} is damaged: ${message}`);
    case 'NEWER': {
      const what = `The backup ${path} was written by a newer Kramar (${message})`;
      return because('BACKUP_NEWER', what, 'Install that version first');
    }
    case 'TOO_OLD':
      return because(
        'BACKUP_TOO_OLD',
        `The backup ${path} was written by an older Kramar (${message})`,
        'Restore it with Kramar of commit 906ff65e into a folder of its own, which brings it up to date, and back that up',
      );
    case 'PHRASE_WRONG':
      return because(
        'COPY_PHRASE_WRONG',
        `The passphrase does not open the copy ${path}: it is another one, or the first lines of the file were damaged`,
        'Type the passphrase as it stands on the recovery sheet, or take another copy',
      );
    case 'TRUNCATED':
      return because(
        'COPY_TRUNCATED',
        `The copy ${path} is not whole: ${message}`,
        'Wait until the cloud program has brought all of it, copy it once more, or take another one',
      );
    case 'FOREIGN':
      return because('BACKUP_FOREIGN', `The file ${path} is no backup of Kramar: ${message}`);
    case 'ALTERED':
      return because(
        'BACKUP_ALTERED',
        `The backup ${path} is not as Kramar makes it: ${message}. What was added to it could change or delete sales`,
        undefined,
        { names },
      );
    default: {
      const { fault, why, remedy } = reasonOf(error);
      const what = `The backup ${path} could not be examined: ${why}`;
      return because('BACKUP_UNREADABLE', what, remedy, { fault });
    }
  }
};

/** Runs `work` with a temporary folder for this user alone. */
export const withScratch = async <Result>(
  parent: string,
  prefix: string,
  work: (scratch: string) => Promise<Result>,
): Promise<Result> => {
  const scratch = mkdtempSync(join(parent, prefix));
  try {
    return await work(scratch);
  } finally {
    // Windows holds a file for a moment after it is closed.
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Removes such folders left by a crash. */
export const removeScratches = async (parent: string, prefix: string): Promise<void> => {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix)))
    await rm(join(parent, name), { recursive: true, force: true });
};
