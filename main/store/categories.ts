import type { Insertable, Selectable } from 'kysely';
import type { CategoryQuery } from '../../shared/api/catalog.ts';
import { build, type Db } from './db/connection.ts';
import { searchText } from './db/fold.ts';
import { BY_NAME, type Found, findSlice, matchesWords, type Slice } from './db/list.ts';
import type { CategoriesTable } from './db/tables.ts';

export type CategoryRow = Selectable<CategoriesTable>;
type CategoryFields = Omit<Insertable<CategoriesTable>, 'search_text'>;

export const findCategory = (db: Db, id: number): CategoryRow | undefined =>
  db.get(build.selectFrom('categories').selectAll().where('id', '=', id));

export const listCategories = (db: Db, query: CategoryQuery, slice: Slice): Found<CategoryRow> => {
  const matching = build
    .selectFrom('categories')
    .where((eb) => matchesWords(eb, 'search_text', query.search));
  return findSlice(db, matching, matching.selectAll(), 'categories', query.ordering ?? BY_NAME, slice);
};

export const insertCategory = (db: Db, category: CategoryFields): CategoryRow => {
  const row = db.get(
    build
      .insertInto('categories')
      .values({ ...category, search_text: searchText(category.name) })
      .returningAll(),
  );
  if (!row) throw new Error('The category was not written.');
  return row;
};

export const updateCategory = (
  db: Db,
  row: CategoryRow,
  changes: Partial<Omit<CategoryRow, 'id' | 'search_text'>>,
): CategoryRow => {
  const changed = { ...row, ...changes };
  db.run(
    build
      .updateTable('categories')
      .set({ ...changes, search_text: searchText(changed.name) })
      .where('id', '=', row.id),
  );
  return changed;
};

/** Its products then have no category. */
export const deleteCategory = (db: Db, id: number): void => {
  db.run(build.deleteFrom('categories').where('id', '=', id));
};
