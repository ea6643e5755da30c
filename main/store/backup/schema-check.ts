import Database from 'better-sqlite3';
import { runMigrations } from '../migrate-steps.ts';
import { migrations } from '../migrations/index.ts';

interface SchemaObject {
  type: string;
  name: string;
  table: string;
  /** Null for an index that SQLite makes by itself. */
  sql: string | null;
}

/** Ten times the longest of ours. */
const MAX_SQL_CHARACTERS = 40_000;

/** One after another and as text: a foreign file may have any number of them, of any length and type. */
const objectsIn = (connection: Database.Database): IterableIterator<SchemaObject> =>
  connection
    .prepare<[number], SchemaObject>(
      `select cast(type as text) as type, cast(name as text) as name, cast(tbl_name as text) as "table",
        substr(cast(sql as text), 1, ?) as sql from sqlite_schema`,
    )
    .iterate(MAX_SQL_CHARACTERS);

/** What the migrations up to a version make, in a database in memory. */
const expectedObjects = (version: number): SchemaObject[] => {
  const scratch = new Database(':memory:');
  try {
    runMigrations(scratch, migrations.slice(0, version), () => undefined);
    return [...objectsIn(scratch)];
  } finally {
    scratch.close();
  }
};

/** What is quoted, or comments and white space as SQLite has them. */
const TOKENS = /('[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\])|(?:--[^\n]*|\/\*[\s\S]*?\*\/|[ \t\n\f\r]+)+/g;

/** A definition without what has no meaning in it. */
const normalized = (sql: string | null): string =>
  (sql ?? '').replaceAll(TOKENS, (_, quoted?: string) => quoted ?? ' ').trim();

const SHOWN_CHARACTERS = 80;

/** A name is the file's: it may hold anything, and be of any length. */
const shown = ({ type, name }: SchemaObject): string =>
  `${type} "${name.slice(0, SHOWN_CHARACTERS).replaceAll(/\p{C}/gu, '?')}"`;

const faultOf = (found: SchemaObject, expected: SchemaObject | undefined): string | undefined => {
  if (!expected) return `the ${shown(found)} is none of Kramar's`;
  const isSame = found.table === expected.table && normalized(found.sql) === normalized(expected.sql);
  return isSame ? undefined : `the ${shown(found)} is not as Kramar makes it`;
};

const MAX_FAULTS = 5;

/**
 * Where the schema of a database is not what our migrations make, a phrase each. What somebody has added would run
 * with the first sale: a trigger can delete what it should keep. Runs nothing of the database itself.
 * @param version its user_version
 */
export const schemaFaults = (connection: Database.Database, version: number): string[] => {
  const keyOf = ({ type, name }: SchemaObject): string => `${type} ${name}`;
  const missing = new Map(expectedObjects(version).map((each) => [keyOf(each), each]));
  const faults: string[] = [];
  for (const found of objectsIn(connection)) {
    const fault = faultOf(found, missing.get(keyOf(found)));
    if (fault !== undefined) faults.push(fault);
    if (faults.length === MAX_FAULTS) return faults;
    // Each is taken once: a second one of the same name is none of ours.
    missing.delete(keyOf(found));
  }
  for (const each of missing.values()) faults.push(`the ${shown(each)} is missing`);
  return faults.slice(0, MAX_FAULTS);
};

/** Tables that every schema of Kramar has. */
const OURS = ['settings', 'counters', 'invoices'];

/** As far as its tables tell; whether they are as ours, `schemaFaults` tells. */
export const isOurs = (connection: Database.Database): boolean => {
  const query = connection
    .prepare<[string], number>('select count(*) from sqlite_schema where name = ?')
    .pluck();
  return OURS.every((name) => query.get(name) === 1);
};
