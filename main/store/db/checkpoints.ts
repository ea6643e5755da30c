import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { TaskContext } from '../threads/serve-tasks.ts';
import { runInThread } from '../threads/thread.ts';
import type { Db } from './connection.ts';
import { plainSql } from './query-cache.ts';

// Who commits also moves what it finds in the write-ahead log to the database once that has 1000 pages
// (https://sqlite.org/wal.html#automatic_checkpoint): the disk is then waited for by everybody. While much is written
// a thread of its own does it, beside readers and writers, and whoever writes much waits for it without holding up others.

/** What the log may have before the thread is waited for: 4 MB, or the log would grow with what is written. */
const PAGES_BEHIND = 1000;
/** Should the thread be gone. */
const PAGES_AT_MOST = 20_000;
const USUAL_PAGES = 1000;
/** Readers of an older moment can keep the thread from getting there. */
const LONGEST_WAIT_MS = 1000;

/** Pages in the log, and those of them that have been moved. */
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

/** Moves what is in the write-ahead log to the database until its thread is terminated, and reports how far it is. */
export const checkpoint = async (file: string, { report }: TaskContext<Checkpointed>): Promise<never> => {
  const connection = new Database(file, { fileMustExist: true });
  for (;;) {
    const [state] = connection.pragma('wal_checkpoint(passive)') as [Checkpointed];
    report(state);
    await sleep(EVERY_MS);
  }
};

/** To be called between two transactions. */
export type BetweenTransactions = () => Promise<void>;

const setPages = (db: Db, pages: number): void => {
  db.all(plainSql(`pragma wal_autocheckpoint = ${pages}`));
};

/**
 * The search index merges its parts by itself, hundreds of pages at each 64th (75 ms with a million invoices, measured):
 * while much is written it does not, and whoever writes has it done by a few pages in each transaction.
 */
const setAutomerge = (db: Db, parts: 0 | 4): void => {
  db.run(plainSql(`insert into invoices_text (invoices_text, rank) values ('automerge', ${parts})`));
};
/** After much was written, or by a service that finds what another, ended in the middle of it, has left. */
export const restoreAutomerge = (db: Db): void => {
  const kept = db.get(plainSql<{ v: number }>("select v from invoices_text_config where k = 'automerge'"));
  if (kept?.v === 0) setAutomerge(db, 4);
};

const merged = new WeakSet<Db>();

/** After each transaction that has made parts, within `writingMuch`, in one of its own. */
export const mergeSearchIndex = (db: Db): void => {
  if (!merged.has(db)) setAutomerge(db, 0);
  merged.add(db);
  db.run(plainSql("insert into invoices_text (invoices_text, rank) values ('merge', 8)"));
};

/** Others are answered, and the log does not grow: for work that writes much, a little in each transaction. */
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
  /** Not the first word that comes, which may be of what was before. */
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
    if (merged.delete(db)) restoreAutomerge(db);
  }
};
