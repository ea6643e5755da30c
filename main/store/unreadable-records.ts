import type { Insertable, Selectable } from 'kysely';
import type { UnreadableKind } from '../../shared/api/statuses.ts';
import { build, type Db } from './db/connection.ts';
import { countOf } from './db/list.ts';
import { rowsBy } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { UnreadableRecordsTable } from './db/tables.ts';

/** The longest wait between two tries. */
export const FARTHEST_TRY_MS = 6 * 60 * 60_000;

export type UnreadableRow = Selectable<UnreadableRecordsTable>;
/** The key of a record. */
export type UnreadableIdentity = Pick<UnreadableRow, 'kind' | 'terminal_id' | 'key'>;

export const { remove: deleteUnreadable } = rowsBy('unreadable_records', 'id');

const byIdentity = fixedQuery<UnreadableRow, [kind: UnreadableKind, terminalId: number, key: string]>(() =>
  build
    .selectFrom('unreadable_records')
    .selectAll()
    .where('kind', '=', placeholder<UnreadableKind>())
    .where('terminal_id', '=', placeholder<number>())
    .where('key', '=', placeholder<string>()),
);

export const findUnreadable = (
  db: Db,
  { kind, terminal_id, key }: UnreadableIdentity,
): UnreadableRow | undefined => db.get(byIdentity(kind, terminal_id, key));

/** Writes a record, or updates what is known of it. */
export const putUnreadable = (db: Db, row: Insertable<UnreadableRecordsTable>): void => {
  const { kind: _, terminal_id: __, key: ___, first_seen_at: ____, ...changes } = row;
  db.run(
    build
      .insertInto('unreadable_records')
      .values(row)
      .onConflict((conflict) => conflict.columns(['kind', 'terminal_id', 'key']).doUpdateSet(changes)),
  );
};

export const unreadableOfTerminal = (db: Db, terminalId: number, kind: UnreadableKind): UnreadableRow[] =>
  db.all(
    build
      .selectFrom('unreadable_records')
      .selectAll()
      .where('kind', '=', kind)
      .where('terminal_id', '=', terminalId)
      .orderBy('id'),
  );

/** Excludes records of deleted terminals, which cannot be requested, and of attempts settled since. */
const current = () =>
  build
    .selectFrom('unreadable_records')
    .innerJoin('terminals', 'terminals.id', 'unreadable_records.terminal_id')
    .leftJoin('attempts', (join) =>
      join
        .onRef('attempts.tag', '=', 'unreadable_records.key')
        .on('unreadable_records.kind', '=', 'attempt')
        .on('attempts.status', '=', 'in_doubt'),
    )
    .where('terminals.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('unreadable_records.kind', '!=', 'attempt'), eb('attempts.id', 'is not', null)]),
    );

export const countUnreadable = (db: Db): number => countOf(db, current());

/** Newest first. */
export const listUnreadable = (db: Db, limit: number): UnreadableRow[] =>
  db.all(current().selectAll('unreadable_records').orderBy('unreadable_records.id', 'desc').limit(limit));

/** Deletes records that the bank has not sent since, and returns their number. */
export const pruneUnreadable = (db: Db, before: number): number =>
  db.run(build.deleteFrom('unreadable_records').where('last_seen_at', '<', before));
