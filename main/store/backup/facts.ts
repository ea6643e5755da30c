import type Database from 'better-sqlite3';
import * as v from 'valibot';

/** Figures that must agree between a database and its copy. Sums are decimal text: they may exceed a JSON number. */
export const factsSchema = v.object({
  /** Rows by table. */
  tables: v.record(v.string(), v.number()),
  /** Minor units. */
  sums: v.object({ amount: v.string(), final_amount: v.string() }),
  /** The last number assigned, by series. */
  counters: v.record(v.string(), v.number()),
});
export type BackupFacts = v.InferOutput<typeof factsSchema>;

/** Reads the facts; within a transaction they are of one moment. */
export const readFacts = (connection: Database.Database): BackupFacts => {
  const tables = countTables(connection);
  const sums = connection
    .prepare<[], BackupFacts['sums']>(
      `select cast(coalesce(sum(amount), 0) as text) as amount,
        cast(coalesce(sum(final_amount), 0) as text) as final_amount from invoices`,
    )
    .get();
  if (!sums) throw new Error('The sums of the invoices were not read.');
  return { tables, sums, counters: pairs(connection, 'select name, value from counters order by name') };
};

const countTables = (connection: Database.Database): Record<string, number> => {
  // Skips shadow tables of a full-text index: their content follows from the other tables.
  const names = connection
    .prepare<[], { name: string }>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*' order by name",
    )
    .all();
  const counts = names.map(({ name }): [string, number] => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    return [name, connection.prepare<[], number>(`select count(*) from ${quoted}`).pluck().get() ?? 0];
  });
  return Object.fromEntries(counts);
};

const pairs = (connection: Database.Database, query: string): Record<string, number> =>
  Object.fromEntries(
    connection
      .prepare<[], { name: string; value: number }>(query)
      .all()
      .map(({ name, value }) => [name, value]),
  );

const flat = ({ tables, sums, counters }: BackupFacts): Map<string, string> =>
  new Map(
    Object.entries({ rows: tables, 'sum of': sums, 'last number of': counters }).flatMap(([what, values]) =>
      Object.entries(values).map(([name, value]): [string, string] => [`${what} ${name}`, String(value)]),
    ),
  );

/** The differences between two databases, a phrase each; empty if these facts are equal. */
export const differences = (copy: BackupFacts, original: BackupFacts): string[] => {
  const [there, here] = [flat(copy), flat(original)];
  return [...new Set([...here.keys(), ...there.keys()])]
    .filter((name) => there.get(name) !== here.get(name))
    .map((name) => `${name}: ${there.get(name) ?? 'none'} instead of ${here.get(name) ?? 'none'}`);
};

const MAX_FAULTS = 5;

/** Reads every page and returns the faults that SQLite finds, a phrase each. */
export const faultsIn = (connection: Database.Database): string[] => {
  const checked = connection.pragma(`integrity_check(${MAX_FAULTS})`) as { integrity_check: string }[];
  const orphans = connection.pragma('foreign_key_check') as { table: string; parent: string }[];
  return [
    // SQLite puts several lines into one row; the first of them is a headline.
    ...checked
      .flatMap((row) => row.integrity_check.split('\n'))
      .filter((line) => !/^(ok|\*\*\*.*|)$/.test(line)),
    ...orphans.map(({ table, parent }) => `a row of ${table} refers to none of ${parent}`),
  ].slice(0, MAX_FAULTS);
};
