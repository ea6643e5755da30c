import { accessSync, constants } from 'node:fs';
import Database from 'better-sqlite3';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { OsFault } from '../../../shared/errors.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { type MigrateOptions, migrate, refuseUnknown } from '../migrate.ts';
import { type ConnectionMemory, createMemory } from './memory.ts';
import { createStatementCache, type Query } from './query-cache.ts';
import { registerCancelCheck } from './snapshot.ts';
import type { Tables } from './tables.ts';

/** Builds typed SQL without running it: `Db` runs it synchronously, since no transaction may wait. */
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
  /** Runs a query that writes a row and returns it. */
  write<Row>(query: Query<Row>): Row;
  /** Runs a writing query and returns the number of changed rows. */
  run(query: Query<unknown>): number;
  /** Runs `work` in one IMMEDIATE transaction; an exception rolls all of it back. Nests as a savepoint. */
  transaction<Result>(work: () => Result): Result;
  /** Runs `work` on one snapshot, whatever another process (the command line) writes meanwhile. */
  read<Result>(work: () => Result): Result;
  /** Calls `listener` after each committed transaction of this process, until the returned function is called. */
  onCommit(listener: () => void): () => void;
  memory: ConnectionMemory;
  close(): void;
}

/** What reads: the service's database, and a snapshot of it (snapshot.ts). */
export type ReadDb = Pick<Db, 'all' | 'get'>;

/** The database, and the time that is written with what happens. */
export interface DbContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
}

/** The database, and both clocks: what happens to money is written with the times of both. */
export interface ClockContext extends DbContext {
  /** By the bank's clock; undefined as long as it is not known. */
  bankNow: () => number | undefined;
}

/** How long a writer waits for another process (the command line beside the service). */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the database of a data folder and brings its schema up to date.
 * @throws OwnerError DATABASE_BUSY, DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_TOO_OLD, DATABASE_UNUSABLE, and those of
 * `migrate`; the file is unchanged then
 */
export const openDatabase = (file: string, options: MigrateOptions = {}): Db => {
  const connection = connect(file, options);
  try {
    migrate(connection, file, options);
    // A sale's insert with its triggers changes more than the 16 pages beyond which SQLite journals a statement in a file
    // of its own: one was made and deleted at every sale. After the migrations, whose sorters need the disk.
    connection.pragma('temp_store = MEMORY');
  } catch (error) {
    connection.close();
    throw asOwnerError(error, file);
  }
  return createDb(connection);
};

/**
 * A connection for a reading thread; the service has the same file open and maintains its schema.
 * @param isStillNeeded checked during long queries, which are aborted once it returns false
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
    // First, since the version decides whether Kramar may touch the file at all; it also reads the header.
    refuseUnknown(connection, file, migrations);
    connection.pragma('journal_mode = WAL');
    // better-sqlite3 defaults to NORMAL under WAL: a power cut could then undo a sale that was already confirmed to a
    // client.
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    // What is replaced or deleted, as the token of a deleted terminal, does not stay in its page. Fast: without a write
    // more, so that only a page that becomes free as a whole keeps its bytes.
    connection.pragma('secure_delete = FAST');
    return connection;
  } catch (error) {
    connection?.close();
    throw asOwnerError(error, file);
  }
};

const asOwnerError = (error: unknown, file: string): unknown => {
  if (!(error instanceof Database.SqliteError)) return error;
  const { fault } = reasonOf(error);
  if (fault === 'in_use')
    return new OwnerError(
      'DATABASE_BUSY',
      `Another program has held the database ${file} for too long. Nothing was changed. Try again in a minute.`,
      { cause: error },
    );
  if (fault === 'damaged') {
    return new OwnerError(
      'DATABASE_CORRUPT',
      `The database ${file} is damaged or is no database (${error.message}). It was left as it is. ` +
        'Copy the folder aside before anything else, then restore a backup.',
      { cause: error },
    );
  }
  return unusable(file, error);
};

const unusable = (file: string, cause: Error & { code?: string | undefined }): OwnerError =>
  new OwnerError(
    'DATABASE_UNUSABLE',
    `The database ${file} could not be opened (${cause.code}: ${cause.message}). Nothing was changed. ` +
      'Check that the disk is there, not full and not write-protected.',
    { cause },
  );

/** SQLite opens a read-only file without an error, and fails at the first sale. */
const refuseReadOnly = (file: string): void => {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw unusable(file, error as NodeJS.ErrnoException);
  }
};

const DISK_FAULTS: readonly (OsFault | undefined)[] = ['full', 'disk', 'read_only', 'no_right'];

/** The disk is full or write-protected, or another program holds the file: temporary, so the work can be repeated. */
export const isWriteFailure = (error: unknown): error is InstanceType<typeof Database.SqliteError> =>
  isDiskFailure(error) || (error instanceof Database.SqliteError && reasonOf(error).fault === 'in_use');

const isDiskFailure = (error: unknown): boolean =>
  error instanceof Database.SqliteError && DISK_FAULTS.includes(reasonOf(error).fault);

/** Why the disk refused a write; undefined for any other error, including a wait for another program. */
export const diskFault = (error: unknown): 'disk_full' | 'disk_unwritable' | undefined => {
  if (!isDiskFailure(error)) return undefined;
  return reasonOf(error).fault === 'full' ? 'disk_full' : 'disk_unwritable';
};

/** The same for a client, in English. SQLite has rolled the transaction back, so nothing was written. */
export const diskRefusal = (error: unknown): string | undefined => {
  const fault = diskFault(error);
  if (fault === undefined) return undefined;
  const why = fault === 'disk_full' ? 'is full' : 'cannot be written to';
  return `The disk that Kramar keeps its data on ${why}, so nothing was written. What was saved before is safe and can be read.`;
};

/** Concerns the database as a whole and ends the whole transaction; a broken constraint concerns one row. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof Database.SqliteError && !error.code.startsWith('SQLITE_CONSTRAINT');

/** The reason for the owner; undefined for any other error. */
export const writeProblem = (error: unknown): string | undefined => {
  if (!isWriteFailure(error)) return undefined;
  const { why, remedy } = reasonOf(error);
  return `The database cannot be written to: ${why}. Nothing can be saved, so no sale can be made. What was saved is safe and can be read. ${remedy}; Kramar then goes on by itself.`;
};

const createDb = (connection: Database.Database, isStillNeeded = () => true): Db => {
  registerCancelCheck(connection, isStillNeeded);
  // Created once: better-sqlite3 takes longer to make a transaction than to run an empty one.
  const inTransaction = connection.transaction((work: () => unknown) => work());
  const statementOf = createStatementCache(connection);
  const listeners = new Set<() => void>();

  return {
    memory: createMemory(),
    all: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      return prepared.all(...parameters) as Row[];
    },
    get: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      // RETURNING yields its row before the commit, and get() stops there: a full disk would go unnoticed.
      if (!prepared.readonly) return prepared.all(...parameters)[0] as Row | undefined;
      return prepared.get(...parameters) as Row | undefined;
    },
    write: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      const [row] = prepared.all(...parameters) as Row[];
      if (row === undefined) throw new Error('The row was not written.');
      return row;
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
