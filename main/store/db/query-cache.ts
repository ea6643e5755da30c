import { channel } from 'node:diagnostics_channel';
import type Database from 'better-sqlite3';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';

export interface Query<Row> {
  compile(): CompiledQuery<Row>;
}

/** A query whose text depends on its key alone, so that a connection compiles it once. */
interface CachedQuery<Row> extends Query<Row> {
  key: unknown;
  parameters: readonly unknown[];
}

const MAX_STATEMENTS = 300;

/** Each statement of every connection of this thread, by its SQL text: how a test counts those of a request. */
export const statementRuns = channel('kramar.statement');

/** A connection's prepared statements, by their query's key or else text; evicts the least recently used. */
export const createStatementCache = (connection: Database.Database) => {
  const statements = new Map<unknown, Database.Statement>();

  return (
    query: Query<unknown> | CachedQuery<unknown>,
  ): { prepared: Database.Statement; parameters: readonly unknown[] } => {
    const compiled = 'key' in query ? undefined : query.compile();
    const key = 'key' in query ? query.key : compiled?.sql;
    const known = statements.get(key);
    // Map keeps insertion order: deleting and inserting makes the first key the least recently used.
    if (known) statements.delete(key);
    else if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value);
    const prepared = known ?? connection.prepare((compiled ?? query.compile()).sql);
    statements.set(key, prepared);
    if (statementRuns.hasSubscribers) statementRuns.publish(prepared.source);
    return { prepared, parameters: 'key' in query ? query.parameters : (compiled?.parameters ?? []) };
  };
};

/** @param make builds the text; only the number and order of its parameters matter, not their values */
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

/** A parameter of a cached query; each run supplies its value. */
export const placeholder = <Value extends Parameter>(): RawBuilder<Value> => opaqueParam(null as Value);

/**
 * A parameter that does not influence the plan. Bound directly, it makes SQLite 3.54 compile the statement anew at
 * every run (a join by id: 21 µs instead of 2.7, measured).
 */
export const opaqueParam = <Value extends Parameter>(value: Value): RawBuilder<Value> =>
  sql<Value>`(select ${value})`;

/**
 * A query with constant text: building a frequent query costs more than running it. Returns a function that takes the
 * parameters in the order of the text.
 */
export const fixedQuery = <Row, Parameters extends readonly Parameter[]>(make: () => Query<Row>) => {
  const compile = () => make().compile();
  return (...parameters: Parameters): Query<Row> => cached(compile, parameters, compile);
};

let lastId = 0;

/**
 * A query that writes the columns of a record. Its parameters are the columns' values in order, then `others`: its text
 * depends on the names of the columns alone.
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
      // Kysely omits it.
      if (value === undefined) continue;
      key += ` ${name}`;
      parameters.push(value);
    }
    parameters.push(...others);
    return cached(key, parameters, () => make(columns, ...others).compile());
  };
};

/** For SQL that Kysely cannot build. The text never contains user input. */
export const plainSql = <Row = unknown>(text: string, ...parameters: (number | string)[]): Query<Row> => ({
  compile: () => ({ sql: text, parameters }) as unknown as CompiledQuery<Row>,
});
