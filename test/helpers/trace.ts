import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { build, type Db } from '../../main/store/db/connection.ts';
import type { Answer, Refusal } from './client.ts';
import type { Shop } from './shop.ts';

type AnyRow = Record<string, unknown>;
/** A shop as far as its database goes. */
export interface Stored {
  console: { db: Db };
}

/** Every row of any table, named as it is in the file. */
export const rowsOf = (shop: Stored, table: string): AnyRow[] =>
  shop.console.db.all(build.selectFrom(table as 'settings').selectAll()) as unknown as AnyRow[];

const tableNames = (shop: Shop): string[] =>
  rowsOf(shop, 'sqlite_master')
    .filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_'))
    .map(({ name }) => String(name))
    .sort();

/** A failed sign-in is recorded: that is the purpose of the log of actions, and no trace of the refused request. */
const isTrace = (table: string, row: AnyRow): boolean => {
  if (table === 'actions') return row.code !== 'sign_in_failed';
  return !(table === 'counters' && row.name === 'action');
};

/** The rows of a table that a request about something else than the log of actions could leave. */
export const traceRows = (shop: Shop, table: string): AnyRow[] =>
  rowsOf(shop, table).filter((row) => isTrace(table, row));

/** Changes with every commit, of the service as of this process's own connection. */
const versionOf = ({ console }: Shop): string => {
  const pragma = sql<{ data_version: number }>`pragma_data_version`.as('pragma');
  const query = build.selectFrom(pragma).select(['data_version', sql<number>`total_changes()`.as('own')]);
  return JSON.stringify(console.db.get(query));
};

type TableRows = Record<string, AnyRow[]>;
const lastRead = new WeakMap<Shop['console'], { version: string; tables: TableRows }>();

/**
 * Every row of every table. All of them are read again only after a commit, since most requests that are refused make
 * none.
 */
export const tablesOf = (shop: Shop): TableRows => {
  const version = versionOf(shop);
  const last = lastRead.get(shop.console);
  if (last?.version === version) return last.tables;
  const tables = Object.fromEntries(tableNames(shop).map((table) => [table, traceRows(shop, table)]));
  lastRead.set(shop.console, { version, tables });
  return tables;
};

/** All that a request could leave behind: every row of every table, and the requests to the bank. */
export const tracesNow = (shop: Shop) => ({
  tables: tablesOf(shop),
  bank: shop.bank.requests.map(({ method, path }) => `${method} ${path}`),
});

/**
 * From now to the end of the test nothing runs in the background: what it writes and sends to the bank between two
 * looks is no trace of a request.
 */
export const holdBackground = async (shop: Shop): Promise<void> => {
  const { release } = await shop.hold();
  onTestFinished(release);
};

/** The traces for a comparison, with the background held. */
export const traces = async (shop: Shop) => {
  await holdBackground(shop);
  return tracesNow(shop);
};

/**
 * Checks that the work changes nothing of what `look` sees: every table and the requests to the bank, or, with
 * `tablesOf`, the tables alone. The background stands still meanwhile: what it writes between the two looks is no trace.
 */
export const leavingNoTrace = async <Result>(
  shop: Shop,
  work: () => Promise<Result>,
  look: (shop: Shop) => unknown = tracesNow,
): Promise<Result> => {
  const { release } = await shop.hold();
  try {
    const before = look(shop);
    const result = await work();
    expect(look(shop)).toEqual(before);
    return result;
  } finally {
    release();
  }
};

/**
 * Sends a request, and checks that the answer is a refusal which left nothing in the database and nothing at the
 * bank.
 */
export const withoutTrace = (shop: Shop, request: () => Promise<Answer<Refusal>>): Promise<Answer<Refusal>> =>
  leavingNoTrace(shop, async () => {
    const answer = await request();
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    return answer;
  });
