import Database from 'better-sqlite3';

/** Every row of every table of a database file, as JSON: equal for two files with equal content. */
export const contentsOf = (file: string): Record<string, string[]> => {
  const connection = new Database(file, { fileMustExist: true });
  try {
    const tables = connection
      .prepare<[], string>(
        "select name from pragma_table_list where schema = 'main' and name not like 'sqlite_s%'",
      )
      .pluck()
      .all();
    return Object.fromEntries(
      tables.map((table) => [
        table,
        rowsOf(connection, `select * from "${table}"`).map((row) => JSON.stringify(row)),
      ]),
    );
  } finally {
    connection.close();
  }
};

/** Runs SQL on a database file outside Kramar. */
export const inFile = <Row = unknown>(file: string, query: string): Row[] => {
  const connection = new Database(file, { fileMustExist: true });
  try {
    return rowsOf(connection, query) as Row[];
  } finally {
    connection.close();
  }
};

const rowsOf = (connection: Database.Database, query: string): unknown[] => {
  const statement = connection.prepare(query);
  if (statement.reader) return statement.all();
  statement.run();
  return [];
};
