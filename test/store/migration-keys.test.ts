import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../main/store/db/connection.ts';
import { findKey } from '../../main/store/idempotency-keys.ts';
import { makeSchema } from '../../main/store/schema/make-schema.ts';
import { type Console, openConsole } from '../cli/console.ts';

/** The schema in which attempts had their key themselves, and the answers stood in a table of their own. */
const BEFORE = 26;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 27, 12);

let shop: Console;
let file: string;
beforeEach(() => {
  shop = openConsole();
  mkdirSync(shop.dataDir);
  file = join(shop.dataDir, 'kramar.db');
});
let db: Db | undefined;
afterEach(() => {
  db?.close();
  db = undefined;
});

type Values = Record<string, string | number | null>;

interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
  dflt_value: string | null;
  pk: number;
}

/** Inserts a row, with 0 or "" in the other columns that take no null. */
const insert = (old: Database.Database, table: string, values: Values): number => {
  const columns = old.pragma(`table_info(${table})`) as Column[];
  const needed = columns.filter(({ notnull, dflt_value, pk }) => notnull && dflt_value === null && !pk);
  const empty = needed.map(({ name, type }) => [name, type === 'TEXT' ? '' : 0]);
  const row: Values = { ...Object.fromEntries(empty), ...values };
  const names = Object.keys(row);
  const added = old.prepare(`insert into ${table} (${names}) values (${names.map((name) => `@${name}`)})`);
  return Number(added.run(row).lastInsertRowid);
};

/** A database of the schema before, with an owner and a terminal. */
const makeOld = (fill: (old: Database.Database, account: number, terminal: number) => void): void => {
  const old = new Database(file);
  makeSchema(old, BEFORE);
  old.pragma('foreign_keys = ON');
  const account = insert(old, 'accounts', { role: 'owner', username: 'owner' });
  const terminal = insert(old, 'terminals', { name: 'Каса' });
  fill(old, account, terminal);
  old.pragma(`user_version = ${BEFORE}`);
  old.close();
};

test('what binds a key before the update binds it after: doubts, open refunds, done sales, and kept answers', () => {
  const ids = new Map<string, number>();
  let owner = 0;
  makeOld((old, account_id, terminal_id) => {
    owner = account_id;
    const attempt = (key: string | null, status: string, row: Values = {}) => {
      const id = insert(old, 'attempts', {
        kind: 'create',
        status,
        tag: `tag ${key} ${ids.size}`,
        terminal_id,
        invoice_id: null,
        account_id,
        idempotency_key: key,
        fingerprint: `of ${key}`,
        request: '{}',
        err_code: '',
        created_at: NOW,
        ...row,
      });
      ids.set(`${key} ${status}`, id);
    };
    const answer = (key: string, bank_created_at: number | null) =>
      insert(old, 'idempotency_keys', {
        account_id,
        key,
        fingerprint: `of ${key}`,
        answer: `{"key":"${key}"}`,
        created_at: NOW,
        bank_created_at,
      });
    attempt('doubt', 'in_doubt', { bank_created_at: NOW - 40 * DAY_MS });
    attempt('refund', 'pending', { kind: 'refund', accepted_at: NOW });
    attempt('adopted', 'done', { bank_settled_at: NOW - DAY_MS / 2 });
    attempt('timeless', 'done', { bank_settled_at: null });
    attempt('sold', 'done', { bank_settled_at: NOW });
    answer('sold', NOW);
    attempt('old', 'done', { bank_settled_at: NOW - 2 * DAY_MS });
    answer('old', NOW - 2 * DAY_MS);
    attempt('refused', 'refused');
    // Given up, and then requested again under its key.
    attempt('again', 'dropped');
    attempt('again', 'in_doubt');
    attempt('dropped', 'dropped');
    attempt(null, 'done', { bank_settled_at: NOW });
    answer('shift', NOW);
  });

  db = openDatabase(file);
  const found = (key: string) => {
    const row = db && findKey(db, owner, key, NOW - DAY_MS);
    return row && { fingerprint: row.fingerprint, answer: row.answer, attempt_id: row.attempt_id };
  };
  const bound = (key: string, status: string) => ({
    fingerprint: `of ${key}`,
    answer: null,
    attempt_id: ids.get(`${key} ${status}`),
  });
  const answered = (key: string) => ({
    fingerprint: `of ${key}`,
    answer: `{"key":"${key}"}`,
    attempt_id: null,
  });
  expect(found('doubt')).toEqual(bound('doubt', 'in_doubt'));
  expect(found('refund')).toEqual(bound('refund', 'pending'));
  expect(found('adopted')).toEqual(bound('adopted', 'done'));
  expect(found('timeless')).toEqual(bound('timeless', 'done'));
  expect(found('again')).toEqual(bound('again', 'in_doubt'));
  expect(found('sold')).toEqual(answered('sold'));
  expect(found('shift')).toEqual(answered('shift'));
  for (const key of ['old', 'refused', 'dropped', 'never']) expect(found(key)).toBeUndefined();
  // Its payment turns up after all: the key is bound to it again.
  const late = new Database(file);
  late
    .prepare("update attempts set status = 'done', bank_settled_at = ? where id = ?")
    .run(NOW, ids.get('dropped dropped'));
  late.close();
  expect(found('dropped')).toEqual(bound('dropped', 'dropped'));
});
