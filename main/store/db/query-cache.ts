import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Query } from './connection.ts';

type Parameter = string | number | null;

/** A parameter of a fixed query: its value is given with each run. */
export const given = <Value extends Parameter>(): RawBuilder<Value> => unswaying(null as Value);

/**
 * A parameter that does not sway the plan: bound as it is, SQLite 3.54 compiles the statement anew at every run (a
 * join by id: 21 µs instead of 2.7, measured).
 */
export const unswaying = <Value extends Parameter>(value: Value): RawBuilder<Value> =>
  sql<Value>`(select ${value})`;

const sameText = <Row>(
  { sql: text, query, queryId }: CompiledQuery<Row>,
  parameters: readonly unknown[],
) => ({
  compile: () => ({ sql: text, query, queryId, parameters }),
});

/**
 * A query whose text is always the same, built and compiled once: what is asked at each request spends more time on
 * being built than on being run. Gives a function that takes its parameters, in the order of its text.
 */
export const fixed = <Row, Parameters extends readonly Parameter[]>(make: () => Query<Row>) => {
  let compiled: CompiledQuery<Row> | undefined;
  return (...parameters: Parameters): Query<Row> => {
    compiled ??= make().compile();
    if (compiled.parameters.length !== parameters.length)
      throw new Error(`${parameters.length} parameters for ${compiled.sql}`);
    return sameText(compiled, parameters);
  };
};

/**
 * A query that writes the columns of a record and has no other parameters than their values, in their order, and
 * `others` after them: its text depends on the names of the columns alone, and is kept by them.
 */
export const fixedByColumns = <Row, Columns extends object, Others extends readonly Parameter[] = []>(
  make: (columns: Columns, ...others: Others) => Query<Row>,
) => {
  const known = new Map<string, CompiledQuery<Row>>();
  return (columns: Columns, ...others: Others): Query<Row> => {
    const parameters: unknown[] = [...Object.values(columns), ...others];
    const names = Object.keys(columns).join(' ');
    const kept = known.get(names);
    if (kept && !parameters.includes(undefined)) return sameText(kept, parameters);
    const compiled = make(columns, ...others).compile();
    const isOnlyTheirs =
      compiled.parameters.length === parameters.length &&
      parameters.every((value, at) => value === compiled.parameters[at]);
    // What else was set by an expression, or left out, has a text of its own.
    if (isOnlyTheirs) known.set(names, compiled);
    return { compile: () => compiled };
  };
};
