import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { codesOfGroup } from '../../shared/actions.ts';
import type { ActionFilter } from '../../shared/api/actions.ts';
import { build, type Db } from './db/connection.ts';
import { countOf, type Found, listed, type Slice } from './db/list.ts';
import { putRow } from './db/put.ts';
import { queryByColumns } from './db/query-cache.ts';
import type { Snapshot } from './db/snapshot.ts';
import type { ActionsCheckTable, ActionsTable } from './db/tables.ts';
import { nextNumber } from './settings.ts';

export type ActionRow = Selectable<ActionsTable>;
export type NewAction = Omit<ActionRow, 'number' | 'previous_hash' | 'hash'>;

const inserted = queryByColumns((action: ActionRow) => build.insertInto('actions').values(action));

/** The number of the last action; 0: none yet. */
export const lastActionNumber = (db: Db): number =>
  db.get(build.selectFrom('actions').select((eb) => eb.fn.max('number').as('number')))?.number ?? 0;

/** Appends an action. Call it in the transaction of the act itself. */
export const insertAction = (db: Db, action: NewAction): void =>
  db.transaction(() => {
    db.run(inserted({ number: nextNumber(db, 'action'), ...action, previous_hash: '', hash: '' }));
  });

const following = (db: Db, after: number, limit: number): ActionRow[] =>
  db.all(build.selectFrom('actions').selectAll().where('number', '>', after).orderBy('number').limit(limit));

/** When the oldest action happened (ms); undefined: none is kept. */
export const oldestAction = (db: Db): number | undefined => following(db, -1, 1)[0]?.at;

export type CheckRow = Selectable<ActionsCheckTable>;

export const readCheck = (db: Db): CheckRow | undefined =>
  db.get(build.selectFrom('actions_check').selectAll());

export const writeCheck = (db: Db, check: Omit<CheckRow, 'id'>): void =>
  putRow(db, 'actions_check', ['id'], { id: 1, ...check });

/** Deleted in one transaction. */
const PRUNED_AT_ONCE = 1000;

/**
 * Deletes the actions from before a moment (ms), except the last one.
 * Returns their number; an interrupted run continues the next time.
 * @param onPruned called in the transaction of each part
 */
export const pruneActions = async (
  db: Db,
  before: number,
  onPruned: (to: number, count: number) => void,
): Promise<number> => {
  let pruned = 0;
  for (;;) {
    const count = db.transaction(() => pruneOnce(db, before, onPruned));
    if (count === 0) return pruned;
    pruned += count;
    await nextTurn();
  }
};

const pruneOnce = (db: Db, before: number, onPruned: (to: number, count: number) => void): number => {
  const oldest = following(db, -1, PRUNED_AT_ONCE + 1);
  // By number, not by time: the clock may have been set back, and a trigger keeps the log without gaps.
  const kept = oldest.findIndex(({ at }) => at >= before);
  const to = oldest[(kept === -1 ? oldest.length - 1 : kept) - 1];
  if (!to) return 0;
  // A trigger lets only actions up to this one be deleted.
  db.run(build.updateTable('actions_start').set({ number: to.number, hash: to.hash }).where('id', '=', 1));
  const count = db.run(build.deleteFrom('actions').where('number', '<=', to.number));
  onPruned(to.number, count);
  return count;
};

const matching = (filter: ActionFilter) => {
  const { who, group, code, source, object, object_id, from, to } = filter;
  const codes =
    group === undefined ? code : codesOfGroup(group).filter((each) => code?.includes(each) ?? true);
  return build
    .selectFrom('actions')
    .where((eb) =>
      eb.and([
        ...(who === undefined ? [] : [eb('actor_id', '=', who)]),
        ...(codes === undefined ? [] : [eb('code', 'in', listed(codes))]),
        ...(source === undefined ? [] : [eb('source', '=', source)]),
        ...(object === undefined ? [] : [eb('object', '=', object)]),
        ...(object_id === undefined ? [] : [eb('object_id', '=', object_id)]),
        ...(from === undefined ? [] : [eb('at', '>=', from)]),
        ...(to === undefined ? [] : [eb('at', '<=', to)]),
      ]),
    );
};

export const countActions = (db: Pick<Db, 'get'>, filter: ActionFilter): number =>
  countOf(db, matching(filter));

const newestFirst = (filter: ActionFilter) => matching(filter).selectAll().orderBy('number', 'desc');

export const listActions = (db: Db, filter: ActionFilter, { limit, offset }: Slice): Found<ActionRow> => ({
  count: countActions(db, filter),
  rows: db.all(newestFirst(filter).limit(limit).offset(offset)),
});

/** Reads a list row by row, newest first. */
export const iterateActions = (snapshot: Snapshot, filter: ActionFilter): Iterator<ActionRow, undefined> =>
  snapshot.iterate(newestFirst(filter));
