import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from './db/connection.ts';
import { plainSql } from './db/query-cache.ts';
import { fillSums } from './invoices/rollups/check.ts';

/**
 * Fills a database that nobody uses yet: the tables are written without their indexes and triggers, which are made once
 * at the end, as are the kept sums and the search index. A database in which it was interrupted is of no use: nothing is
 * written to a journal meanwhile.
 */

const FILLED = ['invoices', 'invoice_items', 'refunds'] as const;

interface Definition {
  type: 'index' | 'trigger';
  name: string;
  sql: string;
}

export interface LoadSteps {
  /** Called before each step. */
  onStep(step: LoadStep): void;
  /** Aborted: the load ends at its next pause. */
  signal?: AbortSignal | undefined;
}

export type LoadStep = { name: 'indexes'; done: number; of: number } | { name: 'sums' } | SearchStep;
interface SearchStep {
  name: 'search';
  /** The last invoice whose text is in the index. */
  upTo: number;
}

/** @param fill inserts rows into FILLED alone; the tables were empty. @throws the reason of the signal */
export const bulkLoad = async (
  db: Db,
  fill: () => Promise<void>,
  { onStep, signal }: LoadSteps,
): Promise<void> => {
  const definitions = db.all(
    plainSql<Definition>(
      `select type, name, sql from sqlite_schema
       where type in ('index', 'trigger') and tbl_name in (${FILLED.map((name) => `'${name}'`).join(', ')})
         and sql is not null
       order by rowid`,
    ),
  );
  const pause = async (step: LoadStep): Promise<void> => {
    onStep(step);
    await nextTurn();
    signal?.throwIfAborted();
  };
  setJournal(db, 'off');
  try {
    for (const { type, name } of definitions) db.run(plainSql(`drop ${type} ${name}`));
    await fill();
    const indexes = definitions.filter(({ type }) => type === 'index');
    for (const [done, { sql }] of indexes.entries()) {
      await pause({ name: 'indexes', done, of: indexes.length });
      db.run(plainSql(sql));
    }
    await pause({ name: 'sums' });
    fillSums(db);
    await fillSearch(db, pause);
    for (const { type, sql } of definitions) if (type === 'trigger') db.run(plainSql(sql));
  } finally {
    setJournal(db, 'wal');
  }
};

/** Sorting an index of two million rows in memory takes this much. */
const CACHE_KB = 256 * 1024;
const USUAL_CACHE_KB = 16_000;

const setJournal = (db: Db, journal: 'off' | 'wal'): void => {
  const isOff = journal === 'off';
  db.all(plainSql(`pragma journal_mode = ${journal}`));
  db.run(plainSql(`pragma synchronous = ${isOff ? 'off' : 'full'}`));
  db.run(plainSql(`pragma cache_size = -${isOff ? CACHE_KB : USUAL_CACHE_KB}`));
  // Each row would be looked up otherwise; the rows refer to each other as their caller made them.
  db.run(plainSql(`pragma foreign_keys = ${isOff ? 'off' : 'on'}`));
};

const TEXTS_AT_ONCE = 25_000;

const fillSearch = async (db: Db, pause: (step: SearchStep) => Promise<void>): Promise<void> => {
  const last = plainSql<{ id: number | null }>('select max(id) as id from invoices');
  const end = db.get(last)?.id ?? 0;
  for (let after = 0; after < end; after += TEXTS_AT_ONCE) {
    db.run(
      plainSql(
        'insert into invoices_text (rowid, search_text) select id, search_text from invoices where id > ? and id <= ?',
        after,
        after + TEXTS_AT_ONCE,
      ),
    );
    await pause({ name: 'search', upTo: Math.min(end, after + TEXTS_AT_ONCE) });
  }
};
