import type { Insertable, Selectable } from 'kysely';
import type { MoneyPermit } from '../platform/money-permit.ts';
import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, type Slice } from './db/list.ts';
import type { ClosuresTable } from './db/tables.ts';

export type ClosureRow = Selectable<ClosuresTable>;
type Kind = ClosuresTable['kind'];

const LATEST_FIRST = [
  { field: 'period', descending: true },
  { field: 'version', descending: true },
] as const;

export const latestClosure = (db: Db, kind: Kind, period: string): ClosureRow | undefined =>
  db.get(
    build
      .selectFrom('closures')
      .selectAll()
      .where('kind', '=', kind)
      .where('period', '=', period)
      .orderBy('version', 'desc')
      .limit(1),
  );

/** @param _permit of the guard */
export const insertClosure = (
  db: Db,
  closure: Insertable<ClosuresTable>,
  _permit: MoneyPermit<'close-books'>,
): ClosureRow => db.write(build.insertInto('closures').values(closure).returningAll());

/** Closed months after a closure (its id), the oldest first; without one the newest alone. */
export const closedMonthsAfter = (db: Db, id: number | undefined): ClosureRow[] => {
  const months = build.selectFrom('closures').selectAll().where('kind', '=', 'month');
  return id === undefined
    ? db.all(months.orderBy('id', 'desc').limit(1))
    : db.all(months.where('id', '>', id).orderBy('id'));
};

/** Periods of the same length as text, such as dates; both ends included. */
export interface ClosureRange {
  from: string;
  to: string;
}

/** All versions, the latest period first, and of it the latest version. */
export const listClosures = (
  db: Db,
  kind: Kind,
  { from, to }: ClosureRange,
  slice: Slice,
): Found<ClosureRow> => {
  const matching = build
    .selectFrom('closures')
    .where('kind', '=', kind)
    .where('period', '>=', from)
    .where('period', '<=', to);
  return findSlice(db, matching, matching.selectAll(), 'closures', LATEST_FIRST, slice);
};
