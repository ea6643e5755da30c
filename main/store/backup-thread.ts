import { Worker } from 'node:worker_threads';
import { BACKUP_WORKER } from '../places-on-disk.ts';
import type { Checked } from './backup-check.ts';
import type { Label } from './backup-copy.ts';
import { BackupFault } from './backup-fault.ts';
import type { Backup, Manifest, Reserved } from './backup-files.ts';

interface Tasks {
  write: { task: { file: string; reserved: Reserved; label: Label }; result: Backup };
  check: { task: { path: string; manifest: Manifest | undefined; scratch: string }; result: Checked };
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

/**
 * Has a thread of its own do it; ended when `signal` is aborted.
 * @throws BackupFault
 */
export const inThread = <Name extends keyof Tasks>(
  name: Name,
  task: Tasks[Name]['task'],
  signal?: AbortSignal,
): Promise<Tasks[Name]['result']> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(stopped());
    const worker = new Worker(BACKUP_WORKER, {
      workerData: { do: name, ...task },
    });
    const end = () => void worker.terminate();
    signal?.addEventListener('abort', end);
    let answer: Answer | undefined;
    let crash: Error | undefined;
    worker.once('message', (told: Answer) => {
      answer = told;
    });
    worker.once('error', (error: Error) => {
      crash = error;
    });
    // Not before: until then it may hold files that the caller is about to remove.
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', end);
      if (answer?.ok) resolve(answer.result as Tasks[Name]['result']);
      else if (answer) reject(new BackupFault(answer.code, answer.message));
      else reject(signal?.aborted ? stopped() : crashed(crash?.message ?? `exit code ${code}`, crash));
    });
  });

const stopped = () => new BackupFault('STOPPED', 'it was broken off');

const crashed = (why: string, cause?: Error) =>
  new BackupFault('CRASHED', `the thread that makes it ended in the middle (${why})`, { cause });
