import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { copyBackup } from '../../../main/store/backup/check.ts';
import { exportedTables } from '../../../main/store/data-archive/exported-tables.ts';
import { writeArchive } from '../../../main/store/data-archive/write-archive.ts';
import { inFile } from '../../helpers/contents.ts';
import { writeInvoice } from '../../helpers/many-invoices.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

const CREATED_AT = '2026-01-31T02:00:00.000Z';
const SECRET_NAME = /hash|secret|token|sealed|pepper|\bmac\b/;

const textOf = (table: string): string => strFromU8(files[`${table}.csv`] ?? new Uint8Array());
const tables = () => {
  const connection = new Database(database, { readonly: true });
  try {
    return exportedTables(connection);
  } finally {
    connection.close();
  }
};

const shop = await shopOfFile();
await shop.employee('cashier', ['can_view_invoices']);
await shop.owner.post('catalog/products/', { name: '=1+1 "Кава", з молоком\nвелика', price: 4500 });
await shop.createInvoice();
// More than are written at once.
for (let each = 0; each < 600; each += 1) writeInvoice(shop);
const database = join(shop.folder, 'source.db');
await shop.stop();
copyBackup(join(shop.folder, 'kramar.db'), database);
const path = join(shop.folder, 'all.zip');
const facts = writeArchive(database, path, CREATED_AT);
const files = unzipSync(readFileSync(path));

test('every row of every table is in it', () => {
  expect(tables().length).toBeGreaterThan(20);
  expect(Object.keys(files)).toEqual(tables().map(({ name }) => `${name}.csv`));
  const rows = tables().map(({ name }) => {
    const read: Record<string, string>[] = parse(textOf(name), { bom: true, columns: true });
    return [name, read.length];
  });
  const counted = tables().map(({ name }) => [
    name,
    inFile<{ count: number }>(database, `select count(*) as count from ${name}`)[0]?.count,
  ]);
  expect(rows).toEqual(counted);
  const sum = rows.reduce((total, [, count]) => total + Number(count), 0);
  expect(facts).toMatchObject({ created_at: CREATED_AT, tables: tables().length, rows: sum });
  const amounts: { amount: string }[] = parse(textOf('invoices'), { bom: true, columns: true });
  expect(amounts.map(({ amount }) => Number(amount))).toEqual(
    inFile<{ amount: number }>(database, 'select amount from invoices order by id').map(
      ({ amount }) => amount,
    ),
  );
});

test('no secret is in it, and a new table or column of one would be noticed', () => {
  const whole = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(whole).not.toContain(shop.merchant.token);
  for (const { password_hash } of inFile<{ password_hash: string }>(
    database,
    'select password_hash from accounts',
  ))
    expect(whole).not.toContain(password_hash);
  const suspicious = tables().flatMap(({ name, columns }) =>
    columns.filter((column) => SECRET_NAME.test(column)).map((column) => `${name}.${column}`),
  );
  // Of the log of actions, no longer used.
  expect(suspicious).toEqual(['actions.previous_hash', 'actions.hash', 'actions_start.hash']);
});

test('spreadsheets read the CSV as text', () => {
  const text = Buffer.from(files['products.csv'] ?? []);
  expect(text.subarray(0, 6).toString('latin1')).toBe('\xEF\xBB\xBFid,');
  expect(textOf('products')).toContain('"\'=1+1 ""Кава"", з молоком\nвелика"');
});
