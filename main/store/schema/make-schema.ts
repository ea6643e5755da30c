import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SCHEMA } from '../../platform/places-on-disk.ts';
import { BASE_VERSION, type Migration, migrations, SCHEMA_VERSION } from '../migrations/index.ts';

let read: string | undefined;
const schemaText = (): string => {
  read ??= readFileSync(SCHEMA, 'utf8');
  return read;
};

/**
 * Makes the tables of an empty database.
 * @param version of the schema that is made: BASE_VERSION to SCHEMA_VERSION
 */
export const makeSchema = (connection: Database.Database, version = SCHEMA_VERSION): void => {
  connection.exec(schemaText());
  const later = migrations.slice(Math.max(0, version - BASE_VERSION));
  for (const { undo } of later.toReversed()) connection.exec(undo);
};

/** Whether a database of this version can be brought up to date. */
export const isTooOld = (version: number): boolean => version > 0 && version < BASE_VERSION;

/** What to do with a database of an older schema, which the migrations of that commit bring to BASE_VERSION. */
export const TOO_OLD =
  'back up its folder, open it once with Kramar of commit 906ff65e, the last that brings such databases up to date, ' +
  'then use this version again';

/** The version of a list of migrations. */
export const versionWith = (known: readonly Migration[]): number => BASE_VERSION + known.length;

/** The statements that make these objects, in the schema of this program. */
export const definitionsOf = (names: readonly string[]): string[] => {
  const scratch = new Database(':memory:');
  try {
    makeSchema(scratch);
    const sql = scratch.prepare<[string], string>('select sql from sqlite_schema where name = ?').pluck();
    return names.map((name) => sql.get(name) ?? '');
  } finally {
    scratch.close();
  }
};
