import { threadId } from 'node:worker_threads';
import { sql } from 'kysely';
import { build, type Db } from '../../../main/store/db/connection.ts';

/** Counts so far, asking now and then whether anybody waits. */
const count = (db: Db, upTo: number): number =>
  db.get(
    build
      .selectFrom(
        sql<{
          n: number;
        }>`(with recursive counter (n) as (select 1 union all select n + 1 from counter where n < ${upTo})
          select n from counter where n & 4095 <> 0 or not_cancelled(n))`.as('counter'),
      )
      .select(sql<number>`max(n)`.as('n')),
  )?.n ?? 0;

export const TEST_READS = {
  count,
  thread: (_db: Db) => threadId,
  settings: (db: Db) =>
    db
      .all(build.selectFrom('settings').select('value').where('key', 'like', 'test%'))
      .map(({ value }) => value),
  fail: (_db: Db): number => {
    throw new Error('So it goes.');
  },
  die: (_db: Db): never => process.exit(3),
};
