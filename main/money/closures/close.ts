import type { Actor } from '../../shop/accounts/sessions.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import type { DayToClose } from '../../shop/reports/day-close.ts';
import type { Month } from '../../shop/reports/month.ts';
import { type ClosureRow, insertClosure, latestClosure } from '../../store/closures.ts';
import { type ShiftRow, shiftsWithin } from '../../store/shifts.ts';
import { permitEntry, permitSelfClosing } from '../guard/entries.ts';
import { RIGHT_TO } from '../guard/rights.ts';
import type { ShiftContext } from '../shifts/open-shift.ts';
import { closeShift } from '../shifts/shifts.ts';
import { type ClosureSums, isSame, takingsOf } from './sums.ts';

/** What did not match when a period was closed. Amounts are minor units; null: none belongs to it. */
export interface ClosureDifference {
  kind: 'cash' | 'doubts' | 'open_qr' | 'fiscal_receipts' | 'statement' | 'days';
  count: number;
  amount: number | null;
}

/** What is known of a period at its closing. */
export interface PeriodState {
  sums: ClosureSums;
  differences: readonly ClosureDifference[];
}

export interface DayClosing {
  /** Counted, minor units; absent: no shift of the day is open. */
  cash: number | undefined;
  /** Absent: what was taken out when the day was closed before, or nothing. */
  taken: number | undefined;
  remark: string;
}

/**
 * Closes a day, and with it the shift that is open. A day that is closed already, and whose sums are the same, keeps its
 * closure: of two windows the second gets that of the first.
 * @throws ForbiddenError, ValidationError not_counted, no_open_shift, more_than_counted
 */
export const closeShopDay = (
  context: ShiftContext,
  actor: Actor,
  day: DayToClose,
  { sums, differences }: PeriodState,
  { cash, remark, ...closing }: DayClosing,
): ClosureRow => {
  const { db } = context;
  return db.transaction(() => {
    const open = shiftsWithin(db, day).find(({ closed_at }) => closed_at === null);
    const before = latestClosure(db, 'day', day.date);
    if (before && !open && isSame(JSON.parse(before.sums), sums)) return before;
    if (open && cash === undefined)
      throw fieldRefusal('closing_cash', 'not_counted', 'Count the cash first: a shift is open.');
    if (!open && cash !== undefined)
      throw fieldRefusal(
        'closing_cash',
        'no_open_shift',
        'No shift of that day is open: it was closed meanwhile.',
      );
    if (open) closeShift(context, actor, open.id, { cash: cash ?? 0, remark });
    const shifts = shiftsWithin(db, day);
    const counted = shifts.at(-1)?.closing_cash ?? null;
    const taken = closing.taken ?? (open ? 0 : (before?.cash_taken ?? 0));
    if (taken > (counted ?? 0))
      throw fieldRefusal('cash_taken', 'more_than_counted', 'So much cash was not counted.');
    return write(context, actor, {
      kind: 'day',
      period: day.date,
      sums,
      remark,
      before,
      differences: [...cashDifference(shifts, day), ...differences],
      ...(counted === null ? NO_CASH : { cash_taken: taken, cash_left: counted - taken }),
    });
  });
};

/**
 * Closes a day that is over and still open, unless a question about it is open: no outcome is unknown, no fiscal
 * receipt missing, and the cash was counted without a difference, or none was moved. A QR that can still be paid is noted.
 * @returns whether it closed the day
 */
export const closeDayByItself = (
  context: ShiftContext,
  day: DayToClose,
  { sums, differences }: PeriodState,
): boolean =>
  context.db.transaction(() => {
    if (latestClosure(context.db, 'day', day.date)) return false;
    const shifts = shiftsWithin(context.db, day);
    const isCounted = shifts.every(
      ({ closed_at, closing_cash, expected_cash }) => closed_at !== null && closing_cash === expected_cash,
    );
    const unsettled = differences.filter(({ kind }) => kind !== 'open_qr').length;
    if (unsettled > 0 || !(isCounted || isCashUnmoved(sums))) return false;
    write(context, null, {
      kind: 'day',
      period: day.date,
      sums,
      differences,
      remark: '',
      before: undefined,
      cash_taken: null,
      cash_left: isCounted ? (shifts.at(-1)?.closing_cash ?? null) : null,
    });
    return true;
  });

const isCashUnmoved = ({ sale_count, refund_count, cash_in, cash_out }: ClosureSums): boolean =>
  sale_count + refund_count + cash_in + cash_out === 0;

/**
 * Closes a month that is over, as `closeShopDay` does.
 * @throws ForbiddenError, ValidationError not_over
 */
export const closeShopMonth = (
  context: ShiftContext,
  actor: Actor,
  month: Month,
  { sums, differences }: PeriodState,
  remark: string,
): ClosureRow =>
  context.db.transaction(() => {
    if (month.madeAt <= month.to)
      throw fieldRefusal('month', 'not_over', 'The month goes on. It can be closed after its last day.');
    const before = latestClosure(context.db, 'month', month.name);
    if (before && isSame(JSON.parse(before.sums), sums)) return before;
    return write(context, actor, {
      kind: 'month',
      period: month.name,
      sums,
      differences,
      remark,
      before,
      ...NO_CASH,
    });
  });

const NO_CASH = { cash_taken: null, cash_left: null };

/** Cash is missing, or there is too much, by the shifts that ended on that day. */
const cashDifference = (shifts: readonly ShiftRow[], { from, to }: DayToClose): ClosureDifference[] => {
  const off = shifts
    .filter(({ closed_at }) => closed_at !== null && closed_at >= from && closed_at <= to)
    .map(({ closing_cash, expected_cash }) => (closing_cash ?? 0) - (expected_cash ?? 0))
    .filter((difference) => difference !== 0);
  const amount = off.reduce((total, each) => total + each, 0);
  return off.length === 0 ? [] : [{ kind: 'cash', count: off.length, amount }];
};

interface Closing extends PeriodState {
  kind: ClosureRow['kind'];
  period: string;
  remark: string;
  before: ClosureRow | undefined;
  cash_taken: number | null;
  cash_left: number | null;
}

/** @param actor null: Kramar itself, which closes nothing that differs but by codes that can still be paid */
const write = (
  context: ShiftContext,
  actor: Actor | null,
  { kind, period, sums, differences, remark, before, cash_taken, cash_left }: Closing,
): ClosureRow => {
  const version = (before?.version ?? 0) + 1;
  const amount = takingsOf(sums);
  const facts = { [kind]: period, amount, version, ...(remark === '' ? {} : { remark }) };
  const action = { code: kind === 'day' ? 'day_closed' : 'month_closed', facts } as const;
  const right = kind === 'day' ? RIGHT_TO.sell : 'owner';
  const permit = actor
    ? permitEntry(context, { by: actor, act: 'close-books', amount, right, action })
    : permitSelfClosing(context, {
        amount,
        action,
        unsettled: differences.filter((each) => each.kind !== 'open_qr').length,
      });
  return insertClosure(
    context.db,
    {
      kind,
      period,
      version,
      closed_by: actor?.id ?? null,
      closed_at: context.now(),
      sums: JSON.stringify(sums),
      differences: JSON.stringify(differences),
      cash_taken,
      cash_left,
      remark,
    },
    permit,
  );
};
