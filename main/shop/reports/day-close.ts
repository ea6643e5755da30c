import type { ProblemCode } from '../../../shared/errors.ts';
import { dateOf, parseDay } from '../../../shared/time.ts';
import { discountsGiven } from '../../store/cash-series.ts';
import {
  type Counted,
  countDoubtsBetween,
  foreignPayments,
  numberAtEnd,
  unpaidInvoices,
} from '../../store/day-close.ts';
import type { Db } from '../../store/db/connection.ts';
import type { TimeRange } from '../../store/db/days.ts';
import { type CheckedMoney, countFiscalTerminals, fiscalDay } from '../../store/fiscal-gaps.ts';
import { type CurrencySums, otherCurrencySums } from '../../store/series.ts';
import { type CashSums, cashWithin } from '../../store/shifts.ts';
import { allTerminals } from '../../store/terminals.ts';
import { fieldRefusal } from '../errors.ts';
import { shopName } from '../settings.ts';
import { daysOnClock, wallClock } from '../shop-time.ts';
import { type Point, salesBy } from './series.ts';
import type { Sums } from './series-sums.ts';

/** The totals of a shop's day; times in milliseconds UTC, money in minor units. */
export interface ClosedDay {
  date: string;
  from: number;
  to: number;
  isOver: boolean;
  madeAt: number;
  shopName: string;
  totals: Sums;
  otherCurrencies: CurrencySums[];
  foreign: Counted;
  byTerminal: Point[];
  cash: CashSums;
  /** Off the prices of the goods sold, by QR and in cash. */
  discounts: number;
  byCashRegister: Point[];
  byEmployee: Point[];
  byPaymentSystem: Point[];
  firstNumber: number | undefined;
  lastNumber: number | undefined;
  open: Counted;
  expired: Counted;
  failed: Counted;
  attemptsInDoubt: number;
  statementUntil: number | null;
  /** Money at terminals that issue fiscal receipts, with its checks; undefined: there is no such terminal. */
  fiscal: { sales: CheckedMoney; returns: CheckedMoney } | undefined;
}

/** A day of the shop's calendar that can be closed; times in milliseconds UTC. */
export interface DayToClose {
  date: string;
  from: number;
  to: number;
  madeAt: number;
}

/**
 * Returns a function from a date to its day, by default today.
 * @throws ValidationError: an invalid date, a day before 1970, or one that has not begun.
 */
export const daysToClose = (timeZone: string, now: () => number) => {
  const clock = wallClock(timeZone);
  const rangeOf = daysOnClock(timeZone);

  return (date?: string): DayToClose => {
    const madeAt = now();
    const today = clock(madeAt).day;
    const day = date === undefined ? today : parseDay(date);
    if (day === undefined) throw wrongDate('invalid', 'Date has wrong format. Use YYYY-MM-DD.');
    // Before 1970, zone offsets are no whole minutes, and there are no card payments.
    if (day < 0) throw wrongDate('too_early', 'Expected a day from 1970-01-01 on.');
    if (day > today) throw wrongDate('not_begun', 'This day has not begun yet in the time zone of the shop.');
    return { date: dateOf(day), ...rangeOf(day), madeAt };
  };
};

export const closeDay = (db: Db, { date, from, to, madeAt }: DayToClose): ClosedDay => {
  const range = { from, to };
  return db.read(() => ({
    date,
    ...range,
    isOver: madeAt > to,
    madeAt,
    shopName: shopName(db),
    ...moneyOf(db, range),
    ...unpaidInvoices(db, range),
    attemptsInDoubt: countDoubtsBetween(db, range),
    statementUntil: statementUntil(db),
    fiscal: countFiscalTerminals(db) === 0 ? undefined : fiscalDay(db, range),
  }));
};

const wrongDate = (code: ProblemCode, message: string) => fieldRefusal('date', code, message);

const moneyOf = (db: Db, range: TimeRange) => {
  const { points: byTerminal, totals } = salesBy(db, 'terminal', range);
  return {
    totals,
    otherCurrencies: otherCurrencySums(db, range),
    foreign: foreignPayments(db, range),
    byTerminal,
    cash: cashWithin(db, range),
    discounts: discountsGiven(db, { ...range, tender: 'all' }),
    byCashRegister: salesBy(db, 'cash_register', range).points,
    byEmployee: salesBy(db, 'employee', range).points,
    byPaymentSystem: salesBy(db, 'payment_system', range).points,
    firstNumber: numberAtEnd(db, range, 'first'),
    lastNumber: numberAtEnd(db, range, 'last'),
  };
};

/** The terminal furthest behind decides; null: one has no statement yet, or there is no terminal. */
const statementUntil = (db: Db): number | null => {
  const times = allTerminals(db).flatMap((terminal) =>
    terminal.is_active === 1 ? [terminal.statement_synced_at] : [],
  );
  return times.reduce(
    (oldest, at) => (oldest === null || at === null ? null : Math.min(oldest, at)),
    times[0] ?? null,
  );
};
