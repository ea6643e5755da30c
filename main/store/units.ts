import type { Insertable, Selectable } from 'kysely';
import type { UnitQuery } from '../../shared/api/catalog.ts';
import { build, type Db } from './db/connection.ts';
import { searchText } from './db/fold.ts';
import { BY_NAME, type Found, findSlice, matchesWords, type Slice } from './db/list.ts';
import type { UnitsTable } from './db/tables.ts';

export type UnitRow = Selectable<UnitsTable>;
type UnitFields = Omit<Insertable<UnitsTable>, 'search_text'>;

export const findUnit = (db: Db, id: number): UnitRow | undefined =>
  db.get(build.selectFrom('units').selectAll().where('id', '=', id));

export const listUnits = (db: Db, query: UnitQuery, slice: Slice): Found<UnitRow> => {
  const matching = build.selectFrom('units').where((eb) => matchesWords(eb, 'search_text', query.search));
  return findSlice(db, matching, matching.selectAll(), 'units', query.ordering ?? BY_NAME, slice);
};

export const insertUnit = (db: Db, unit: UnitFields): UnitRow => {
  const row = db.get(
    build
      .insertInto('units')
      .values({ ...unit, search_text: searchText(unit.name, unit.short_name) })
      .returningAll(),
  );
  if (!row) throw new Error('The unit was not written.');
  return row;
};

export const updateUnit = (
  db: Db,
  row: UnitRow,
  changes: Partial<Omit<UnitRow, 'id' | 'search_text'>>,
): UnitRow => {
  const changed = { ...row, ...changes };
  db.run(
    build
      .updateTable('units')
      .set({ ...changes, search_text: searchText(changed.name, changed.short_name) })
      .where('id', '=', row.id),
  );
  return changed;
};

/** Its products then have no unit. */
export const deleteUnit = (db: Db, id: number): void => {
  db.run(build.deleteFrom('units').where('id', '=', id));
};
