import type Database from 'better-sqlite3';
import { type SqlBool, sql } from 'kysely';

/**
 * A condition that always holds, for queries that can take long: it asks at every 4096th invoice, which is not to be
 * felt, whether anybody still waits (`openForReading`). What nobody waits for any more ends there.
 */
export const stillWanted = sql<SqlBool>`(invoices.id & 4095 <> 0 or still_wanted(invoices.id))`;

/** SQLite asks the connection itself, in the middle of a query; better-sqlite3 has no way to interrupt one. */
export const answerWhetherWanted = (connection: Database.Database, isWanted: () => boolean): void => {
  connection.function('still_wanted', (_row: unknown) => {
    if (!isWanted()) throw new Error('Nobody waits for it any more.');
    return 1;
  });
};
