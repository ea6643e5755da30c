import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { stringify } from 'csv-stringify/sync';
import { createZip } from '../../platform/zip-writer.ts';
import { BackupFault } from '../backup/fault.ts';
import { conditionOf, type ExportedTable, exportedTables, quoted } from './exported-tables.ts';

/** What an archive of all data holds. */
export interface ArchiveFacts {
  /** Version of the database's schema. */
  schema: number;
  /** ISO 8601, UTC: everything is of this moment. */
  created_at: string;
  tables: number;
  rows: number;
}

/** Of a zip without its extension for larger ones. */
const MAX_BYTES = 2 ** 32 - 1;
/** Rows that are written at once: their text is a few hundred KB. */
const BATCH = 500;
/** Fast, and still a fifth of the size. */
const LEVEL = 4;

/**
 * Writes all data of a database in use, as of one moment, into a zip: a CSV file a table. Holds some hundred rows in
 * memory.
 * @param path of a file that exists and is replaced
 * @param createdAt ISO 8601, UTC
 * @throws BackupFault TOO_LARGE, and the file system's error
 */
export const writeArchive = (file: string, path: string, createdAt: string): ArchiveFacts => {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  const output = openSync(path, 'w', 0o600);
  try {
    connection.exec('begin');
    const schema = Number(connection.pragma('user_version', { simple: true }));
    const tables = exportedTables(connection);
    const zip = createZip(LEVEL, new Date(createdAt));
    let [rows, size] = [0, 0];
    const flush = (): void => {
      const piece = zip.taken();
      size += piece.length;
      if (size > MAX_BYTES)
        throw new BackupFault('TOO_LARGE', 'it would have more than 4 GB, which a zip archive does not take');
      for (let at = 0; at < piece.length; ) at += writeSync(output, piece, at);
    };
    for (const table of tables) {
      zip.startFile(`${table.name}.csv`);
      // With a byte order mark, by which spreadsheets know UTF-8.
      zip.push(Buffer.from(`\uFEFF${linesOf([table.columns])}`));
      for (const batch of batches(connection, table)) {
        zip.push(Buffer.from(linesOf(batch)));
        rows += batch.length;
        flush();
      }
      zip.endFile();
      flush();
    }
    zip.end();
    flush();
    fsyncSync(output);
    return { schema, created_at: createdAt, tables: tables.length, rows };
  } finally {
    closeSync(output);
    connection.close();
  }
};

type Value = null | number | bigint | string | Buffer;

const batches = function* (connection: Database.Database, table: ExportedTable): Generator<Value[][]> {
  const rows = connection
    .prepare<[], Value[]>(
      `select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)} ${conditionOf(table)}
       order by ${table.key.map(quoted).join(', ')}`,
    )
    .safeIntegers(true)
    .raw(true)
    .iterate();
  let batch: Value[][] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

/** A text that looks like a formula gets an apostrophe; bytes are base64. */
const linesOf = (rows: readonly (readonly Value[])[]): string =>
  stringify(
    rows.map((row) => row.map((value) => (Buffer.isBuffer(value) ? value.toString('base64') : value))),
    { escape_formulas: true, record_delimiter: 'windows' },
  );
