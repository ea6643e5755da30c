import Database from 'better-sqlite3';
import { BASE_VERSION } from '../../main/store/migrations/index.ts';
import { makeSchema } from '../../main/store/schema/make-schema.ts';
import { readDatabase } from './books.ts';

/** The content of a database in the tables and columns of the oldest known schema: a row is a line. */
export type Contents = ReadonlyMap<string, readonly string[]>;

/** In the order in which they can be filled. */
export const TABLES = [
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

const firstColumns = (): Map<string, string[]> => {
  const first = new Database(':memory:');
  makeSchema(first, BASE_VERSION);
  const columns = new Map(TABLES.map((table) => [table, columnsOf(first, table)]));
  first.close();
  return columns;
};
const COLUMNS = firstColumns();

/**
 * Changes that a start may make are no difference here: it puts pending attempts in doubt, and plans new requests to
 * a bank that does not answer.
 */
const settled = (row: object): object => {
  const planned = 'next_check_at' in row ? { ...row, next_check_at: null } : row;
  return 'status' in planned && ['pending', 'in_doubt'].includes(String(planned.status))
    ? { ...planned, status: 'in_doubt', err_code: '', settled_at: null }
    : planned;
};

export const contentsOf = (file: string): Contents =>
  readDatabase(file, (db) => {
    const read = ([table, columns]: [string, string[]]): [string, string[]] => {
      const rows = db.prepare(`select ${columns} from ${table} order by ${columns[0]}, ${columns[1]}`).all();
      return [table, rows.map((row) => JSON.stringify(settled(row as object)))];
    };
    return new Map([...COLUMNS].map(read));
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
