import Database from 'better-sqlite3';
import { type SqlBool, sql } from 'kysely';
import { createStatementCache, type Query } from './query-cache.ts';

/** The database as of the first read, however long reading takes and whatever is written meanwhile. */
export interface Snapshot {
  get<Row>(query: Query<Row>): Row | undefined;
  all<Row>(query: Query<Row>): Row[];
  /** Row by row, with one row in memory. No other read may run until it has ended. */
  iterate<Row>(query: Query<Row>): Iterator<Row, undefined>;
  close(): void;
}

/**
 * A read-only connection of its own. Close it soon: while it is open, the write-ahead log keeps growing.
 * @param isStillNeeded checked during long queries (`notCancelled`), which are aborted once it returns false
 */
export const openSnapshot = (file: string, isStillNeeded = () => true): Snapshot => {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  registerCancelCheck(connection, isStillNeeded);
  const statementOf = createStatementCache(connection);
  let reading: Iterator<unknown> | undefined;
  connection.exec('begin');
  return {
    get: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      return prepared.get(...parameters) as Row | undefined;
    },
    all: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      return prepared.all(...parameters) as Row[];
    },
    iterate: <Row>(query: Query<Row>) => {
      const { prepared, parameters } = statementOf(query);
      const rows = prepared.iterate(...parameters) as Iterator<Row, undefined>;
      reading = rows;
      return rows;
    },
    close: () => {
      // A connection cannot be closed in the middle of a statement.
      reading?.return?.();
      connection.close();
    },
  };
};

/**
 * An always-true condition that makes long queries cancellable: at every 4096th invoice, at no measurable cost, it
 * checks whether the result is still needed (`openForReading`), and aborts the query otherwise.
 */
export const notCancelled = sql<SqlBool>`(invoices.id & 4095 <> 0 or not_cancelled(invoices.id))`;

/** Registers the SQL function that checks for cancellation mid-query; better-sqlite3 cannot interrupt one. */
export const registerCancelCheck = (connection: Database.Database, isStillNeeded: () => boolean): void => {
  connection.function('not_cancelled', (_row: unknown) => {
    if (!isStillNeeded()) throw new Error('Nobody waits for it any more.');
    return 1;
  });
};
