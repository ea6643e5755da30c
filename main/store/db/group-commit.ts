import { type Db, isDatabaseFailure } from './connection.ts';

interface Waiting {
  /** In the transaction that is open; gives what is to be done once that is on the disk. */
  run(): () => void;
  /** In a transaction of its own. */
  runAlone(): void;
}

interface Queue {
  waiting: Waiting[];
  soon?: NodeJS.Immediate | undefined;
  later?: NodeJS.Timeout | undefined;
}

const queues = new WeakMap<Db, Queue>();

/**
 * Runs `work` in a transaction as `db.transaction` does, together with whatever else waits for one at that moment: for
 * each commit the disk is waited for, and with it the whole process. Settled once it is on the disk, or nothing of it.
 * Broken off by the database, `work` is run once more, alone: it must do nothing but write to it.
 * @param maxDelayMs it may wait so long for the transaction of somebody else; absent: it is run in this turn
 */
export const groupCommit = <Result>(db: Db, work: () => Result, maxDelayMs?: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const queue = queues.get(db) ?? { waiting: [] };
    queues.set(db, queue);
    queue.waiting.push({
      run: () => {
        try {
          const result = db.transaction(work);
          return () => resolve(result);
        } catch (error) {
          // A full disk takes back the whole transaction, a broken constraint one statement.
          if (isDatabaseFailure(error)) throw error;
          return () => reject(error);
        }
      },
      runAlone: () => {
        try {
          resolve(db.transaction(work));
        } catch (error) {
          reject(error);
        }
      },
    });
    if (maxDelayMs === undefined) queue.soon ??= setImmediate(commit, db, queue);
    else queue.later ??= setTimeout(commit, maxDelayMs, db, queue);
  });

const commit = (db: Db, queue: Queue): void => {
  clearImmediate(queue.soon);
  clearTimeout(queue.later);
  queue.soon = undefined;
  queue.later = undefined;
  const waiting = queue.waiting.splice(0);
  // Alone it needs no savepoint.
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
