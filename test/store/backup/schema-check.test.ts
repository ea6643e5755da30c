import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkFile } from '../../../main/store/backup/check.ts';
import { schemaFaults } from '../../../main/store/backup/schema-check.ts';
import { openDatabase } from '../../../main/store/db/connection.ts';
import { BASE_VERSION, migrations, SCHEMA_VERSION } from '../../../main/store/migrations/index.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';

let folder: string;
let file: string;
beforeEach(() => {
  const empty = emptyDatabase();
  ({ folder, file } = empty);
  empty.db.close();
});

/** With the means of an attacker: definitions are rewritten where they are stored. */
const altered = <Seen>(change: string, look: (connection: Database.Database) => Seen): Seen => {
  const connection = new Database(file);
  connection.unsafeMode(true);
  connection.pragma('writable_schema = on');
  connection.exec(change);
  const seen = look(connection);
  connection.close();
  return seen;
};

const rewrite = (name: string, from: string, to: string): string =>
  `update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${name}'`;

describe('A restored backup may contain only our own tables, indexes and triggers, with our own definitions: anything else is refused by name', () => {
  const refused: [what: string, change: string, reported: string][] = [
    [
      'a virtual table',
      'create virtual table words using fts5 (word)',
      'the table "words" is none of Kramar\'s; the table "words_data" is none of Kramar\'s',
    ],
    [
      'an index of other columns',
      'drop index products_name; create index products_name on products (price)',
      'the index "products_name" is not as Kramar makes it',
    ],
    [
      'another check of a table',
      rewrite('products', 'check (price >= 0)', 'check (price >= -1)'),
      'the table "products" is not as Kramar makes it',
    ],
    [
      'a check that is a comment',
      rewrite('products', 'check (price >= 0)', '/* check (price >= 0) */'),
      'the table "products" is not as Kramar makes it',
    ],
    [
      'a trigger of ours that does something else',
      'drop trigger invoices_text_insert; create trigger invoices_text_insert after insert on invoices begin select 1; end',
      'the trigger "invoices_text_insert" is not as Kramar makes it',
    ],
    [
      'a trigger that is missing',
      'drop trigger invoices_text_insert',
      'the trigger "invoices_text_insert" is missing',
    ],
    [
      'a name that is made to mislead',
      `create table "notes${'\n'}is sound${'x'.repeat(500)}" (text)`,
      `the table "notes?is sound${'x'.repeat(66)}" is none of Kramar's`,
    ],
  ];
  test.each(refused)('%s', (_, change, reported) => {
    altered(change, () => undefined);
    const refusal = { code: 'ALTERED', message: expect.stringContaining(reported) };
    expect(() => checkFile(file, undefined)).toThrow(expect.objectContaining(refusal));
  });
});

test.each(Array.from({ length: migrations.length + 1 }, (_, count) => BASE_VERSION + count))(
  'a sound backup of schema %i is taken',
  (version) => {
    const older = join(folder, 'older.db');
    openDatabase(older, { migrations: migrations.slice(0, version - BASE_VERSION) }).close();
    expect(checkFile(older, undefined).schema).toBe(version);
    openDatabase(older, { backup: false }).close();
    expect(checkFile(older, undefined).schema).toBe(SCHEMA_VERSION);
  },
);

test('white space and comments between words have no meaning; in quotes they have', () => {
  const faults = (change: string) =>
    altered(change, (connection) => schemaFaults(connection, SCHEMA_VERSION).map(({ message }) => message));
  expect(faults(rewrite('products_name', ' on ', ' /* of */ on\n\t'))).toEqual([]);
  expect(faults(rewrite('products_name', 'name, id', '"name ", id'))).toHaveLength(1);
});
