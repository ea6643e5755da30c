import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyBackup } from '../../../main/store/backup/check.ts';
import { archivedTables, LEFT_OUT } from '../../../main/store/data-archive/contents.ts';
import { readArchive } from '../../../main/store/data-archive/read-archive.ts';
import { writeArchive } from '../../../main/store/data-archive/write-archive.ts';
import { openDatabase } from '../../../main/store/db/connection.ts';
import { migrations } from '../../../main/store/migrations/index.ts';
import { inFile } from '../../helpers/contents.ts';
import { writeInvoice } from '../../helpers/many-invoices.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';

const LABEL = { version: '1.0.0', created_at: '2026-01-31T02:00:00.000Z' };
const SECRET_NAME = /hash|secret|token|sealed|pepper|\bmac\b/;

let shop: Shop;
let archive: string;
let database: string;
let names = 0;
const pathOf = (name: string) => join(shop.folder, name);
const write = (from: string): string => {
  const path = pathOf(`${++names}.zip`);
  writeArchive(from, path, LABEL);
  return path;
};
const read = (path: string): string => {
  const target = pathOf(`${++names}.db`);
  readArchive(path, target);
  return target;
};
const refusalOf = (bytes: Uint8Array): string | undefined => {
  const path = pathOf(`changed-${++names}.zip`);
  const target = pathOf(`changed-${names}.db`);
  writeFileSync(path, bytes);
  try {
    readArchive(path, target);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    rmSync(path);
    rmSync(target, { force: true });
  }
};
const filesOf = (path: string) => unzipSync(readFileSync(path));
const textOf = (path: string, name: string): string => strFromU8(filesOf(path)[name] ?? new Uint8Array());

/** Where the packed bytes of each file lie, by the directory at the end (APPNOTE 4.3.12). */
const partsOf = (bytes: Buffer) => {
  const parts: { name: string; from: number; length: number }[] = [];
  for (let at = bytes.readUInt32LE(bytes.length - 6); bytes.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, local] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    parts.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      from,
      length: bytes.readUInt32LE(at + 20),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
};

beforeAll(async () => {
  shop = await openShop();
  await shop.employee('cashier', ['can_view_invoices']);
  await shop.owner.post('catalog/products/', { name: '=1+1 "Кава", з молоком\nвелика', price: 4500 });
  // The highest id is in use no more, and must not come back.
  const gone = await shop.owner.post<{ id: number }>('catalog/products/', { name: 'Зникне', price: 100 });
  await shop.owner.send('DELETE', `catalog/products/${gone.body.id}/`);
  await shop.createInvoice();
  for (let each = 0; each < 600; each += 1) writeInvoice(shop);
  database = pathOf('source.db');
  await shop.stop();
  copyBackup(join(shop.folder, 'kramar.db'), database);
  archive = write(database);
});
afterAll(() => shop.close());

test('out, in and out again gives the same bytes, and every row of every archived table', () => {
  const imported = read(archive);
  expect(readFileSync(write(imported)).equals(readFileSync(archive))).toBe(true);
  const connection = new Database(imported, { readonly: true });
  const tables = archivedTables(connection);
  connection.close();
  expect(tables.length).toBeGreaterThan(20);
  const derived = Object.keys(LEFT_OUT).filter((name) => LEFT_OUT[name] === 'derived');
  for (const name of derived)
    expect([name, inFile(imported, `select * from ${name}`)]).toEqual([
      name,
      inFile(database, `select * from ${name}`),
    ]);
  const sequences = (file: string) =>
    inFile<{ name: string; seq: number }>(file, 'select name, seq from sqlite_sequence order by name');
  expect(sequences(imported)).toEqual(
    sequences(database).filter(({ name }) => tables.some((each) => each.name === name)),
  );
  expect(
    inFile(
      imported,
      "select seq > (select max(id) from products) as is_kept from sqlite_sequence where name = 'products'",
    ),
  ).toEqual([{ is_kept: 1 }]);
  const opened = openDatabase(imported, { backup: false });
  opened.close();
});

test('no secret is in it, and a new table or column of one would be noticed', () => {
  const whole = Object.values(filesOf(archive))
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(whole).not.toContain(shop.merchant.token);
  for (const { password_hash } of inFile<{ password_hash: string }>(
    database,
    'select password_hash from accounts',
  ))
    expect(whole).not.toContain(password_hash);
  const { tables } = JSON.parse(textOf(archive, 'schema.json')) as {
    tables: { name: string; columns: { name: string }[] }[];
  };
  const suspicious = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => SECRET_NAME.test(column.name)).map((column) => `${name}.${column.name}`),
  );
  // The chain of the log of actions: hashes of what is in it anyway.
  expect(suspicious).toEqual(['actions.previous_hash', 'actions.hash', 'actions_start.hash']);
});

