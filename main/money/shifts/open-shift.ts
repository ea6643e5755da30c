import type { ActionCode, ActionFacts } from '../../../shared/actions.ts';
import type { ProblemCode } from '../../../shared/errors.ts';
import { isoTime, MINUTE_MS } from '../../../shared/time.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { type Action, recordAction } from '../../shop/actions/record.ts';
import { refusal, type ValidationError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  cashOfShift,
  findShift,
  lastTimeOf,
  openShiftOf,
  type ShiftRow,
  updateShift,
} from '../../store/shifts.ts';

/** Shifts with counted cash. Each function reads and writes in one transaction. Money is in minor units. */
export interface ShiftContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
}

type ShiftAction = Extract<ActionCode, `shift_${string}` | `cash_${string}`>;

/** A clock that is corrected by less was not set back. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Records an action that concerns counted cash; a cash sale is none, as a sale by card is none. It is dated by the PC's
 * clock, as all actions are.
 */
export const recordShift = (
  { db, now }: ShiftContext,
  shift: number,
  code: ShiftAction,
  facts: ActionFacts,
): void => recordAction(db, now(), shiftAction(shift, code, facts));

export const shiftAction = (shift: number, code: ShiftAction, facts: ActionFacts): Action => ({
  code,
  object: { kind: 'shift', id: shift, label: String(shift) },
  facts,
});

/**
 * What is in the till by the entries, minor units.
 * @param madeBy only by the entries of this account (id), and what was counted at the opening
 */
export const tillCash = (db: Db, { id, opening_cash }: ShiftRow, madeBy?: number): number => {
  const { sales, refunds, cash_in, cash_out } = cashOfShift(db, id, madeBy);
  return opening_cash + sales - refunds + cash_in - cash_out;
};

/** @throws ValidationError shift_closed */
export const stillOpen = (db: Db, id: number): ShiftRow => {
  const shift = findShift(db, id);
  if (!shift) throw new Error(`Shift ${id} is missing.`);
  const { closed_by, closed_at } = shift;
  if (closed_by !== null && closed_at !== null)
    throw shiftRefusal(db, 'shift_closed', 'This shift is closed already', closed_by, closed_at);
  return shift;
};

/** The open shift. @throws ValidationError no_shift */
export const currentShift = (db: Db): ShiftRow => {
  const open = openShiftOf(db);
  if (open) return open;
  throw refusal('no_shift', 'No shift is open. Open one with the cash that is in the till.');
};

export const shiftRefusal = (
  db: Db,
  code: ProblemCode,
  what: string,
  account: number,
  time: number,
): ValidationError => {
  const [by, at] = [accountName(db, account), isoTime(time)];
  return refusal(code, `${what}: ${by}, ${at}.`, { by, at });
};

/** The time of what happens next in a shift: never before what has happened. Notes a clock that was set back. */
export const timeInShift = (db: Db, shift: ShiftRow, now: number): number => {
  const last = lastTimeOf(db, shift);
  if (now < last - CLOCK_TOLERANCE_MS && shift.clock_behind === 0)
    updateShift(db, shift.id, { clock_behind: 1 });
  return Math.max(now, last);
};
