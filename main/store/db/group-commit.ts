import { AsyncResource } from 'node:async_hooks';
import { type Db, isDatabaseFailure } from './connection.ts';
import type { Waiting } from './memory.ts';

/**
 * Runs `work` in a transaction as `db.transaction` does, shared with all other work that waits at that moment: each
 * commit waits for the disk, and the whole process with it. Resolves once the transaction is on the disk. If the
 * database aborts it, `work` runs once more, alone: it must do nothing but write to the database. It runs in the
 * asynchronous context of its own caller, not of the caller that began the transaction: the log of actions takes from it
 * who acts.
 * @param maxDelayMs longest wait for another transaction; absent: runs in this turn of the event loop
 */
export const groupCommit = <Result>(db: Db, work: () => Result, maxDelayMs?: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const ownWork = AsyncResource.bind(work);
    const queue = db.memory.commits;
    queue.waiting.push({
      run: () => {
        try {
          const result = db.transaction(ownWork);
          return () => resolve(result);
        } catch (error) {
          // A full disk undoes the whole transaction, a broken constraint one statement.
          if (isDatabaseFailure(error)) throw error;
          return () => reject(error);
        }
      },
      runAlone: () => {
        try {
          resolve(db.transaction(ownWork));
        } catch (error) {
          reject(error);
        }
      },
    });
    if (maxDelayMs === undefined) queue.soon ??= setImmediate(commit, db);
    else queue.later ??= setTimeout(commit, maxDelayMs, db);
  });

const commit = (db: Db): void => {
  const queue = db.memory.commits;
  clearImmediate(queue.soon);
  clearTimeout(queue.later);
  queue.soon = undefined;
  queue.later = undefined;
  const waiting = queue.waiting.splice(0);
  // A single work needs no savepoint.
  if (waiting.length === 1) for (const one of waiting) one.runAlone();
  else commitAll(db, waiting);
};

const commitAll = (db: Db, waiting: readonly Waiting[]): void => {
  let settle: (() => void)[];
  try {
    settle = db.transaction(() => waiting.map(({ run }) => run()));
  } catch {
    for (const one of waiting) one.runAlone();
    return;
  }
  for (const one of settle) one();
};
