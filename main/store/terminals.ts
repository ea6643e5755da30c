import type { Selectable } from 'kysely';
import type { TerminalQuery } from '../../shared/api/terminals.ts';
import { searchText } from '../../shared/text.ts';
import { build, type Db, type ReadDb } from './db/connection.ts';
import { BY_NAME, type Found, findSlice, matchesWords, type Slice } from './db/list.ts';
import { searchable } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { TerminalsTable } from './db/tables.ts';

export type TerminalRow = Selectable<TerminalsTable>;

const byId = fixedQuery<TerminalRow, [id: number]>(() =>
  build
    .selectFrom('terminals')
    .selectAll()
    .where('id', '=', placeholder<number>())
    .where('deleted_at', 'is', null),
);

/** Finds an existing terminal; a deleted one is only reachable through its invoices. */
export const findTerminal = (db: Db, id: number): TerminalRow | undefined => db.get(byId(id));

export const allTerminals = (db: Db): TerminalRow[] =>
  db.all(build.selectFrom('terminals').selectAll().where('deleted_at', 'is', null).orderBy('id'));

/** Deleted ones too. */
export const everyTerminal = (db: ReadDb): TerminalRow[] =>
  db.all(build.selectFrom('terminals').selectAll().orderBy('id'));

/** Terminals with a stored token. */
export const terminalsWithToken = (db: Db): TerminalRow[] =>
  allTerminals(db).filter(({ sealed_token }) => sealed_token !== null);

/** @param query with `terminal`, the only one that the caller sees */
export const listTerminals = (
  db: Db,
  query: TerminalQuery & { terminal?: number | undefined },
  slice: Slice,
): Found<TerminalRow> => {
  const matching = build
    .selectFrom('terminals')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.and(query.terminal === undefined ? [] : [eb('id', '=', query.terminal)]))
    .where((eb) => matchesWords(eb, 'search_text', query.search));
  return findSlice(db, matching, matching.selectAll(), 'terminals', query.ordering ?? BY_NAME, slice);
};

export const { insert: insertTerminal, update: updateTerminal } = searchable(
  'terminals',
  ({ name, merchant_name, merchant_id, edrpou }) => searchText(name, merchant_name, merchant_id, edrpou),
);
