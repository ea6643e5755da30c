import type { ActionCode, ActionFacts } from '../../../shared/actions.ts';
import { type ProblemCode, problem, WHOLE_OBJECT } from '../../../shared/errors.ts';
import { isoTime, MINUTE_MS } from '../../../shared/time.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { type Action, recordAction } from '../../shop/actions/record.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import { bit } from '../../store/db/list.ts';
import {
  type CashSaleRow,
  cashOfShift,
  findCashSale,
  findShift,
  insertCashSale,
  insertShift,
  lastTimeOf,
  openShiftOf,
  type ShiftRow,
  updateCashSale,
  updateShift,
} from '../../store/shifts.ts';
import { permitEntry } from '../guard/entries.ts';
import { RIGHT_TO } from '../guard/guard.ts';
import { rightToVoid } from './visibility.ts';

/**
 * Shifts with counted cash. Each function reads and writes in one transaction, in which `keep` stores the answer of an
 * Idempotency-Key: a repeated request never writes twice. Money is in minor units.
 */
export interface ShiftContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
}

type Keep<Row> = (row: Row) => void;
type ShiftAction = Extract<ActionCode, `shift_${string}` | `cash_${string}`>;

/** A clock that is corrected by less was not set back. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

interface CashCount {
  cash: number;
  remark: string;
}

/**
 * Records an action that concerns counted cash; a cash sale is none, as a sale by card is none. It is dated by the PC's
 * clock, as all actions are.
 */
const record = ({ db, now }: ShiftContext, shift: number, code: ShiftAction, facts: ActionFacts): void =>
  recordAction(db, now(), actionOf(shift, code, facts));

const actionOf = (shift: number, code: ShiftAction, facts: ActionFacts): Action => ({
  ...{ code, object: { kind: 'shift', id: shift, label: String(shift) }, facts },
});

/** @throws ValidationError shift_open: another shift is open; names who opened it, and when */
export const openShift = (
  context: ShiftContext,
  actor: Actor,
  { cash, remark }: CashCount,
  keep: Keep<ShiftRow>,
): ShiftRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const open = openShiftOf(db);
    if (open) throw refusal(db, 'shift_open', 'A shift is open already', open.opened_by, open.opened_at);
    const shift = insertShift(db, {
      ...{ opened_by: actor.id, opened_at: now(), opening_cash: cash, opening_remark: remark },
    });
    record(context, shift.id, 'shift_opened', { amount: cash });
    keep(shift);
    return shift;
  });
};

/** Keeps the expected cash beside the counted one. @throws ValidationError shift_closed */
export const closeShift = (
  context: ShiftContext,
  actor: Actor,
  id: number,
  { cash, remark }: CashCount,
  keep: Keep<ShiftRow>,
): ShiftRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = stillOpen(db, id);
    const { sales, refunds } = cashOfShift(db, id);
    const expected = shift.opening_cash + sales - refunds;
    const closed = updateShift(db, id, {
      ...{ closed_by: actor.id, closed_at: timeIn(db, shift, now()), closing_cash: cash },
      ...{ expected_cash: expected, closing_remark: remark },
    });
    record(context, id, 'shift_closed', { amount: cash, difference: cash - expected });
    keep(closed);
    return closed;
  });
};

interface CashEntry {
  amount: number;
  isRefund: boolean;
  remark: string;
}

/** Enters a cash sale, or a cash refund, in an open shift. @throws ForbiddenError, ValidationError shift_closed */
export const enterCashSale = (
  context: ShiftContext,
  actor: Actor,
  shiftId: number,
  { amount, isRefund, remark }: CashEntry,
  keep: Keep<CashSaleRow>,
): CashSaleRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = stillOpen(db, shiftId);
    const permit = isRefund
      ? permitEntry(context, {
          ...{ by: actor, act: 'give-back', amount, right: RIGHT_TO.giveBack },
          action: actionOf(shiftId, 'cash_refund_entered', { amount }),
        })
      : permitEntry(context, { by: actor, act: 'sale', amount, right: RIGHT_TO.sell, action: undefined });
    const entry = {
      ...{ shift_id: shiftId, amount, is_refund: bit(isRefund), remark },
      ...{ made_by: actor.id, made_at: timeIn(db, shift, now()) },
    };
    const sale = insertCashSale(db, entry, permit);
    keep(sale);
    return sale;
  });
};

/** Voids an entry of an open shift; it stays in the list. @throws ForbiddenError, ValidationError shift_closed, voided */
export const voidCashSale = (
  context: ShiftContext,
  actor: Actor,
  sale: CashSaleRow,
  reason: string,
  keep: Keep<CashSaleRow>,
): CashSaleRow => {
  const { db, now } = context;
  return db.transaction(() => {
    const shift = stillOpen(db, sale.shift_id);
    const { voided_by, voided_at } = findCashSale(db, sale.id) ?? sale;
    if (voided_by !== null && voided_at !== null)
      throw refusal(db, 'voided', 'This entry is voided already', voided_by, voided_at);
    const { amount, made_by } = sale;
    const permit = permitEntry(context, {
      ...{ by: actor, act: 'invalidate', amount, right: rightToVoid(actor, sale) },
      action: actionOf(shift.id, 'cash_sale_voided', {
        ...{ amount, reason, made_by: accountName(db, made_by) },
      }),
    });
    const changes = { voided_by: actor.id, voided_at: timeIn(db, shift, now()), void_reason: reason };
    const voided = updateCashSale(db, sale.id, changes, permit);
    keep(voided);
    return voided;
  });
};

/** @throws ValidationError shift_closed */
const stillOpen = (db: Db, id: number): ShiftRow => {
  const shift = findShift(db, id);
  if (!shift) throw new Error(`Shift ${id} is missing.`);
  const { closed_by, closed_at } = shift;
  if (closed_by !== null && closed_at !== null)
    throw refusal(db, 'shift_closed', 'This shift is closed already', closed_by, closed_at);
  return shift;
};

const refusal = (db: Db, code: ProblemCode, what: string, account: number, time: number): ValidationError => {
  const [by, at] = [accountName(db, account), isoTime(time)];
  return new ValidationError({ [WHOLE_OBJECT]: [problem(code, `${what}: ${by}, ${at}.`, { by, at })] });
};

/** The time of what happens next in a shift: never before what has happened. Notes a clock that was set back. */
const timeIn = (db: Db, shift: ShiftRow, now: number): number => {
  const last = lastTimeOf(db, shift);
  if (now < last - CLOCK_TOLERANCE_MS && shift.clock_behind === 0)
    updateShift(db, shift.id, { clock_behind: 1 });
  return Math.max(now, last);
};
