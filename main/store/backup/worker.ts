import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Checkpointed } from '../db/checkpoints.ts';
import { checkBackup, checkFile } from './check.ts';
import { writeBackup } from './copy.ts';
import { asFault } from './fault.ts';
import type { Answer, Task } from './thread.ts';

/** The thread of one backup: it reads every page of the database, and the service must answer meanwhile. */

type Once = Exclude<Task, { do: 'checkpoint' }>;

const run = async (task: Once): Promise<unknown> => {
  switch (task.do) {
    case 'write':
      return writeBackup(task.file, task.reserved, task.label);
    case 'check':
      return checkBackup(task.path, task.manifest, task.scratch);
    case 'examine':
      return checkFile(task.path, task.manifest);
    case 'rehearse':
      // Opens a database as the service does, and so loads much that the others do not need.
      return (await import('./rehearsal.ts')).rehearseRestore(
        task.path,
        task.manifest,
        task.scratch,
        task.live,
      );
  }
};

const answer = async (task: Once): Promise<Answer> => {
  try {
    return { ok: true, result: await run(task) };
  } catch (error) {
    // An error itself would lose its code on the way.
    const { code, message } = asFault(error);
    return { ok: false, code, message };
  }
};

const EVERY_MS = 30;

/** Moves what is in the write-ahead log to the database, again and again, and tells how far it is. */
const checkpoint = async (file: string): Promise<void> => {
  const connection = new Database(file, { fileMustExist: true });
  for (;;) {
    const [state] = connection.pragma('wal_checkpoint(passive)') as Checkpointed[];
    parentPort?.postMessage(state);
    await sleep(EVERY_MS);
  }
};

const task = workerData as Task;
if (task.do === 'checkpoint') await checkpoint(task.file);
else parentPort?.postMessage(await answer(task));
