import Database from 'better-sqlite3';
import { BASE_VERSION, SCHEMA_VERSION } from '../../main/store/migrations/index.ts';
import { makeSchema } from '../../main/store/schema/make-schema.ts';
import { readDatabase } from './books.ts';

/** The content of a database in the tables and columns that every known schema has: a row is a line. */
export type Contents = ReadonlyMap<string, readonly string[]>;

/** In the order in which they can be filled. */
const TABLES = [
  'settings',
  'accounts',
  'terminals',
  'cash_registers',
  'invoices',
  'invoice_items',
  'refunds',
  'holds',
  'attempts',
  'idempotency_keys',
] as const;

export const columnsOf = (db: Database.Database, table: string, schema = 'main'): string[] =>
  (db.pragma(`${schema}.table_info(${table})`) as { name: string }[]).map(({ name }) => name);

const columnsAt = (version: number): ReadonlyMap<string, string[]> => {
  const made = new Database(':memory:');
  makeSchema(made, version);
  const columns = new Map(TABLES.map((table) => [table, columnsOf(made, table)]));
  made.close();
  return columns;
};
const today = columnsAt(SCHEMA_VERSION);
/** Of the tables above, in the order of the oldest known schema. */
export const COLUMNS: ReadonlyMap<string, string[]> = new Map(
  [...columnsAt(BASE_VERSION)].map(([table, columns]) => [
    table,
    columns.filter((column) => today.get(table)?.includes(column)),
  ]),
);

/** The rows of a table, as SQL; of keys those with an answer: one without belongs to an attempt. */
export const rowsOf = (table: string, schema = ''): string =>
  `${schema}${table}${table === 'idempotency_keys' ? ' where answer is not null' : ''}`;

/** The keys of attempts that are open, in the oldest known schema and in today's. */
const OPEN_KEYS = {
  old: `select id, account_id, idempotency_key as key, fingerprint from attempts
    where idempotency_key is not null and status in ('pending', 'in_doubt') order by id`,
  today: `select attempt_id as id, idempotency_keys.account_id, key, fingerprint
    from idempotency_keys join attempts on attempts.id = attempt_id
    where status in ('pending', 'in_doubt') order by attempt_id`,
};

/**
 * Changes that a start may make are no difference here: it puts pending attempts in doubt, and plans new requests to
 * a bank that does not answer.
 */
const settled = (row: object): object => {
  const planned: Record<string, unknown> = { ...row };
  for (const name of ['next_check_at', 'register_check_at']) if (name in planned) planned[name] = null;
  return ['pending', 'in_doubt'].includes(String(planned.status))
    ? { ...planned, status: 'in_doubt', err_code: '', settled_at: null }
    : planned;
};

export const contentsOf = (file: string): Contents =>
  readDatabase(file, (db) => {
    const linesOf = (query: string): string[] =>
      db
        .prepare<[], object>(query)
        .all()
        .map((row) => JSON.stringify(settled(row)));
    const isOld = columnsOf(db, 'attempts').includes('idempotency_key');
    return new Map([
      ...[...COLUMNS].map(([table, columns]): [string, string[]] => [
        table,
        linesOf(`select ${columns} from ${rowsOf(table)} order by ${columns[0]}, ${columns[1]}`),
      ]),
      ['keys of open attempts', linesOf(isOld ? OPEN_KEYS.old : OPEN_KEYS.today)],
    ]);
  });

export const compareContents = (before: Contents, after: Contents): string[] =>
  [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? [];
    const at = rows.findIndex((row, index) => row !== now[index]);
    if (at < 0 && rows.length === now.length) return [];
    return [
      `The table ${table} had ${rows.length} rows and has ${now.length}; first difference: ${rows[at]} — ${now[at]}`,
    ];
  });
