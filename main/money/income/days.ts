import { CURRENCY_UAH } from '../../../shared/money.ts';
import { dateOf } from '../../../shared/time.ts';
import { daysOnClock, wallClock } from '../../shop/shop-time.ts';
import type { ReadDb } from '../../store/db/connection.ts';
import { startOfQuarter } from '../../store/db/days.ts';
import {
  type CardMovement,
  cardReceipts,
  cardRefunds,
  enteredIncome,
  shiftCash,
} from '../../store/income.ts';
import { shiftCashTaxNumber, taxpayers } from './taxpayers.ts';

/**
 * Income by day of the shop's calendar, minor units, hryvnia alone. A payment is income of the day on which it was paid,
 * in full: the bank's fee is an expense. What is given back lowers the income of the day on which it is given back.
 */
export interface Income {
  card: number;
  /** From shifts and by hand. */
  cash: number;
  /** The part of `cash` from shifts. */
  shift_cash: number;
  transfers: number;
  card_refunds: number;
  cash_refunds: number;
  transfer_refunds: number;
}

export const noIncome = (): Income => ({
  card: 0,
  cash: 0,
  shift_cash: 0,
  transfers: 0,
  card_refunds: 0,
  cash_refunds: 0,
  transfer_refunds: 0,
});

export const refundsOf = ({ card_refunds, cash_refunds, transfer_refunds }: Income): number =>
  card_refunds + cash_refunds + transfer_refunds;

/** What counts towards the limit. */
export const totalOf = (income: Income): number =>
  income.card + income.cash + income.transfers - refundsOf(income);

/** Card money in a currency other than hryvnia, never added to the rest. */
interface OtherCurrency {
  day: number;
  ccy: number;
  received: number;
  refunds: number;
}

export interface TaxpayerIncome {
  /** By day since 1970; only days with something. */
  days: Map<number, Income>;
  otherCurrencies: OtherCurrency[];
}

/** Days since 1970, both ends included. */
export interface DaySpan {
  first: number;
  last: number;
}

/** The income of each tax number. */
export const incomeByTaxNumber = (
  db: ReadDb,
  timeZone: string,
  span: DaySpan,
): ((taxNumber: string) => TaxpayerIncome) => {
  const books = new Map<string, TaxpayerIncome>();
  const bookOf = (taxNumber: string): TaxpayerIncome => {
    const book = books.get(taxNumber) ?? { days: new Map(), otherCurrencies: [] };
    books.set(taxNumber, book);
    return book;
  };
  const add = (taxNumber: string, day: number, parts: Partial<Income>): void => {
    const { days } = bookOf(taxNumber);
    const sums = days.get(day) ?? noIncome();
    for (const [name, amount] of Object.entries(parts)) sums[name as keyof Income] += amount;
    days.set(day, sums);
  };
  addCards(db, timeZone, span, { bookOf, add });
  addShiftCash(db, timeZone, span, add);
  for (const { tax_number, day, kind, is_refund, amount } of enteredIncome(db, span))
    add(tax_number, day, { [ENTERED[kind][is_refund]]: amount });
  return bookOf;
};

const ENTERED = { cash: ['cash', 'cash_refunds'], transfer: ['transfers', 'transfer_refunds'] } as const;

type Add = (taxNumber: string, day: number, parts: Partial<Income>) => void;

const rangeOf = (timeZone: string, { first, last }: DaySpan) => {
  const range = daysOnClock(timeZone);
  return { from: range(first).from, to: range(last).to };
};

/** Offsets of time zones are whole quarters of an hour, so that a quarter lies within one day. */
const quarterDay = (timeZone: string): ((quarter: number) => number) => {
  const clock = wallClock(timeZone);
  return (quarter) => clock(startOfQuarter(quarter)).day;
};

const addCards = (
  db: ReadDb,
  timeZone: string,
  span: DaySpan,
  { bookOf, add }: { bookOf: (taxNumber: string) => TaxpayerIncome; add: Add },
): void => {
  const range = rangeOf(timeZone, span);
  const dayOf = quarterDay(timeZone);
  const numbers = new Map(
    taxpayers(db).flatMap(({ taxNumber, terminals }) => terminals.map(({ id }) => [id, taxNumber] as const)),
  );
  const move = (moved: CardMovement, isRefund: boolean): void => {
    const { terminal, ccy, amount } = moved;
    const taxNumber = numbers.get(terminal) ?? '';
    const day = dayOf(moved.quarter);
    if (ccy === CURRENCY_UAH) add(taxNumber, day, isRefund ? { card_refunds: amount } : { card: amount });
    else {
      const [received, refunds] = isRefund ? [0, amount] : [amount, 0];
      bookOf(taxNumber).otherCurrencies.push({ day, ccy, received, refunds });
    }
  };
  for (const moved of cardReceipts(db, range)) move(moved, false);
  for (const moved of cardRefunds(db, range)) move(moved, true);
};

const addShiftCash = (db: ReadDb, timeZone: string, span: DaySpan, add: Add): void => {
  const dayOf = quarterDay(timeZone);
  const numbers = new Map<number, string>();
  const numberOf = (day: number): string => {
    const year = Number(dateOf(day).slice(0, 4));
    const known = numbers.get(year) ?? shiftCashTaxNumber(db, year);
    numbers.set(year, known);
    return known;
  };
  for (const { quarter, is_refund, amount } of shiftCash(db, rangeOf(timeZone, span))) {
    const day = dayOf(quarter);
    add(numberOf(day), day, is_refund ? { cash_refunds: amount } : { cash: amount, shift_cash: amount });
  }
};
