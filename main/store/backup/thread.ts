import type { readCopy, writeCopy } from '../copies/copy-file.ts';
import type { writeArchive } from '../data-archive/write-archive.ts';
import type { TaskOf } from '../threads/serve-tasks.ts';
import { runInThread, TaskFailed, ThreadEnded } from '../threads/thread.ts';
import type { checkBackup, checkFile } from './check.ts';
import type { compareActions } from './compare-actions.ts';
import type { writeBackup } from './copy.ts';
import { BackupFault } from './fault.ts';
import type { rehearseRestore } from './rehearsal.ts';

interface Functions {
  writeBackup: typeof writeBackup;
  checkBackup: typeof checkBackup;
  checkFile: typeof checkFile;
  rehearseRestore: typeof rehearseRestore;
  compareActions: typeof compareActions;
  writeCopy: typeof writeCopy;
  readCopy: typeof readCopy;
  writeArchive: typeof writeArchive;
}

export type BackupTask = { [Name in keyof Functions]: TaskOf<Name, Functions[Name]> }[keyof Functions];

/** More than any disk needs to read a backup; ends one that was crafted to be read forever. */
const CHECK_MS = 5 * 60_000;
const CHECK_MS_PER_MEGABYTE = 1000;

/** @param bytes of the backup */
export const checkTime = (bytes: number): number => CHECK_MS + (bytes / 1_000_000) * CHECK_MS_PER_MEGABYTE;

/**
 * Runs a task in its own thread, which ends when `signal` is aborted, or after `timeMs`.
 * @throws BackupFault
 */
export const inThread = async <Name extends keyof Functions>(
  name: Name,
  args: Parameters<Functions[Name]>,
  options: { signal?: AbortSignal; timeMs?: number } = {},
): Promise<Awaited<ReturnType<Functions[Name]>>> => {
  try {
    return await runInThread<TaskOf<Name, Functions[Name]>>(name, args, options);
  } catch (error) {
    if (error instanceof TaskFailed) {
      const { code, message, facts } = error;
      throw new BackupFault(code, message, Array.isArray(facts.names) ? { names: facts.names } : {});
    }
    throw error instanceof ThreadEnded
      ? new BackupFault(CODES[error.why], error.message, { cause: error })
      : error;
  }
};

const CODES = { aborted: 'STOPPED', time: 'TIMED_OUT', memory: 'CRASHED', crash: 'CRASHED' } as const;
