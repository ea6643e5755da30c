import type { Insertable, Selectable } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import type { StatementHistoriesTable } from './db/tables.ts';

export type StatementHistoryRow = Selectable<StatementHistoriesTable>;
export type HistoryChanges = Partial<Omit<StatementHistoryRow, 'terminal_id'>>;

export const { find: findHistory, update: changeHistory } = rowsBy('statement_histories', 'terminal_id');

/** Begins anew: whatever an earlier reading counted is gone. */
export const replaceHistory = (db: Db, row: Insertable<StatementHistoriesTable>): void => {
  db.run(build.deleteFrom('statement_histories').where('terminal_id', '=', row.terminal_id));
  db.run(build.insertInto('statement_histories').values(row));
};

/** Those to go on with at a time (ms). One planned further away than `farthest` was planned by a clock set back since. */
export const dueHistories = (db: Db, at: number, farthest: number): StatementHistoryRow[] =>
  db.all(
    build
      .selectFrom('statement_histories')
      .selectAll()
      .where('state', '=', 'running')
      .where((eb) =>
        eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', at), eb('retry_at', '>', farthest)]),
      )
      .orderBy('terminal_id'),
  );
