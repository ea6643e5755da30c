import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Order } from '../../../shared/api/query.ts';
import { fold } from '../../../shared/text.ts';
import type { Db } from './connection.ts';

/** The requested part of a list. */
export interface Slice {
  limit: number;
  offset: number;
}

export interface Found<Row> {
  /** Number of matching records, before slicing. */
  count: number;
  rows: Row[];
}

/** Every word occurs in the record's `search_text`; `alsoBy` adds an alternative match. */
export const matchesWords = <Tables, Name extends keyof Tables>(
  eb: ExpressionBuilder<Tables, Name>,
  column: string,
  words: readonly string[] | undefined,
  alsoBy: (word: string) => Expression<SqlBool>[] = () => [],
): Expression<SqlBool> =>
  eb.and(
    (words ?? []).map((word) =>
      eb.or([sql<SqlBool>`instr(${sql.ref(column)}, ${fold(word)}) > 0`, ...alsoBy(word)]),
    ),
  );

/** A list of values for `in`: one statement for any number of them, so that it is prepared once. */
export const listed = <Value extends string | number>(values: readonly Value[]) =>
  sql<Value>`(select value from json_each(${JSON.stringify(values)}))`;

/**
 * One slice of a list: the count of all matches, and the rows in the requested order. The id breaks ties in the last
 * field's direction, so that pages never overlap.
 */
export const findSlice = <Tables, Name extends keyof Tables, Row, Field extends string>(
  db: Db,
  matching: SelectQueryBuilder<Tables, Name, object>,
  rows: SelectQueryBuilder<Tables, Name, Row>,
  table: string,
  orders: readonly Order<Field>[],
  slice: Slice,
): Found<Row> => ({ count: countOf(db, matching), rows: db.all(ordered(rows, table, orders, slice)) });

/** How many rows match. */
export const countOf = <Tables, Name extends keyof Tables>(
  db: Pick<Db, 'get'>,
  matching: SelectQueryBuilder<Tables, Name, object>,
): number => {
  const counted = db.get(matching.select(sql<number>`count(*)`.as('count'))) as { count: number } | undefined;
  return counted?.count ?? 0;
};

/** The rows of a slice, in order. */
export const ordered = <Tables, Name extends keyof Tables, Row, Field extends string>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  table: string,
  orders: readonly Order<Field>[],
  slice: Slice,
): SelectQueryBuilder<Tables, Name, Row> =>
  inOrder(rows, table, orders).limit(slice.limit).offset(slice.offset);

/** All rows, in order. */
export const inOrder = <Tables, Name extends keyof Tables, Row, Field extends string>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  table: string,
  orders: readonly Order<Field>[],
): SelectQueryBuilder<Tables, Name, Row> => {
  const idOrder = { field: 'id', descending: orders.at(-1)?.descending ?? false };
  let query = rows;
  for (const { field, descending } of [...orders, idOrder])
    query = query.orderBy(sql.ref(`${table}.${field}`), descending ? 'desc' : 'asc');
  return query;
};

export const BY_NAME: readonly Order<'name'>[] = [{ field: 'name', descending: false }];

export const bit = (value: boolean) => (value ? (1 as const) : (0 as const));

/** The flags that are given, as they are stored. */
export const givenBits = <Flags extends { [Name in keyof Flags]: boolean | undefined }>(flags: Flags) => {
  const given = Object.entries<boolean | undefined>(flags).flatMap(([name, flag]) =>
    flag === undefined ? [] : [[name, bit(flag)]],
  );
  return Object.fromEntries(given) as { [Name in keyof Flags]?: 0 | 1 };
};
