import type Database from 'better-sqlite3';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';

export interface Query<Row> {
  compile(): CompiledQuery<Row>;
}

/** A query whose text depends on its key alone: a connection that has prepared it does not compile it again. */
interface CachedQuery<Row> extends Query<Row> {
  key: unknown;
  parameters: readonly unknown[];
}

const MAX_STATEMENTS = 300;

/**
 * The prepared statements of a connection, by the key of their query or else by their text; the least recently used
 * makes room for another.
 */
export const createStatementCache = (connection: Database.Database) => {
  const statements = new Map<unknown, Database.Statement>();

  const statement = (key: unknown, text: () => string): Database.Statement => {
    const known = statements.get(key);
    // Map keeps insertion order: taking it out and back makes the first key the least recently used.
    if (known) statements.delete(key);
    else if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value);
    const prepared = known ?? connection.prepare(text());
    statements.set(key, prepared);
    return prepared;
  };

  return (query: Query<unknown>): { prepared: Database.Statement; parameters: readonly unknown[] } => {
    if (isCached(query)) {
      const { key, parameters } = query;
      return { prepared: statement(key, () => query.compile().sql), parameters };
    }
    const { sql: text, parameters } = query.compile();
    return { prepared: statement(text, () => text), parameters };
  };
};

const isCached = (query: Query<unknown>): query is CachedQuery<unknown> => 'key' in query;

/** @param make gives the text; the values of its parameters are of no matter, their number and order are */
export const cached = <Row>(
  key: unknown,
  parameters: readonly unknown[],
  make: () => CompiledQuery<Row>,
): CachedQuery<Row> => ({
  key,
  parameters,
  compile: () => {
    const compiled = make();
    if (compiled.parameters.length !== parameters.length)
      throw new Error(`${parameters.length} parameters for ${compiled.sql}`);
    return { ...compiled, parameters };
  },
});

type Parameter = string | number | null;

/** A parameter of a cached query: its value is given with each run. */
export const placeholder = <Value extends Parameter>(): RawBuilder<Value> => opaqueParam(null as Value);

/**
 * A parameter that does not sway the plan: bound as it is, SQLite 3.54 compiles the statement anew at every run (a
 * join by id: 21 µs instead of 2.7, measured).
 */
export const opaqueParam = <Value extends Parameter>(value: Value): RawBuilder<Value> =>
  sql<Value>`(select ${value})`;

/**
 * A query whose text is always the same: what is asked at each request spends more time on being built than on being
 * run. Gives a function that takes its parameters, in the order of its text.
 */
export const fixedQuery = <Row, Parameters extends readonly Parameter[]>(make: () => Query<Row>) => {
  const compile = () => make().compile();
  return (...parameters: Parameters): Query<Row> => cached(compile, parameters, compile);
};

let lastId = 0;

/**
 * A query that writes the columns of a record and has no other parameters than their values, in their order, and
 * `others` after them: its text depends on the names of the columns alone.
 */
export const queryByColumns = <Row, Columns extends object, Others extends readonly Parameter[] = []>(
  make: (columns: Columns, ...others: Others) => Query<Row>,
) => {
  lastId += 1;
  const id = lastId;
  return (columns: Columns, ...others: Others): Query<Row> => {
    let key = `${id}`;
    const parameters: unknown[] = [];
    for (const [name, value] of Object.entries(columns)) {
      // Kysely leaves it out.
      if (value === undefined) continue;
      key += ` ${name}`;
      parameters.push(value);
    }
    parameters.push(...others);
    return cached(key, parameters, () => make(columns, ...others).compile());
  };
};

/** For what Kysely has no words for. The text is never made of what somebody typed. */
export const plainSql = <Row = unknown>(text: string, ...parameters: (number | string)[]): Query<Row> => ({
  compile: () => ({ sql: text, parameters }) as unknown as CompiledQuery<Row>,
});
