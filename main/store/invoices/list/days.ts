import { type RawBuilder, sql } from 'kysely';
import { INVOICE_STATUSES } from '../../../../shared/api/statuses.ts';
import { build, type Db } from '../../db/connection.ts';
import { dayOf } from '../../db/days.ts';
import type { Slice } from '../../db/list.ts';
import { opaqueParam } from '../../db/query-cache.ts';
import type { SumsFilter } from '../rollups/rollups.ts';

/** The slice's position: it lies on these UTC days, in order of time, after `offset` others of the first day. */
export interface DaysOfSlice {
  days: number[];
  offset: number;
}

type Condition = RawBuilder<unknown>;

/** Joins conditions with `and`. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** The filters with kept sums, besides time, and their columns in `invoices` and in the sums. */
const KEYS = [
  ['status', 'status', 'status'],
  ['terminal', 'terminal_id', 'terminal'],
  ['cash_register', 'cash_register_id', 'register'],
  ['created_locally', 'created_locally', 'created_locally'],
] as const;

export const keysOf = (filter: SumsFilter) =>
  KEYS.flatMap(([name, column, kept]) => {
    const value = filter[name];
    return value === undefined
      ? []
      : [{ name, column, kept, value: typeof value === 'boolean' ? Number(value) : value }];
  });

const STATUSES = sql.raw(`('${INVOICE_STATUSES.join("', '")}')`);

/** The sums of a filter by day; one row per day if it filters by time alone. */
const counts = (filter: SumsFilter): RawBuilder<unknown> => {
  const { created_from, created_to } = filter;
  const keys = keysOf(filter);
  const conditions = keys.map(({ kept, value }) => sql`${sql.ref(kept)} = ${opaqueParam(value)}`);
  // The key begins with the status, so each status is searched by its days.
  if (keys.length > 0 && filter.status === undefined) conditions.push(sql`status in ${STATUSES}`);
  if (created_from !== undefined) conditions.push(sql`day >= ${opaqueParam(dayOf(created_from))}`);
  if (created_to !== undefined) conditions.push(sql`day <= ${opaqueParam(dayOf(created_to))}`);
  return keys.length === 0
    ? sql`select day, count from invoice_day_counts where ${all(conditions)}`
    : sql`select day, sum(count) as count from invoice_days where ${all(conditions)} group by day`;
};

/**
 * The days of a slice. Each contains at least one of its invoices, so there are no more days than invoices.
 * @param countOf counts the first day in list order, which the range may cut: the sums cover the whole day. Nothing
 * follows the range's end, so no other day has to be counted.
 */
export const daysOfSlice = (
  db: Db,
  filter: SumsFilter,
  { limit, offset }: Slice,
  descending: boolean,
  countOf: (day: number) => number,
): DaysOfSlice => {
  const edge = descending ? filter.created_to : filter.created_from;
  const first = edge === undefined ? null : dayOf(edge);
  const cut = first === null ? null : countOf(first);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const days = sql<{ day: number; before: number }>`
    select day, upto - count as before
    from (
      select day, count, sum(count) over (order by day ${direction} rows unbounded preceding) as upto
      from (select day, iif(day = ${opaqueParam(first)}, ${opaqueParam(cut)}, count) as count from (${counts(filter)}))
    )
    where upto > ${opaqueParam(offset)}
    limit ${limit}`;
  const found = db.all({ compile: () => days.compile(build) });
  const first_before = found[0]?.before ?? 0;
  return {
    days: found.filter(({ before }) => before < offset + limit).map(({ day }) => day),
    offset: offset - first_before,
  };
};
