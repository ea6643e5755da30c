import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { stringify } from 'csv-stringify/sync';
import { Zip, ZipDeflate } from 'fflate';
import { BackupFault } from '../backup/fault.ts';
import {
  type ArchivedTable,
  archivedTables,
  conditionOf,
  LEFT_OUT,
  LEFT_OUT_COLUMNS,
  LEFT_OUT_SETTINGS,
  quoted,
} from './contents.ts';
import {
  type ArchiveSchema,
  csvFile,
  README,
  README_TEXT,
  rowsFile,
  SCHEMA,
  SUMS,
  type Value,
} from './format.ts';

interface Label {
  version: string;
  /** ISO 8601, UTC. */
  created_at: string;
}

type Row = Record<string, null | number | bigint | string | Buffer>;

/** Of a zip without its extension for larger ones. */
const MAX_FILE = 2 ** 32 - 1;
/** Rows that are written at once: their text is a few hundred KB. */
const BATCH = 500;
/** Fast, and still a fifth of the size. */
const LEVEL = 4;

/**
 * Writes all data of a database in use, as of one moment, into an archive. Holds some hundred rows in memory.
 * @param path of a file that exists and is replaced
 * @throws the file system's error
 */
export const writeArchive = (file: string, path: string, label: Label): ArchiveSchema => {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  const output = openSync(path, 'w', 0o600);
  try {
    connection.exec('begin');
    const schema = describe(connection, label);
    const archive = createArchive(output, new Date(label.created_at));
    archive.add(README, [README_TEXT]);
    archive.add(SCHEMA, [`${JSON.stringify(schema, undefined, 2)}\n`]);
    const tables = archivedTables(connection);
    for (const table of tables) archive.add(rowsFile(table.name), ndjson(connection, table));
    for (const table of tables) archive.add(csvFile(table.name), csv(connection, table));
    archive.end();
    fsyncSync(output);
    return schema;
  } finally {
    closeSync(output);
    connection.close();
  }
};

const describe = (connection: Database.Database, { version, created_at }: Label): ArchiveSchema => {
  const number = (query: string): number => Number(connection.prepare(query).pluck().get());
  const sequences = connection
    .prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence')
    .all();
  const tables = archivedTables(connection);
  const names = new Set(tables.map(({ name }) => name));
  return {
    format: 1,
    version,
    schema: number('pragma user_version'),
    created_at,
    tables: tables.map((table) => ({
      name: table.name,
      rows: number(`select count(*) from ${quoted(table.name)} ${conditionOf(table)}`),
      columns: [...table.columns],
      key: [...table.key],
    })),
    sequences: Object.fromEntries(
      sequences
        .filter(({ name }) => names.has(name))
        .map(({ name, seq }) => [name, seq] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    left_out: {
      tables: LEFT_OUT,
      columns: Object.entries(LEFT_OUT_COLUMNS).flatMap(([table, columns]) =>
        Object.keys(columns).map((name) => `${table}.${name}`),
      ),
      settings: LEFT_OUT_SETTINGS,
    },
  };
};

const batches = function* (connection: Database.Database, table: ArchivedTable): Generator<Row[]> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const rows = connection
    .prepare<[], Row>(
      `select ${columns} from ${quoted(table.name)} ${conditionOf(table)} order by ${table.key.map(quoted).join(', ')}`,
    )
    .safeIntegers(true)
    .iterate();
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

const plainValue = (value: Row[string]): Value => {
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is no safe integer.`);
    return number;
  }
  return Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value;
};

const ndjson = function* (connection: Database.Database, table: ArchivedTable): Generator<string> {
  for (const batch of batches(connection, table))
    yield batch
      .map(
        (row) =>
          `${JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)])))}\n`,
      )
      .join('');
};

/** With a byte order mark, by which spreadsheets know UTF-8; a text that looks like a formula gets an apostrophe. */
const csv = function* (connection: Database.Database, table: ArchivedTable): Generator<string> {
  const cells = (rows: (string | number | null)[][]): string =>
    stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
  yield `\uFEFF${cells([table.columns.map(({ name }) => name)])}`;
  for (const batch of batches(connection, table))
    yield cells(
      batch.map((row) =>
        Object.values(row).map((value) => {
          const plain = plainValue(value);
          return typeof plain === 'object' && plain !== null ? plain.base64 : plain;
        }),
      ),
    );
};

/** A zip that is written as it grows, with the SHA-256 of each file at its end. */
const createArchive = (output: number, mtime: Date) => {
  let fault: Error | null = null;
  const sums: string[] = [];
  const zip = new Zip((error, piece) => {
    fault ??= error;
    for (let at = 0; at < piece.length; ) at += writeSync(output, piece, at);
  });
  const write = (name: string, texts: Iterable<string>, hash: Hash): void => {
    const entry = new ZipDeflate(name, { level: LEVEL });
    entry.mtime = mtime;
    zip.add(entry);
    let length = 0;
    for (const text of texts) {
      const bytes = Buffer.from(text);
      length += bytes.length;
      if (length > MAX_FILE)
        throw new BackupFault('TOO_LARGE', `${name} has more than 4 GB, which a zip archive does not take`);
      hash.update(bytes);
      entry.push(bytes);
      if (fault) throw fault;
    }
    entry.push(new Uint8Array(0), true);
  };
  return {
    add: (name: string, texts: Iterable<string>): void => {
      const hash = createHash('sha256');
      write(name, texts, hash);
      sums.push(`${hash.digest('hex')}  ${name}\n`);
    },
    end: (): void => {
      write(SUMS, [sums.join('')], createHash('sha256'));
      zip.end();
      if (fault) throw fault;
    },
  };
};
