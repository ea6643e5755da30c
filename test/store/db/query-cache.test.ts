import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { build } from '../../../main/store/db/connection.ts';
import {
  cached,
  createStatementCache,
  fixedQuery,
  placeholder,
  plainSql,
  type Query,
  queryByColumns,
} from '../../../main/store/db/query-cache.ts';

const connection = new Database(':memory:');
connection.exec('create table settings (key text primary key, value text) strict');

let statementOf: ReturnType<typeof createStatementCache>;
let prepared: string[];
let compiled: number;

beforeEach(() => {
  prepared = [];
  compiled = 0;
  const prepare = (text: string) => {
    prepared.push(text);
    return connection.prepare(text);
  };
  statementOf = createStatementCache({ prepare } as typeof connection);
});
afterEach(() => {
  connection.exec('delete from settings');
});

const run = (query: Query<unknown>) => {
  const { prepared: statement, parameters } = statementOf(query);
  return statement.reader ? statement.all(...parameters) : statement.run(...parameters).changes;
};

test('a query with a fixed text is compiled and prepared once, each run with parameters of its own', () => {
  const byKey = fixedQuery<{ value: string }, [key: string]>(() => {
    compiled += 1;
    return build.selectFrom('settings').select('value').where('key', '=', placeholder<never>());
  });
  const write = queryByColumns((row: { key: string; value: string }) => {
    compiled += 1;
    return build.insertInto('settings').values(row as never);
  });
  for (const key of ['a', 'b', 'c']) expect(run(write({ key, value: `${key}!` }))).toBe(1);
  for (const key of ['a', 'b', 'c']) expect(run(byKey(key))).toEqual([{ value: `${key}!` }]);
  expect([compiled, prepared.length]).toEqual([2, 2]);
  // By a query that does not cache statements either.
  expect(byKey('b').compile()).toMatchObject({ sql: prepared[1], parameters: ['b'] });
});

test('each set of columns has a text of its own, and a column without a value is left out', () => {
  const change = queryByColumns((columns: { key?: string | undefined; value?: string }, key: string) =>
    build
      .updateTable('settings')
      .set(columns as never)
      .where('key', '=', key as never),
  );
  run(plainSql("insert into settings (key, value) values ('a', 'old')"));
  expect(run(change({ value: 'new' }, 'a'))).toBe(1);
  expect(run(change({ key: undefined, value: 'newer' }, 'a'))).toBe(1);
  expect(run(change({ key: 'b', value: 'newest' }, 'a'))).toBe(1);
  expect(run(plainSql('select * from settings'))).toEqual([{ key: 'b', value: 'newest' }]);
  expect(prepared).toHaveLength(4);
});

test('a query that needs another number of parameters is refused', () => {
  const query = cached('key', ['a', 'b'], () =>
    build.selectFrom('settings').selectAll().where('key', '=', placeholder<never>()).compile(),
  );
  expect(() => run(query)).toThrow('2 parameters for select');
});

test('the least recently used statement makes room for another', () => {
  const texts = Array.from({ length: 300 }, (_, at) => `select ${at}`);
  for (const text of texts) run(plainSql(text));
  run(plainSql('select 0'));
  expect(prepared).toEqual(texts);
  run(plainSql('select 300'));
  run(plainSql('select 0'));
  expect(prepared).toEqual([...texts, 'select 300']);
  run(plainSql('select 1'));
  expect(prepared.at(-1)).toBe('select 1');
});
