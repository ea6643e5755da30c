import type { Insertable, Selectable } from 'kysely';
import type { MoneyPermit } from '../platform/money-permit.ts';
import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, type Slice } from './db/list.ts';
import type { CashMovesTable } from './db/tables.ts';

/** Cash that was put into the till of a shift, or taken out, without a sale. */
export type CashMoveRow = Selectable<CashMovesTable>;

/** @param _permit of the guard */
export const insertCashMove = (
  db: Db,
  move: Insertable<CashMovesTable>,
  _permit: MoneyPermit<'cash-move'>,
): CashMoveRow => db.write(build.insertInto('cash_moves').values(move).returningAll());

/** The latest first. @param madeBy only those of this account (id) */
export const listCashMoves = (
  db: Db,
  shiftId: number,
  madeBy: number | undefined,
  slice: Slice,
): Found<CashMoveRow> => {
  const ofShift = build.selectFrom('cash_moves').where('shift_id', '=', shiftId);
  const matching = madeBy === undefined ? ofShift : ofShift.where('made_by', '=', madeBy);
  return findSlice(
    db,
    matching,
    matching.selectAll(),
    'cash_moves',
    [{ field: 'id', descending: true }],
    slice,
  );
};