test('spreadsheets read the CSV as text, with every row', () => {
  const text = textOf(archive, 'csv/products.csv');
  expect(
    Buffer.from(filesOf(archive)['csv/products.csv'] ?? [])
      .subarray(0, 6)
      .toString('latin1'),
  ).toBe('\xEF\xBB\xBFid,');
  expect(text).toContain('"\'=1+1 ""Кава"", з молоком\nвелика"');
});

describe('what is not an archive as Kramar writes it is refused', () => {
  test('a cut anywhere, and any changed bit of what is packed', () => {
    const bytes = readFileSync(archive);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), (length) => {
        expect(refusalOf(bytes.subarray(0, length))).toMatch(/^(DAMAGED|FOREIGN)$/);
      }),
      { numRuns: 12 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const code = refusalOf(changed);
        if (code !== undefined) return void expect(code).toMatch(/^(DAMAGED|FOREIGN|NEWER)$/);
        // A time stamp or a checksum that nothing depends on may change; what is imported may not.
        const path = pathOf(`accepted-${++names}.zip`);
        writeFileSync(path, changed);
        expect(readFileSync(write(read(path))).equals(bytes)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test('a changed bit in any of its files', () => {
    const bytes = readFileSync(archive);
    // An empty one is two bytes, most of whose bits mean nothing.
    const parts = partsOf(bytes).filter(({ length }) => length > 2);
    expect(parts.length).toBeGreaterThan(20);
    for (const { name, from, length } of parts) {
      const changed = Buffer.from(bytes);
      const at = from + (length >> 1);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect([name, refusalOf(changed)]).toEqual([name, expect.stringMatching(/^(DAMAGED|FOREIGN)$/)]);
    }
  });

  const changed = (name: string, change: (text: string) => string): Uint8Array => {
    const files = filesOf(archive);
    files[name] = new TextEncoder().encode(change(strFromU8(files[name] ?? new Uint8Array())));
    return zipSync(files);
  };
  test.each([
    [
      'a newer schema',
      'NEWER',
      'schema.json',
      (text: string) => text.replace(`"schema": ${migrations.length}`, `"schema": ${migrations.length + 1}`),
    ],
    [
      'another format',
      'FOREIGN',
      'schema.json',
      (text: string) => text.replace('"format": 1', '"format": 2'),
    ],
    [
      'a table that is not there',
      'FOREIGN',
      'schema.json',
      (text: string) => text.replace('"name": "units"', '"name": "evil"'),
    ],
    [
      'an amount in words',
      'FOREIGN',
      'tables/invoices.ndjson',
      (text: string) => text.replace(/"amount":\d+/, '"amount":"much"'),
    ],
    [
      'a fraction',
      'FOREIGN',
      'tables/invoices.ndjson',
      (text: string) => text.replace(/"amount":\d+/, '"amount":1.5'),
    ],
    [
      'a status of no invoice',
      'FOREIGN',
      'tables/invoices.ndjson',
      (text: string) => text.replace(/"status":"\w+"/, '"status":"gone"'),
    ],
    [
      'another amount',
      'DAMAGED',
      'tables/invoices.ndjson',
      (text: string) => text.replace(/"amount":\d+/, '"amount":7'),
    ],
    ['a row too few', 'DAMAGED', 'tables/invoices.ndjson', (text: string) => text.replace(/^.*\n/, '')],
    ['a column too many', 'FOREIGN', 'tables/units.ndjson', () => '{"id":1,"evil":2}\n'],
    ['no JSON', 'FOREIGN', 'tables/units.ndjson', () => 'drop table invoices;\n'],
    ['a list', 'FOREIGN', 'tables/units.ndjson', () => '[1]\n'],
  ])('%s', (_what, code, name, change) => {
    expect(refusalOf(changed(name, change))).toBe(code);
  });

  test('a file more, a file less, another order', () => {
    const files = filesOf(archive);
    expect(refusalOf(zipSync({ ...files, 'evil.txt': new Uint8Array(1) }))).toBe('FOREIGN');
    const { SHA256SUMS: _, ...less } = files;
    expect(refusalOf(zipSync(less))).toBe('FOREIGN');
    expect(refusalOf(zipSync(Object.fromEntries(Object.entries(files).toReversed())))).toBe('FOREIGN');
    expect(refusalOf(Buffer.from('no zip at all, but long enough to be one'))).toBe('FOREIGN');
  });
});
