import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { BASE_VERSION, SCHEMA_VERSION } from '../migrations/index.ts';
import { isTooOld } from '../schema/make-schema.ts';
import { type BackupFacts, differences, faultsIn, readFacts } from './facts.ts';
import { BackupFault } from './fault.ts';
import { copyDurably, type Manifest } from './files.ts';
import { isOurs, schemaFaults } from './schema-check.ts';

/** The findings about a sound backup. */
export interface Checked {
  schema: number;
  facts: BackupFacts;
}

/**
 * Examines a backup without changing it or leaving files beside it.
 * @param scratch a folder for temporary copies
 * @throws BackupFault DAMAGED, NEWER, TOO_OLD, FOREIGN, ALTERED, or the error that prevented reading it
 */
export const checkBackup = (path: string, manifest: Manifest | undefined, scratch: string): Checked => {
  if (isOneFile(path)) return checkFile(path, manifest);
  const copy = join(scratch, 'examined.db');
  copyBackup(path, copy);
  return checkFile(copy, manifest);
};

/** As `checkBackup`, for a file that may be changed, or that need not be a backup. */
export const checkFile = (path: string, manifest: Manifest | undefined): Checked => {
  if (manifest) refuseAltered(path, manifest);
  try {
    return checkDatabase(path, manifest);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    throw /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? new BackupFault('DAMAGED', message) : error;
  }
};

const checkDatabase = (path: string, manifest: Manifest | undefined): Checked => {
  const connection = new Database(path, { readonly: isOneFile(path), fileMustExist: true });
  try {
    // Runs nothing from the file until its schema is known to be Kramar's (https://sqlite.org/security.html);
    // better-sqlite3 itself sets SQLITE_DBCONFIG_DEFENSIVE.
    connection.pragma('trusted_schema = off');
    connection.pragma('cell_size_check = on');
    const schema = connection.pragma('user_version', { simple: true }) as number;
    if (schema > SCHEMA_VERSION)
      throw new BackupFault('NEWER', `schema ${schema}, this program knows ${SCHEMA_VERSION}`);
    if (schema < 1 || !isOurs(connection)) throw new BackupFault('FOREIGN', 'it is no database of Kramar');
    if (isTooOld(schema))
      throw new BackupFault('TOO_OLD', `schema ${schema}, this program knows ${BASE_VERSION} and later`);
    const altered = schemaFaults(connection, schema);
    refuse(
      'ALTERED',
      altered.map(({ message }) => message),
      altered.map(({ name }) => name),
    );
    refuse('DAMAGED', [...endOf(path, connection), ...faultsIn(connection)]);
    const facts = readFacts(connection);
    if (manifest) refuse('DAMAGED', differences(facts, manifest.facts));
    return { schema, facts };
  } finally {
    connection.close();
  }
};

/**
 * A fault where the file ends within its last page. SQLite reads the missing bytes as zeros, and its integrity check
 * compares no content: a record at the end could have another sum.
 */
const endOf = (path: string, connection: Database.Database): string[] => {
  const [{ pages, bytes }] = connection
    .prepare('select page_count as pages, page_size as bytes from pragma_page_count, pragma_page_size')
    .all() as [{ pages: number; bytes: number }];
  const { size } = statSync(path);
  // The log may hold the pages that are missing.
  const hasLog = LOGS.some((end) => (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0) > 0);
  return hasLog || size >= pages * bytes ? [] : [`it has ${size} bytes instead of ${pages * bytes}`];
};

const refuse = (code: 'ALTERED' | 'DAMAGED', faults: readonly string[], names?: readonly string[]): void => {
  if (faults.length > 0) throw new BackupFault(code, faults.join('; '), names && { names });
};

const refuseAltered = (path: string, manifest: Manifest): void => {
  const { size } = statSync(path);
  if (size !== manifest.size)
    throw new BackupFault('DAMAGED', `it has ${size} bytes instead of ${manifest.size}`);
  if (hashFile(path) !== manifest.sha256)
    throw new BackupFault('DAMAGED', 'its bytes are not those that were written');
};

/**
 * Whether the database is in rollback mode: a reader of a WAL database would need or create files beside it. Reads byte
 * 18 of the header (https://sqlite.org/fileformat.html#file_format_version_numbers). True for a file that is no
 * database.
 */
const isOneFile = (path: string): boolean => {
  const header = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return header[18] !== 2 && !LOGS.some((end) => existsSync(path + end));
};

const LOGS = ['-wal', '-journal'];

/** Also copies the write-ahead log, in case a database was copied together with it. */
export const copyBackup = (from: string, to: string): void => {
  copyDurably(from, to);
  for (const end of LOGS) if (existsSync(from + end)) copyDurably(from + end, to + end);
};

const CHUNK = 1 << 20;

/** SHA-256, hexadecimal. */
export const hashFile = (path: string): string => {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
};
