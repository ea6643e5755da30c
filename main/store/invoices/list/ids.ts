import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import { build, type Db } from '../../db/connection.ts';
import type { Slice } from '../../db/list.ts';
import { opaqueParam } from '../../db/query-cache.ts';
import type { SumsFilter } from '../rollups/rollups.ts';
import { all, daysOfSlice, keysOf } from './days.ts';

/** Ids of invoices by date, for filters with kept sums: the cost of a page does not grow with the table. */

/** Limits beyond which the sums by day are read instead of scanning an index. */
const DEFAULT_LIMITS = {
  /** Index entries that are scanned in the time that it takes to read the counts by day. */
  walk: 4000,
  /** The same for the sums of one status by day, of which there are more. */
  walkStatus: 50_000,
};

/** Covers every column of the filter. */
const BY_DATE = 'invoices_created';
/** Index per filter: its columns, then date and id. */
const INDEX_BY_FILTER: Record<string, string> = {
  '': BY_DATE,
  status: 'invoices_status',
  terminal: 'invoices_terminal',
  'status terminal': 'invoices_terminal_status',
  cash_register: 'invoices_cash_register',
};

interface Id {
  id: number;
}
type Condition = RawBuilder<unknown>;

/** The index that the invoices under a filter are read from by date. */
export const indexByDate = (filter: SumsFilter): string => ownIndex(filter) ?? BY_DATE;

const ownIndex = (filter: SumsFilter): string | undefined =>
  INDEX_BY_FILTER[
    keysOf(filter)
      .map(({ name }) => name)
      .join(' ')
  ];

/**
 * The ids of a slice that is known to be full: `limit` invoices follow after `offset`.
 * @param descending newest first
 * @param limits for tests
 */
export const idsByDate = (
  db: Db,
  filter: SumsFilter,
  part: Slice,
  descending: boolean,
  { walk, walkStatus } = DEFAULT_LIMITS,
): Id[] => {
  const own = ownIndex(filter);
  const isNear = part.offset + part.limit <= walk;
  if (own === undefined)
    return (
      (isNear ? idsFromIndex(db, filter, part, descending, walk) : undefined) ??
      idsOnDays(db, filter, part, descending)
    );
  // The sums of one status are stored together. Those of all statuses need adding up (8 to 20 ms), which pays off only
  // beyond a hundred thousand index entries.
  const isQuickByDay = filter.status !== undefined && part.offset > walkStatus;
  const byDay = own === BY_DATE ? !isNear : isQuickByDay;
  return byDay ? idsOnDays(db, filter, part, descending) : inIndex(db, filter, part, descending, own);
};

const keys = (filter: SumsFilter, of = 'invoices'): Condition[] =>
  keysOf(filter).map(({ column, value }) => sql`${sql.ref(`${of}.${column}`)} = ${opaqueParam(value)}`);

const range = ({ created_from, created_to }: SumsFilter): Condition[] => [
  ...(created_from === undefined ? [] : [sql`invoices.created_date >= ${opaqueParam(created_from)}`]),
  ...(created_to === undefined ? [] : [sql`invoices.created_date <= ${opaqueParam(created_to)}`]),
];

const order = (descending: boolean, of = 'invoices') => {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql`order by ${sql.ref(`${of}.created_date`)} ${direction}, ${sql.ref(`${of}.id`)} ${direction}`;
};

const queryAll = <Row>(db: Db, query: RawBuilder<Row>): Row[] =>
  db.all({ compile: () => query.compile(build) });

const inIndex = (
  db: Db,
  filter: SumsFilter,
  { limit, offset }: Slice,
  descending: boolean,
  index: string,
): Id[] =>
  queryAll(
    db,
    sql<Id>`select invoices.id from invoices indexed by ${sql.id(index)}
      where ${all([...keys(filter), ...range(filter)])} ${order(descending)} limit ${limit} offset ${offset}`,
  );

/** The ids of the slice from the first index entries; undefined if these do not cover the whole slice. */
const idsFromIndex = (
  db: Db,
  filter: SumsFilter,
  { limit, offset }: Slice,
  descending: boolean,
  walk: number,
): Id[] | undefined => {
  const ids = queryAll(
    db,
    sql<Id>`select first.id from (
        select id, created_date, status, terminal_id, cash_register_id, created_locally
        from invoices indexed by ${sql.id(BY_DATE)} where ${all(range(filter))} ${order(descending)} limit ${walk}
      ) as first
      where ${all(keys(filter, 'first'))} ${order(descending, 'first')} limit ${limit} offset ${offset}`,
  );
  return ids.length === limit ? ids : undefined;
};

/** Searches only the days that contain some of the slice, according to the sums. */
const idsOnDays = (db: Db, filter: SumsFilter, part: Slice, descending: boolean): Id[] => {
  const { days, offset } = daysOfSlice(db, filter, part, descending, (day) => countOn(db, filter, day));
  const slice = { limit: part.limit, offset };
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  // All invoices between the first and the last day belong to the slice.
  if (keysOf(filter).length === 0)
    return inIndex(
      db,
      withinDays(filter, Math.min(first, last), Math.max(first, last)),
      slice,
      descending,
      BY_DATE,
    );
  return queryAll(
    db,
    sql<Id>`select invoices.id
      from json_each(${opaqueParam(JSON.stringify(days))}) as days
      cross join invoices indexed by ${sql.id(BY_DATE)}
        on invoices.created_date >= days.value * ${sql.lit(DAY_MS)}
        and invoices.created_date < (days.value + 1) * ${sql.lit(DAY_MS)}
      where ${all([...keys(filter), ...range(filter)])} ${order(descending)}
      limit ${slice.limit} offset ${slice.offset}`,
  );
};

/** Restricts the filter to some days. */
const withinDays = (filter: SumsFilter, first: number, last: number): SumsFilter => ({
  ...filter,
  created_from: Math.max(filter.created_from ?? -Number.MAX_SAFE_INTEGER, first * DAY_MS),
  created_to: Math.min(filter.created_to ?? Number.MAX_SAFE_INTEGER, (last + 1) * DAY_MS - 1),
});

const countOn = (db: Db, filter: SumsFilter, day: number): number => {
  const query = sql<{ count: number }>`select count(*) as count from invoices indexed by ${sql.id(BY_DATE)}
    where ${all([...keys(filter), ...range(withinDays(filter, day, day))])}`;
  return queryAll(db, query)[0]?.count ?? 0;
};
