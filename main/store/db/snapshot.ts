import Database from 'better-sqlite3';
import { type SqlBool, sql } from 'kysely';
import { createStatementCache, type Query } from './query-cache.ts';

/** The database as it was at the first look, however long the reading takes and whatever is written meanwhile. */
export interface Snapshot {
  get<Row>(query: Query<Row>): Row | undefined;
  all<Row>(query: Query<Row>): Row[];
  /** Row by row, so that no more than one is in memory. Nothing else can be read until it is at its end. */
  iterate<Row>(query: Query<Row>): Iterator<Row, undefined>;
  close(): void;
}

/**
 * A connection of its own, that can only read. To be closed soon: while it is open, what is written meanwhile stays
 * in the write-ahead log.
 * @param isStillNeeded asked while long queries run (`stillWanted`), which are broken off once it says no
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
 * A condition that always holds, for queries that can take long: it asks at every 4096th invoice, which is not to be
 * felt, whether anybody still waits (`openForReading`). What nobody waits for any more ends there.
 */
export const notCancelled = sql<SqlBool>`(invoices.id & 4095 <> 0 or still_wanted(invoices.id))`;

/** SQLite asks the connection itself, in the middle of a query; better-sqlite3 has no way to interrupt one. */
export const registerCancelCheck = (connection: Database.Database, isStillNeeded: () => boolean): void => {
  connection.function('still_wanted', (_row: unknown) => {
    if (!isStillNeeded()) throw new Error('Nobody waits for it any more.');
    return 1;
  });
};
