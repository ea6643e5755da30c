import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Found without opening the database: SQLite would create a missing file, and drop the log of an empty one. */
export type DatabaseFile = 'missing' | 'empty' | 'present';

/** Covers the header and the first page's b-tree header (https://sqlite.org/fileformat.html, 1.3 and 1.6). */
const HEAD = 105;
const MAGIC = 'SQLite format 3\0';
const LEAF_TABLE = 0x0d;

/** @throws the file system's error if the file exists and cannot be read */
export const databaseFileState = (file: string): DatabaseFile => {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 'missing';
  if (!stats.isFile()) return 'present';
  if (stats.size === 0) return 'empty';
  // The tables of a database that was cut off may still be in its log.
  return !hasLog(file) && hasNoTables(file) ? 'empty' : 'present';
};

/** Whether a non-empty log lies beside the database's path. */
export const hasLog = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** The first page is the root of the schema table: without a cell there is no table, index or trigger. */
const hasNoTables = (file: string): boolean => {
  const head = Buffer.alloc(HEAD);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head, 0, HEAD, 0);
  } finally {
    closeSync(descriptor);
  }
  return (
    head.toString('latin1', 0, MAGIC.length) === MAGIC &&
    head[100] === LEAF_TABLE &&
    head.readUInt16BE(103) === 0
  );
};
