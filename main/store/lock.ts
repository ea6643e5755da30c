import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { OwnerError } from '../errors.ts';

export interface DataFolderLock {
  release(): void;
}

/**
 * Keeps a second service off a data folder.
 *
 * The lock is the operating system's own lock on a file (SQLite takes it: fcntl on POSIX, LockFileEx on
 * Windows, https://sqlite.org/lockingv3.html), not a file with a pid in it: the system frees it when the
 * process dies, however it dies, on every platform. So there is no stale lock to be judged or removed.
 *
 * Nothing else in this process may open kramar.lock: POSIX drops a process's locks on a file as soon as it
 * closes any handle of it (https://sqlite.org/howtocorrupt.html#posix_close_bug). Backups skip it.
 */
export function lockDataFolder(dir: string): DataFolderLock {
  try {
    return lockFile(join(dir, 'kramar.lock'));
  } catch (error) {
    throw explain(error, dir);
  }
}

/** @throws SqliteError SQLITE_BUSY when somebody else holds it */
function lockFile(path: string): DataFolderLock {
  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  // Nothing is ever written to it, so closing (or dying) leaves no journal behind.
  return { release: () => database.close() };
}

const TRY_AGAIN_MS = 50;
/** Longer than a keychain may take to answer. */
const WAIT_MS = 15_000;

/**
 * Runs `work` while no other process does: the service and the command line, both started for the first time,
 * would each find no master key and make one, and what the one sealed the other could not open.
 */
export async function whileAloneWithKeys<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + WAIT_MS;
  const take = async (): Promise<DataFolderLock> => {
    try {
      return lockFile(join(dir, 'keys.lock'));
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw explain(error, dir);
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

function explain(error: unknown, dir: string): OwnerError {
  const code = error instanceof Database.SqliteError ? error.code : '';
  if (isBusy(error)) {
    return new OwnerError(
      'ALREADY_RUNNING',
      `Kramar is already running with the data folder ${dir}. Nothing was changed. Use the one that runs, or stop it first; for a second shop choose another folder with --data-dir.`,
      { cause: error },
    );
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new OwnerError(
      'LOCK_FILE_UNUSABLE',
      `The file ${join(dir, 'kramar.lock')} is not what Kramar put there. Your data is untouched. Make sure that Kramar is not running, delete that file (it holds no data), and start again.`,
      { cause: error },
    );
  }
  const why = error instanceof Error ? error.message : String(error);
  return new OwnerError(
    'DATA_FOLDER_NOT_WRITABLE',
    `The data folder ${dir} cannot be locked (${why}). Nothing was changed. Give your user the right to write there, or choose another folder with --data-dir.`,
    { cause: error },
  );
}
