import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { TaskContext } from '../threads/serve-tasks.ts';
import { runInThread } from '../threads/thread.ts';
import type { Db } from './connection.ts';
import { plainSql } from './query-cache.ts';

// A commit also checkpoints the write-ahead log once that has 1000 pages
// (https://sqlite.org/wal.html#automatic_checkpoint), and the whole process waits for the disk. During large writes a
// thread checkpoints instead, beside readers and writers, and the writer waits for it without blocking others.

/** Pages in the log beyond which the writer waits for the thread: 4 MB. Otherwise the log would keep growing. */
const PAGES_BEHIND = 1000;
/** The automatic checkpoint's limit meanwhile, in case the thread has died. */
const PAGES_AT_MOST = 20_000;
const USUAL_PAGES = 1000;
/** Readers of an older moment can keep the thread from finishing. */
const LONGEST_WAIT_MS = 1000;

/** Pages in the log, and how many of them are checkpointed. */
interface Checkpointed {
  log: number;
  checkpointed: number;
}

export interface CheckpointTask {
  name: 'checkpoint';
  args: [file: string];
  result: never;
  part: Checkpointed;
}

const EVERY_MS = 30;

/** Checkpoints the write-ahead log until its thread is terminated, and reports its progress. */
export const checkpoint = async (file: string, { report }: TaskContext<Checkpointed>): Promise<never> => {
  const connection = new Database(file, { fileMustExist: true });
  for (;;) {
    const [state] = connection.pragma('wal_checkpoint(passive)') as [Checkpointed];
    report(state);
    await sleep(EVERY_MS);
  }
};

/** The writer awaits it between two transactions. */
export type BetweenTransactions = () => Promise<void>;

const setPages = (db: Db, pages: number): void => {
  db.all(plainSql(`pragma wal_autocheckpoint = ${pages}`));
};

/**
 * The search index merges its segments by itself, hundreds of pages at every 64th (75 ms with a million invoices,
 * measured). During large writes this is off, and the writer merges a few pages in each transaction.
 */
const setAutomerge = (db: Db, parts: 0 | 4): void => {
  db.run(plainSql(`insert into invoices_text (invoices_text, rank) values ('automerge', ${parts})`));
};
/** Called after large writes, and by a service that starts after another was ended in the middle of one. */
export const restoreAutomerge = (db: Db): void => {
  const kept = db.get(plainSql<{ v: number }>("select v from invoices_text_config where k = 'automerge'"));
  if (kept?.v === 0) setAutomerge(db, 4);
};

/** Called after each transaction that made segments, in one of its own, within `withBackgroundCheckpoints`. */
export const mergeSearchIndex = (db: Db): void => {
  if (!db.memory.mergesByHand) setAutomerge(db, 0);
  db.memory.mergesByHand = true;
  db.run(plainSql("insert into invoices_text (invoices_text, rank) values ('merge', 8)"));
};

/** Runs work that writes much in small transactions: other requests are served, and the log does not grow. */
export const withBackgroundCheckpoints = async <Result>(
  db: Db,
  work: (turn: BetweenTransactions) => Promise<Result>,
): Promise<Result> => {
  const file = db.get(
    plainSql<{ file: string }>("select file from pragma_database_list where name = 'main'"),
  );
  const over = new AbortController();
  let last: Checkpointed = { log: 0, checkpointed: 0 };
  let onReport = (): void => undefined;
  let isGone = false;
  const thread = runInThread<CheckpointTask>('checkpoint', [file?.file ?? ''], {
    signal: over.signal,
    isUnref: true,
    onPart: (state) => {
      last = state;
      onReport();
    },
  }).catch(() => {
    isGone = true;
    onReport();
  });
  const next = () =>
    new Promise<void>((resolve) => {
      const later = setTimeout(resolve, LONGEST_WAIT_MS);
      onReport = () => {
        clearTimeout(later);
        resolve();
      };
    });
  /** Skips the next report, which may be about the state before. */
  const waitForCheckpoint = async (): Promise<void> => {
    for (let words = 0; words < 2 && !isGone; words += 1) await next();
  };

  setPages(db, PAGES_AT_MOST);
  try {
    return await work(async () => {
      await nextTurn();
      if (last.log > PAGES_BEHIND) {
        await waitForCheckpoint();
        last = { log: 0, checkpointed: 0 };
      }
    });
  } finally {
    await waitForCheckpoint();
    over.abort();
    await thread;
    setPages(db, USUAL_PAGES);
    if (db.memory.mergesByHand) restoreAutomerge(db);
    db.memory.mergesByHand = false;
  }
};
