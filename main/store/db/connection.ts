import { accessSync, constants } from 'node:fs';
import Database from 'better-sqlite3';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { type Fault, reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { type MigrateOptions, migrate, refuseNewer } from '../migrate.ts';
import { createStatementCache, type Query } from './query-cache.ts';
import { registerCancelCheck } from './snapshot.ts';
import type { Tables } from './tables.ts';

/** Builds typed SQL, runs nothing: `Db` runs it, synchronously, since no transaction may wait. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

export interface Db {
  all<Row>(query: Query<Row>): Row[];
  get<Row>(query: Query<Row>): Row | undefined;
  /** Runs a writing query; gives the number of rows it changed. */
  run(query: Query<unknown>): number;
  /** Runs `work` in one IMMEDIATE transaction: all of it or, when it throws, nothing. Nests as a savepoint. */
  transaction<Result>(work: () => Result): Result;
  /** All that `work` reads is of one moment, whatever another process (the command line) writes meanwhile. */
  read<Result>(work: () => Result): Result;
  /** Calls `listener` after each transaction of this process that was committed, until the given function is called. */
  onCommit(listener: () => void): () => void;
  close(): void;
}

/** How long a writer waits for another process (the command line beside the service). */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the database of a data folder, bringing its schema up to date.
 * @throws OwnerError DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_UNUSABLE, and those of `migrate`; the file is left as
 * it was.
 */
export const openDatabase = (file: string, options: MigrateOptions = {}): Db => {
  const connection = connect(file, options);
  try {
    migrate(connection, file, options);
  } catch (error) {
    connection.close();
    throw asOwnerError(error, file);
  }
  return createDb(connection);
};

/**
 * A connection for a thread that only reads; the service has the same file open and sees to its schema.
 * @param isStillNeeded asked while long queries run, which are broken off once it says no
 */
export const openForReading = (file: string, isStillNeeded: () => boolean): Db =>
  createDb(
    new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }),
    isStillNeeded,
  );

const connect = (file: string, { migrations }: MigrateOptions): Database.Database => {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    refuseReadOnly(file);
    // First, since the version tells whether we may touch the file at all; it also reads the header.
    refuseNewer(connection, file, migrations);
    connection.pragma('journal_mode = WAL');
    // better-sqlite3 defaults to NORMAL under WAL: a power cut could then take back what a client was told.
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    return connection;
  } catch (error) {
    connection?.close();
    throw asOwnerError(error, file);
  }
};

const asOwnerError = (error: unknown, file: string): unknown => {
  if (!(error instanceof Database.SqliteError)) return error;
  if (reasonOf(error).fault === 'damaged') {
    return new OwnerError(
      'DATABASE_CORRUPT',
      `The database ${file} is damaged or is no database (${error.message}). It was left as it is. ` +
        'Copy the folder aside before anything else, then put a backup in its place.',
      { cause: error },
    );
  }
  return unusable(file, error);
};

const unusable = (file: string, cause: Error & { code?: string | undefined }): OwnerError =>
  new OwnerError(
    'DATABASE_UNUSABLE',
    `The database ${file} could not be opened (${cause.code}: ${cause.message}). Nothing was changed. ` +
      'Check that the disk is there, not full and not write-protected, and that no other program holds the file.',
    { cause },
  );

/** SQLite opens a file that it may not write as if nothing were amiss, and fails at the first sale. */
const refuseReadOnly = (file: string): void => {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw unusable(file, error as NodeJS.ErrnoException);
  }
};

const DISK_FAULTS: readonly (Fault | undefined)[] = ['full', 'disk', 'read_only', 'no_right'];

/** The disk is full or write-protected, or another program holds the file: it passes, and the same can be done again. */
export const isWriteFailure = (error: unknown): error is InstanceType<typeof Database.SqliteError> =>
  isDiskFailure(error) || (error instanceof Database.SqliteError && reasonOf(error).fault === 'in_use');

const isDiskFailure = (error: unknown): boolean =>
  error instanceof Database.SqliteError && DISK_FAULTS.includes(reasonOf(error).fault);

/**
 * Why the disk refused a write, for a client; undefined for any other error, one that waits for another program among
 * them. SQLite has rolled the transaction back, so nothing was written.
 */
export const diskRefusal = (error: unknown): string | undefined => {
  if (!isDiskFailure(error)) return undefined;
  const why = reasonOf(error).fault === 'full' ? 'is full' : 'cannot be written to';
  return `The disk that Kramar keeps its data on ${why}, so nothing was written. What was saved before is safe and can be read.`;
};

/** The database as a whole, where a broken constraint concerns one row: it ends the whole transaction. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof Database.SqliteError && !error.code.startsWith('SQLITE_CONSTRAINT');

/** For the owner; undefined for any other error. */
export const writeProblem = (error: unknown): string | undefined => {
  if (!isWriteFailure(error)) return undefined;
  const { why, remedy } = reasonOf(error);
  return `The database cannot be written to: ${why}. Nothing can be saved, so no sale can be made. What was saved is safe and can be read. ${remedy}; Kramar then goes on by itself.`;
};

const createDb = (connection: Database.Database, isStillNeeded = () => true): Db => {
  registerCancelCheck(connection, isStillNeeded);
  // Made once: better-sqlite3 takes longer to make a transaction than to run an empty one.
  const inTransaction = connection.transaction((work: () => unknown) => work());
  const statementOf = createStatementCache(connection);
  const listeners = new Set<() => void>();

  return {
    all: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      return prepared.all(...parameters) as Row[];
    },
    get: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      // RETURNING gives its row before the commit, and get() stops there: a full disk would go unnoticed.
      if (!prepared.readonly) return prepared.all(...parameters)[0] as Row | undefined;
      return prepared.get(...parameters) as Row | undefined;
    },
    run: (query) => {
      const { prepared, parameters } = statementOf(query);
      return prepared.run(...parameters).changes;
    },
    transaction: (work) => {
      const isOutermost = !connection.inTransaction;
      const result = inTransaction.immediate(work) as ReturnType<typeof work>;
      if (isOutermost) for (const listener of listeners) listener();
      return result;
    },
    read: (work) => inTransaction.deferred(work) as ReturnType<typeof work>,
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => connection.close(),
  };
};
