import type { ProblemCode } from '../../../shared/errors.ts';
import { CURRENCY_UAH } from '../../../shared/money.ts';
import { dateOf, parseDay } from '../../../shared/time.ts';
import { countDoubtsBetween } from '../../store/day-close.ts';
import type { ReadDb } from '../../store/db/connection.ts';
import { countFiscalGaps, currenciesOf, type MonthFilter, refundedOfPayments } from '../../store/month.ts';
import { type CashSums, cashWithin } from '../../store/shifts.ts';
import { everyTerminal, type TerminalRow } from '../../store/terminals.ts';
import { fieldRefusal } from '../errors.ts';
import { shopName } from '../settings.ts';
import { daysOnClock, wallClock } from '../shop-time.ts';
import { type Point, salesBy, salesSeries } from './series.ts';
import type { Sums } from './series-sums.ts';

/** A month of the shop's calendar; times in milliseconds UTC. */
export interface Month {
  /** `2026-10` */
  name: string;
  firstDay: string;
  lastDay: string;
  from: number;
  to: number;
  madeAt: number;
}

export interface MonthTerminal {
  id: number;
  name: string;
  taxNumber: string;
  merchantName: string;
  isDeleted: boolean;
}

/** What moved in one currency, minor units. */
interface MonthCurrency {
  ccy: number;
  totals: Sums;
  /** Of these payments, refunded by now: what the reconciliation compares with the statement. */
  refundedOfPayments: number;
  byTerminal: Point[];
}

/** What is not known yet, or not in order. */
interface MonthGaps {
  /** Active terminals whose statement does not reach the month's end. */
  statements: { id: number; name: string; until: number | null }[];
  /** Bank requests of the month with unknown outcome. */
  attemptsInDoubt: number;
  /** Payments whose fiscal receipt is not done. */
  fiscalReceipts: number;
}

export interface AccountMonth extends Month {
  isOver: boolean;
  shopName: string;
  /** The one that was chosen; undefined: all terminals. */
  taxNumber: string | undefined;
  /** Every terminal that the month is about. */
  terminals: MonthTerminal[];
  /** Those of the whole shop, to choose from. */
  taxNumbers: { taxNumber: string; merchantName: string }[];
  /** Hryvnia first, in every month. */
  currencies: MonthCurrency[];
  /** What was sold for cash; undefined: it belongs to another seller. */
  cash: CashSums | undefined;
  gaps: MonthGaps;
}

/**
 * Returns a function from a month to its range, by default the last full month.
 * @param timeZone IANA
 * @throws ValidationError: an invalid month, one before 1970, or one that has not begun
 */
export const monthsOnClock = (timeZone: string, now: () => number) => {
  const clock = wallClock(timeZone);
  const rangeOf = daysOnClock(timeZone);
  return (name?: string): Month => {
    const madeAt = now();
    const today = clock(madeAt).day;
    const month = name ?? previousMonth(dateOf(today));
    const first = /^\d{4}-\d\d$/.test(month) ? parseDay(`${month}-01`) : undefined;
    if (first === undefined) throw wrongMonth('invalid', 'Month has wrong format. Use YYYY-MM.');
    // Before 1970, zone offsets are no whole minutes, and there are no card payments.
    if (first < 0) throw wrongMonth('too_early', 'Expected a month from 1970-01 on.');
    if (first > today)
      throw wrongMonth('not_begun', 'This month has not begun yet in the time zone of the shop.');
    const last = first + daysIn(month) - 1;
    const range = { from: rangeOf(first).from, to: rangeOf(last).to };
    return { name: month, firstDay: dateOf(first), lastDay: dateOf(last), ...range, madeAt };
  };
};

const wrongMonth = (code: ProblemCode, message: string) => fieldRefusal('month', code, message);

const partsOf = (date: string): [year: number, month: number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
];

/** @param date any day of the month */
const daysIn = (date: string): number => {
  const [year, month] = partsOf(date);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
};

const previousMonth = (today: string): string => {
  const [year, month] = partsOf(today);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
};

