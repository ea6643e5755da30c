import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';

const LOCK = 'kramar.lock';
const KEYS_LOCK = 'keys.lock';
const BACKUP_LOCK = 'backup.lock';

export interface DataFolderLock {
  release(): void;
}

/**
 * Keeps a second service off a data folder.
 *
 * The lock is the operating system's own lock on a file (SQLite takes it: fcntl on POSIX, LockFileEx on Windows,
 * https://sqlite.org/lockingv3.html), not a file with a pid in it: the system frees it when the process dies, on every
 * platform. So there is no stale lock to detect or remove.
 *
 * Nothing else in this process may open kramar.lock: POSIX drops a process's locks on a file as soon as it closes any
 * handle of it (https://sqlite.org/howtocorrupt.html#posix_close_bug). Backups skip it.
 * @param whenRunning what the caller has to say of a folder that is in use; by default that Kramar already runs there
 * @throws OwnerError ALREADY_RUNNING, LOCK_FILE_UNUSABLE, DATA_FOLDER_NOT_WRITABLE
 */
export function lockDataFolder(dir: string, whenRunning?: string): DataFolderLock {
  try {
    return lockFile(join(dir, LOCK));
  } catch (error) {
    throw explain(error, dir, LOCK, whenRunning);
  }
}

/** The garbage collector closes an unreferenced handle, and its lock is gone with it. */
const held = new Set<Database.Database>();

/** @throws SqliteError SQLITE_BUSY when another process holds it */
function lockFile(path: string): DataFolderLock {
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    // A journal file of an empty database would need space on a full disk, and stay when the process is killed.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  held.add(database);
  return {
    // Nothing is ever written, so neither closing nor a crash leaves a journal behind.
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}

const TRY_AGAIN_MS = 50;
/** Longer than a keychain may take to answer, and than most backups take. */
const WAIT_MS = 15_000;

/**
 * Runs `work` exclusively among processes: the service and the command line, both started for the first time, would
 * each find no master key and create one, and neither could open what the other sealed.
 */
export const withKeysLock = <Result>(dir: string, work: () => Promise<Result>): Promise<Result> =>
  withLock(KEYS_LOCK, dir, work, (error) => explain(error, dir, KEYS_LOCK));

/**
 * Runs `work` while no other process makes or tests a backup of this data folder: each begins by removing a crash's
 * leftovers, and must not remove the other's work.
 * @throws OwnerError BACKUP_UNDER_WAY when another one lasts too long
 */
export const withBackupLock = <Result>(dir: string, work: () => Promise<Result>): Promise<Result> =>
  withLock(BACKUP_LOCK, dir, work, (error) =>
    isBusy(error)
      ? new OwnerError(
          'BACKUP_UNDER_WAY',
          'Another backup of this shop is under way, so this one was not begun. Nothing was changed. Try again when that one is done.',
          { cause: error },
        )
      : explain(error, dir, BACKUP_LOCK),
  );

async function withLock<Result>(
  name: string,
  dir: string,
  work: () => Promise<Result>,
  explained: (error: unknown) => OwnerError,
): Promise<Result> {
  const giveUpAt = performance.now() + WAIT_MS;
  const take = async (): Promise<DataFolderLock> => {
    try {
      return lockFile(join(dir, name));
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw explained(error);
      await setTimeout(TRY_AGAIN_MS);
      return take();
    }
  };
  const lock = await take();
  try {
    return await work();
  } finally {
    lock.release();
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

function explain(
  error: unknown,
  dir: string,
  name: string,
  whenRunning = `Kramar is already running with the data folder ${dir}. Nothing was changed. Use the one that runs, or stop it first.`,
): OwnerError {
  const { fault, why, remedy } = reasonOf(error);
  if (isBusy(error)) return new OwnerError('ALREADY_RUNNING', whenRunning, { cause: error });
  if (fault === 'damaged') {
    return new OwnerError(
      'LOCK_FILE_UNUSABLE',
      `The file ${join(dir, name)} is not what Kramar put there. Your data is untouched. Make sure that Kramar is not running, delete that file (it holds no data), and start again.`,
      { cause: error },
    );
  }
  return new OwnerError(
    'DATA_FOLDER_NOT_WRITABLE',
    `The data folder ${dir} cannot be locked: ${why}. Nothing was changed. ${remedy}.`,
    { cause: error },
  );
}
