import type { Insertable, Selectable, Updateable } from 'kysely';
import { build, type Db, type ReadDb } from './connection.ts';
import type { Tables } from './tables.ts';

/** Writes a row; of the one that has its key already, all other columns. */
export const putRow = <Table extends keyof Tables>(
  db: Db,
  table: Table,
  key: readonly (keyof Tables[Table])[],
  row: Insertable<Tables[Table]>,
): void => {
  const others = Object.entries(row).filter(([name]) => !key.includes(name as keyof Tables[Table]));
  db.run(
    build
      .insertInto(table)
      .values(row as never)
      .onConflict((conflict) =>
        conflict.columns(key as never).doUpdateSet(Object.fromEntries(others) as never),
      ),
  );
};

/** Reads and writes single rows of a table by its key. A cached query is quicker: use one for what runs at each sale. */
export const rowsBy = <Table extends keyof Tables, Key extends keyof Tables[Table] & string>(
  table: Table,
  key: Key,
) => {
  type Row = Selectable<Tables[Table]>;
  type Id = Row[Key & keyof Row];
  // Kysely cannot name the column of a table that it does not know; the types of these functions do.
  const [like, by] = [table as 'units', key as 'id'];
  return {
    find: (db: ReadDb, id: Id): Row | undefined => {
      const rows = build.selectFrom(like).selectAll();
      return db.get(rows.where(by, '=', id as never)) as Row | undefined;
    },
    insert: (db: Db, row: Insertable<Tables[Table]>): Row => {
      const inserted = build.insertInto(like).values(row as never);
      return db.write(inserted.returningAll()) as Row;
    },
    update: (db: Db, id: Id, changes: Omit<Updateable<Tables[Table]>, Key>): void => {
      const updated = build.updateTable(like).set(changes as never);
      db.run(updated.where(by, '=', id as never));
    },
    /** Writes a row; of the one that has its key already, all other columns. */
    put: (db: Db, row: Insertable<Tables[Table]>): void => putRow(db, table, [key], row),
    remove: (db: Db, id: Id): void => {
      db.run(build.deleteFrom(like).where(by, '=', id as never));
    },
  };
};

type Searched = {
  [Table in keyof Tables]: 'id' | 'search_text' extends keyof Tables[Table] ? Table : never;
}[keyof Tables];
type Row<Table extends Searched> = Selectable<Tables[Table]>;
type NewRow<Table extends Searched> = Omit<Insertable<Tables[Table]>, 'search_text'>;

/** Inserts and updates rows of a table with a search_text. @param textOf gives the text by which the search finds a row */
export const searchable = <Table extends Searched>(table: Table, textOf: (row: NewRow<Table>) => string) => {
  const rows = rowsBy(table, 'id' as keyof Tables[Table] & string);
  return {
    insert: (db: Db, row: NewRow<Table>): Row<Table> =>
      rows.insert(db, { ...row, search_text: textOf(row) } as never),
    update: (
      db: Db,
      row: Row<Table>,
      changes: Partial<Omit<Row<Table>, 'id' | 'search_text'>>,
    ): Row<Table> => {
      const changed = { ...row, ...changes };
      const search_text = textOf(changed as unknown as NewRow<Table>);
      rows.update(db, (row as unknown as Row<'units'>).id as never, { ...changes, search_text } as never);
      return changed;
    },
  };
};