/** @param taxNumber only of the terminals of this seller @param takesCash the cash of the till is this seller's */
export const accountMonth = (
  db: ReadDb,
  month: Month,
  taxNumber: string | undefined,
  takesCash: boolean,
): AccountMonth => {
  const every = everyTerminal(db);
  const rows = taxNumber === undefined ? every : every.filter(({ edrpou }) => edrpou === taxNumber);
  const filter = monthFilter(month, taxNumber === undefined ? undefined : rows);
  const currencies = new Set([CURRENCY_UAH, ...currenciesOf(db, filter)]);
  return {
    ...month,
    isOver: month.madeAt > month.to,
    shopName: shopName(db),
    taxNumber,
    terminals: rows.map(presentTerminal),
    taxNumbers: sellersOf(every),
    cash: takesCash ? cashWithin(db, month) : undefined,
    currencies: [...currencies].map((ccy) => currencyOf(db, { ...filter, ccy })),
    gaps: {
      statements: unreachedStatements(rows, month),
      attemptsInDoubt: countDoubtsBetween(db, month),
      fiscalReceipts: countFiscalGaps(db, filter),
    },
  };
};

/** @param terminals undefined: all */
export const monthFilter = (
  { from, to }: Month,
  terminals: readonly { id: number }[] | undefined,
): MonthFilter => ({ from, to, terminals: terminals?.map(({ id }) => id) });

const currencyOf = (db: ReadDb, filter: MonthFilter & { ccy: number }): MonthCurrency => {
  const { points: byTerminal, totals } = salesBy(db, 'terminal', filter);
  return { ccy: filter.ccy, totals, byTerminal, refundedOfPayments: refundedOfPayments(db, filter) };
};

const presentTerminal = (row: TerminalRow): MonthTerminal => ({
  id: row.id,
  name: row.name,
  taxNumber: row.edrpou,
  merchantName: row.merchant_name,
  isDeleted: row.deleted_at !== null,
});

const sellersOf = (terminals: readonly TerminalRow[]): AccountMonth['taxNumbers'] => {
  const names = new Map(
    terminals.filter(({ edrpou }) => edrpou !== '').map((row) => [row.edrpou, row.merchant_name]),
  );
  return [...names].map(([taxNumber, merchantName]) => ({ taxNumber, merchantName }));
};

/** Of a month that goes on, a terminal whose statement never came. */
const unreachedStatements = (rows: readonly TerminalRow[], { to, madeAt }: Month): MonthGaps['statements'] =>
  rows
    .filter(
      ({ is_active, deleted_at, statement_synced_at: until }) =>
        is_active === 1 && deleted_at === null && (until === null || (madeAt > to && until < to)),
    )
    .map(({ id, name, statement_synced_at: until }) => ({ id, name, until }));

/** A terminal's day on which money moved. */
export interface TerminalDay {
  date: string;
  terminal: number;
  ccy: number;
  sums: Sums;
}

/** Each day of the month, and the days of each terminal on which money moved, in order. */
export const daysOfMonth = (
  db: ReadDb,
  timeZone: string,
  month: AccountMonth,
): { days: Omit<TerminalDay, 'terminal'>[]; terminalDays: TerminalDay[] } => {
  const filter = monthFilter(month, month.taxNumber === undefined ? undefined : month.terminals);
  const daysOf = (own: MonthFilter & { ccy: number }) =>
    salesSeries(db, timeZone, 'day', own).points.map(({ key, sums }) => ({
      date: String(key),
      ccy: own.ccy,
      sums,
    }));
  const isMoved = ({ sums }: { sums: Sums }) => sums.count + sums.refund_count > 0;
  const days = month.currencies.flatMap(({ ccy }) => daysOf({ ...filter, ccy }));
  const terminalDays = month.currencies.flatMap(({ ccy, byTerminal }) =>
    byTerminal.flatMap(({ key }) => {
      const terminal = Number(key);
      return daysOf({ ...filter, terminals: [terminal], ccy })
        .filter(isMoved)
        .map((day) => ({ ...day, terminal }));
    }),
  );
  return { days, terminalDays: terminalDays.sort((one, other) => one.date.localeCompare(other.date)) };
};
