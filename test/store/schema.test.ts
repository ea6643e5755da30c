import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { normalized, schemaFaults } from '../../main/store/backup/schema-check.ts';
import { runMigrations } from '../../main/store/migrate-steps.ts';
import { BASE_VERSION, migrations, SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { makeSchema } from '../../main/store/schema/make-schema.ts';

/** What the first 25 migrations made, which are no longer in the program. */
const BASE = readFileSync(fileURLToPath(new URL('schema-25.sql', import.meta.url)), 'utf8');

const opened: Database.Database[] = [];
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});
const database = (make: (connection: Database.Database) => void): Database.Database => {
  const connection = new Database(':memory:');
  opened.push(connection);
  make(connection);
  return connection;
};
const today = (count: number) =>
  database((connection) => {
    connection.exec(BASE);
    runMigrations(connection, migrations.slice(0, count), () => undefined);
  });

interface Stored {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/** Everything that SQLite knows of a schema, whatever its text looks like; and the rows that a new database has. */
const factsOf = (connection: Database.Database) => {
  const objects = connection.prepare<[], Stored>('select type, name, tbl_name, sql from sqlite_schema').all();
  const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => name);
  const facts = (pragma: string, names: readonly string[]) =>
    names.map((name) => [name, connection.pragma(`${pragma}("${name}")`)]);
  return {
    objects: objects
      .map(({ type, name, tbl_name, sql }) => `${type} ${name} of ${tbl_name}: ${normalized(sql)}`)
      .toSorted(),
    columns: facts('table_xinfo', tables.toSorted()),
    references: facts('foreign_key_list', tables.toSorted()),
    indexes: facts(
      'index_xinfo',
      objects.flatMap(({ type, name }) => (type === 'index' ? name : [])).toSorted(),
    ),
    rows: ['actions_start', 'settings', 'counters', 'accounts'].map((table) =>
      connection.prepare(`select * from ${table}`).all(),
    ),
  };
};

test('schema.sql is what the migrations make of the database of the day before', () => {
  const made = factsOf(database((connection) => makeSchema(connection)));
  expect(made.objects.length).toBeGreaterThan(120);
  expect(made).toEqual(factsOf(today(migrations.length)));
});

test.each(Array.from({ length: migrations.length + 1 }, (_, count) => BASE_VERSION + count))(
  'a database of schema %i, made by the migrations, has no faults',
  (version) => {
    const migrated = today(version - BASE_VERSION);
    expect(schemaFaults(migrated, version)).toEqual([]);
    const made = database((connection) => makeSchema(connection, version));
    expect(factsOf(made).objects).toEqual(factsOf(migrated).objects);
  },
);

test('one changed word is found', () => {
  const connection = database((each) => makeSchema(each));
  connection.exec('drop trigger invoices_text_delete; create table other (x)');
  expect(schemaFaults(connection, SCHEMA_VERSION).map(({ name }) => name)).toEqual([
    'other',
    'invoices_text_delete',
  ]);
});
