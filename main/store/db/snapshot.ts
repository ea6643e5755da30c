import Database from 'better-sqlite3';
import { createStatementCache, type Query } from './query-cache.ts';
import { answerWhetherWanted } from './still-wanted.ts';

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
 * @param isWanted asked while long queries run (`stillWanted`), which are broken off once it says no
 */
export const openSnapshot = (file: string, isWanted = () => true): Snapshot => {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  answerWhetherWanted(connection, isWanted);
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
