import { type Insertable, type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { fixedQuery } from './db/query-cache.ts';
import type { ReceiversTable } from './db/tables.ts';

/** Programs on this computer that events are delivered to. */

export type ReceiverRow = Selectable<ReceiversTable>;

/** Runs twice a second. */
const byAge = fixedQuery<ReceiverRow, []>(() => build.selectFrom('receivers').selectAll().orderBy('id'));

/** Oldest first. */
export const allReceivers = (db: Db): ReceiverRow[] => db.all(byAge());

export const findReceiver = (db: Db, id: number): ReceiverRow | undefined =>
  db.get(build.selectFrom('receivers').selectAll().where('id', '=', id));

export const insertReceiver = (db: Db, receiver: Insertable<ReceiversTable>): ReceiverRow =>
  db.write(build.insertInto('receivers').values(receiver).returningAll());

export const updateReceiver = (
  db: Db,
  id: number,
  changes: Partial<Omit<ReceiverRow, 'id' | 'url' | 'created_at'>>,
): void => {
  db.run(build.updateTable('receivers').set(changes).where('id', '=', id));
};

/** Its deliveries go with it. */
export const deleteReceiver = (db: Db, id: number): void => {
  db.run(build.deleteFrom('receivers').where('id', '=', id));
};

/** One more attempt without an answer; none is made until `next_try_at`. */
export const pauseReceiver = (db: Db, id: number, next_try_at: number): void => {
  db.run(
    build
      .updateTable('receivers')
      .set({ failures: sql<number>`failures + 1`, next_try_at })
      .where('id', '=', id),
  );
};
