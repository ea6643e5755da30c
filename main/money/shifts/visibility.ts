import type { Permission } from '../../../shared/permissions.ts';
import { type Actor, mayDo } from '../../shop/accounts/sessions.ts';
import type { Db } from '../../store/db/connection.ts';
import { type CashSaleRow, findCashSale, findShift, type ShiftRow } from '../../store/shifts.ts';
import { RIGHT_TO } from '../guard/rights.ts';

/** Who sees which shifts and entries. What somebody does not see is a missing object. */

/** Whoever sees the reports of the whole shop sees all shifts, with all entries. */
export const seesAllShifts = (actor: Actor): boolean =>
  actor.scope === undefined && mayDo(actor, 'can_view_invoices');

/** Others see the open shift, and those that they closed. */
const seesShift = (actor: Actor, { closed_at, closed_by }: ShiftRow): boolean =>
  seesAllShifts(actor) ||
  (mayDo(actor, 'can_create_invoices') && (closed_at === null || closed_by === actor.id));

/** The account (id) whose entries alone the caller sees, and who so counts cash unseen; undefined: all entries. */
export const entriesOf = (actor: Actor): number | undefined => (seesAllShifts(actor) ? undefined : actor.id);

/** What voiding an entry while its shift is open needs: one's own the right to sell, another's that to refund. */
export const rightToVoid = ({ id }: Actor, { made_by }: CashSaleRow): Permission =>
  made_by === id ? RIGHT_TO.sell : RIGHT_TO.giveBack;

/** Nothing of it goes by QR, or its rest was taken in cash instead. */
export const isCashAlone = ({ attempt_id, ended }: CashSaleRow): boolean =>
  attempt_id === null || ended === 'cash';

export const mayVoid = (actor: Actor, sale: CashSaleRow): boolean =>
  isCashAlone(sale) && mayDo(actor, rightToVoid(actor, sale));

export const loadShift =
  (db: Db) =>
  (id: number, actor: Actor): ShiftRow | undefined => {
    const shift = findShift(db, id);
    return shift && seesShift(actor, shift) ? shift : undefined;
  };

export const seesCashSale = (actor: Actor, { made_by }: CashSaleRow): boolean =>
  seesAllShifts(actor) || made_by === actor.id;

export const loadCashSale =
  (db: Db) =>
  (id: number, actor: Actor): CashSaleRow | undefined => {
    const sale = findCashSale(db, id);
    return sale && seesCashSale(actor, sale) ? sale : undefined;
  };
