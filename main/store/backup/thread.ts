import { BACKUP_WORKER } from '../../platform/places-on-disk.ts';
import { runThread, ThreadEnded } from '../threads/run-thread.ts';
import type { Checked } from './check.ts';
import type { Label } from './copy.ts';
import { BackupFault } from './fault.ts';
import type { Backup, Manifest, Reserved } from './files.ts';

interface Tasks {
  write: { task: { file: string; reserved: Reserved; label: Label }; result: Backup };
  check: { task: { path: string; manifest: Manifest | undefined; scratch: string }; result: Checked };
  /** As `check`, of a file that may be changed. */
  examine: { task: { path: string; manifest: Manifest | undefined }; result: Checked };
  rehearse: {
    task: { path: string; manifest: Manifest | undefined; scratch: string; live: string | undefined };
    result: Checked;
  };
}

export type Task =
  | { [Name in keyof Tasks]: { do: Name } & Tasks[Name]['task'] }[keyof Tasks]
  /** Goes on until it is ended (checkpoints.ts). */
  | { do: 'checkpoint'; file: string };

export type Answer = { ok: true; result: unknown } | { ok: false; code: string; message: string };

/** More than any disk needs to read a backup, and an end for one that was made to be read forever. */
const CHECK_MS = 5 * 60_000;
const CHECK_MS_PER_MEGABYTE = 1000;

/** @param bytes of the backup */
export const checkTime = (bytes: number): number => CHECK_MS + (bytes / 1_000_000) * CHECK_MS_PER_MEGABYTE;

/**
 * Runs a task in a thread of its own, which is ended when `signal` is aborted, or after `timeMs`.
 * @throws BackupFault
 */
export const inThread = async <Name extends keyof Tasks>(
  name: Name,
  task: Tasks[Name]['task'],
  { signal, timeMs }: { signal?: AbortSignal; timeMs?: number } = {},
): Promise<Tasks[Name]['result']> => {
  let answer: Answer | undefined;
  const onMessage = (message: Answer) => {
    answer = message;
  };
  try {
    await runThread({ path: BACKUP_WORKER, data: { do: name, ...task }, signal, timeMs, onMessage });
  } catch (error) {
    if (!answer) throw asBackupFault(error);
  }
  if (!answer) throw new BackupFault('CRASHED', 'the thread that makes it ended without an answer');
  if (!answer.ok) throw new BackupFault(answer.code, answer.message);
  return answer.result as Tasks[Name]['result'];
};

const asBackupFault = (error: unknown): unknown => {
  if (!(error instanceof ThreadEnded)) return error;
  const { why, message, cause } = error;
  if (why === 'aborted') return new BackupFault('STOPPED', 'it was broken off');
  if (why === 'time') return new BackupFault('TIMED_OUT', `reading it took ${message}`);
  return new BackupFault('CRASHED', `the thread that makes it ended in the middle (${message})`, { cause });
};
