import { type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import { fixedQuery } from './db/query-cache.ts';
import type { ReceiversTable } from './db/tables.ts';

/** Programs on this computer that events are delivered to. */

export type ReceiverRow = Selectable<ReceiversTable>;

/** The deliveries of a receiver that is deleted go with it. */
export const {
  find: findReceiver,
  insert: insertReceiver,
  update: updateReceiver,
  remove: deleteReceiver,
} = rowsBy('receivers', 'id');

/** Runs twice a second. */
const byAge = fixedQuery<ReceiverRow, []>(() => build.selectFrom('receivers').selectAll().orderBy('id'));

/** Oldest first. */
export const allReceivers = (db: Db): ReceiverRow[] => db.all(byAge());

/** One more attempt without an answer; none is made until `next_try_at`. */
export const pauseReceiver = (db: Db, id: number, next_try_at: number): void => {
  db.run(
    build
      .updateTable('receivers')
      .set({ failures: sql<number>`failures + 1`, next_try_at })
      .where('id', '=', id),
  );
};
