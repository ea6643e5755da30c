import Database from 'better-sqlite3';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { OwnerError } from '../errors.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/** Builds typed SQL, runs nothing: `Db` runs it synchronously (architecture.md, rule 4). */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

interface Query<Row> {
  compile(): CompiledQuery<Row>;
}

export interface Db {
  all<Row>(query: Query<Row>): Row[];
  get<Row>(query: Query<Row>): Row | undefined;
  /** Runs a writing query; gives the number of rows it changed. */
  run(query: Query<unknown>): number;
  /** Runs `work` in one IMMEDIATE transaction: all of it or, when it throws, nothing. Nests as a savepoint. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

const MAX_CACHED_STATEMENTS = 300;
/** How long a writer waits for another process (the command line beside the service). */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the database of a data folder, bringing its schema up to date.
 * @throws OwnerError DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_UNUSABLE; the file is left as it was.
 */
export const openDatabase = (file: string): Db => {
  const connection = connect(file);
  try {
    migrate(connection, file);
  } catch (error) {
    connection.close();
    throw asOwnerError(error, file);
  }
  return createDb(connection);
};

const connect = (file: string): Database.Database => {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    // First, since the version tells whether we may touch the file at all; it also reads the header.
    refuseNewer(connection.pragma('user_version', { simple: true }) as number, file);
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

const migrate = (connection: Database.Database, file: string): void => {
  // IMMEDIATE: the service and the command line may start at the same moment, one of them waits.
  connection
    .transaction(() => {
      const version = connection.pragma('user_version', { simple: true }) as number;
      refuseNewer(version, file);
      for (const migration of migrations.slice(version)) connection.exec(migration);
      if (version < migrations.length) connection.pragma(`user_version = ${migrations.length}`);
    })
    .immediate();
};

const refuseNewer = (version: number, file: string): void => {
  if (version <= migrations.length) return;
  throw new OwnerError(
    'DATABASE_NEWER',
    `The database ${file} was written by a newer Kramar (schema ${version}, this program knows ${migrations.length}). ` +
      'Nothing was changed. Install the newer version again, or point --data-dir at another folder.',
  );
};

const CORRUPT = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_CORRUPT_VTAB', 'SQLITE_CORRUPT_INDEX']);

const asOwnerError = (error: unknown, file: string): unknown => {
  if (!(error instanceof Database.SqliteError)) return error;
  if (CORRUPT.has(error.code)) {
    return new OwnerError(
      'DATABASE_CORRUPT',
      `The database ${file} is damaged or is no database (${error.message}). It was left as it is. ` +
        'Copy the folder aside before anything else, then put a backup of kramar.db in its place.',
      { cause: error },
    );
  }
  return new OwnerError(
    'DATABASE_UNUSABLE',
    `The database ${file} could not be opened (${error.code}: ${error.message}). Nothing was changed. ` +
      'Check that the disk is there, not full and not write-protected, and that no other program holds the file.',
    { cause: error },
  );
};

const createDb = (connection: Database.Database): Db => {
  const statements = new Map<string, Database.Statement>();

  const statement = ({ sql: text }: CompiledQuery): Database.Statement => {
    const cached = statements.get(text);
    if (cached) {
      // Map keeps insertion order: taking it out and back makes the first key the least recently used.
      statements.delete(text);
      statements.set(text, cached);
      return cached;
    }
    const [oldest] = statements.keys();
    if (statements.size >= MAX_CACHED_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    const prepared = connection.prepare(text);
    statements.set(text, prepared);
    return prepared;
  };

  const compiled = <Row>(query: Query<Row>) => {
    const built = query.compile();
    return { prepared: statement(built), parameters: built.parameters as unknown[] };
  };

  return {
    all: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = compiled(query);
      return prepared.all(...parameters) as Row[];
    },
    get: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = compiled(query);
      // A writing query with RETURNING must run to its end, which get() alone does as well.
      return prepared.get(...parameters) as Row | undefined;
    },
    run: (query) => {
      const { prepared, parameters } = compiled(query);
      return prepared.run(...parameters).changes;
    },
    transaction: (work) => connection.transaction(work).immediate(),
    close: () => connection.close(),
  };
};
