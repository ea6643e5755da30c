import { parentPort, workerData } from 'node:worker_threads';
import { checkBackup } from './backup-check.ts';
import { writeBackup } from './backup-copy.ts';
import { asFault } from './backup-fault.ts';
import type { Answer, Task } from './backup-thread.ts';

/** The thread of one backup: it reads every page of the database, and the service must answer meanwhile. */

const run = async (task: Task): Promise<unknown> => {
  switch (task.do) {
    case 'write':
      return writeBackup(task.file, task.reserved, task.label);
    case 'check':
      return checkBackup(task.path, task.manifest, task.scratch);
    case 'rehearse':
      // Opens a database as the service does, and so loads much that the others do not need.
      return (await import('./backup-rehearsal.ts')).rehearseRestore(
        task.path,
        task.manifest,
        task.scratch,
        task.live,
      );
  }
};

const answer = async (): Promise<Answer> => {
  try {
    return { ok: true, result: await run(workerData) };
  } catch (error) {
    // An error itself would lose its code on the way.
    const { code, message } = asFault(error);
    return { ok: false, code, message };
  }
};

parentPort?.postMessage(await answer());
