import Database from 'better-sqlite3';
import { makeSchema } from '../schema/make-schema.ts';

interface SchemaObject {
  type: string;
  name: string;
  table: string;
  /** Null for an automatic index of SQLite. */
  sql: string | null;
}

/** Ten times the longest statement of Kramar's schema. */
const MAX_SQL_CHARACTERS = 40_000;

/** Read one by one and as text: a foreign file may have any number of objects, of any length and type. */
const objectsIn = (connection: Database.Database): IterableIterator<SchemaObject> =>
  connection
    .prepare<[number], SchemaObject>(
      `select cast(type as text) as type, cast(name as text) as name, cast(tbl_name as text) as "table",
        substr(cast(sql as text), 1, ?) as sql from sqlite_schema`,
    )
    .iterate(MAX_SQL_CHARACTERS);

/** The objects of a schema's version, from a database in memory. */
const expectedObjects = (version: number): SchemaObject[] => {
  const scratch = new Database(':memory:');
  try {
    makeSchema(scratch, version);
    return [...objectsIn(scratch)];
  } finally {
    scratch.close();
  }
};

/** Matches comments and white space as SQLite defines them, or a token: quoted text, a word, one other character. */
const TOKENS =
  /(?:--[^\n]*|\/\*[\s\S]*?\*\/|[ \t\n\f\r]+)+|('[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|.)/g;

/** SQLite quotes the name of a table that it has renamed. */
const QUOTED_NAME = /^(create (?:virtual )?table )["'](\w+)["']/i;

/** A definition in one spelling: without comments, its tokens a space apart. */
export const normalized = (sql: string | null): string =>
  [...(sql ?? '').replace(QUOTED_NAME, '$1$2').matchAll(TOKENS)]
    .flatMap(([, token]) => token ?? [])
    .join(' ');

const SHOWN_CHARACTERS = 80;

/** The name comes from the file: it may hold anything, and have any length. */
const shownName = ({ name }: SchemaObject): string =>
  name.slice(0, SHOWN_CHARACTERS).replaceAll(/\p{C}/gu, '?');

export interface SchemaFault {
  /** Name of the table, index or trigger, shortened. */
  name: string;
  /** A phrase. */
  message: string;
}

const schemaFault = (found: SchemaObject, what: string): SchemaFault => {
  const name = shownName(found);
  return { name, message: `the ${found.type} "${name}" ${what}` };
};

const faultOf = (found: SchemaObject, expected: SchemaObject | undefined): SchemaFault | undefined => {
  if (!expected) return schemaFault(found, "is none of Kramar's");
  const isSame = found.table === expected.table && normalized(found.sql) === normalized(expected.sql);
  return isSame ? undefined : schemaFault(found, 'is not as Kramar makes it');
};

const MAX_FAULTS = 5;

/**
 * The differences between a database's schema and Kramar's own of that version. Foreign objects would run with
 * the first sale: a trigger can delete rows. Runs nothing of the database itself.
 * @param version its user_version, BASE_VERSION to SCHEMA_VERSION
 */
export const schemaFaults = (connection: Database.Database, version: number): SchemaFault[] => {
  const keyOf = ({ type, name }: SchemaObject): string => `${type} ${name}`;
  const missing = new Map(expectedObjects(version).map((each) => [keyOf(each), each]));
  const faults: SchemaFault[] = [];
  for (const found of objectsIn(connection)) {
    const fault = faultOf(found, missing.get(keyOf(found)));
    if (fault !== undefined) faults.push(fault);
    if (faults.length === MAX_FAULTS) return faults;
    // Each expected object matches once: a second one of the same name is foreign.
    missing.delete(keyOf(found));
  }
  for (const each of missing.values()) faults.push(schemaFault(each, 'is missing'));
  return faults.slice(0, MAX_FAULTS);
};

/** Tables that every schema of Kramar has. */
const OURS = ['settings', 'counters', 'invoices'];

/** Judges by the table names alone; `schemaFaults` compares the definitions. */
export const isOurs = (connection: Database.Database): boolean => {
  const query = connection
    .prepare<[string], number>('select count(*) from sqlite_schema where name = ?')
    .pluck();
  return OURS.every((name) => query.get(name) === 1);
};
