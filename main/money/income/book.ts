import type { TaxGroup, WarningLevel } from '../../../shared/income.ts';
import { dateOf, dayNumber } from '../../../shared/time.ts';
import { wallClock } from '../../shop/shop-time.ts';
import type { Db } from '../../store/db/connection.ts';
import { taxGroupOf } from '../../store/income.ts';
import {
  type DaySpan,
  type Income,
  incomeByTaxNumber,
  noIncome,
  type TaxpayerIncome,
  totalOf,
} from './days.ts';
import { FORECAST_DAYS, type Forecast, forecastOf } from './forecast.ts';
import { levelOf, limitOf, type YearlyLimit } from './limits.ts';
import { shiftCashTaxNumber, type Taxpayer, taxpayerBy, taxpayers } from './taxpayers.ts';

/** A day, month, quarter or year of the book. */
export interface BookRow {
  /** `2026-03-02`, `2026-03`, `2026-Q1`, `2026` */
  period: string;
  income: Income;
  /** Of the year up to the end of the period, minor units. */
  cumulative: number;
}

/** Where a year stands towards its limit. */
export interface IncomeState {
  taxpayer: Taxpayer;
  year: number;
  takesShiftCash: boolean;
  group: TaxGroup | null;
  /** Minor units. */
  income: number;
  limit: YearlyLimit | undefined;
  level: WarningLevel | null;
  /** The first day (since 1970) after which the income was at the limit or above it; null: none. */
  reachedOn: number | null;
  /** Null: the year is over, or has not begun. */
  forecast: Forecast | null;
}

interface CurrencySum {
  ccy: number;
  received: number;
  refunds: number;
}

/** The income book of a year, by the shop's calendar. */
export interface IncomeBook extends IncomeState {
  /** Only days with something. */
  days: BookRow[];
  /** All twelve, as all four quarters. */
  months: BookRow[];
  quarters: BookRow[];
  total: BookRow;
  /** By currency; only those with something. */
  otherCurrencies: CurrencySum[];
}

/** The days of a year. */
export const yearSpan = (year: number): DaySpan => ({
  first: dayNumber(`${year}-01-01`),
  last: dayNumber(`${year + 1}-01-01`) - 1,
});

const yearOf = (day: number): number => Number(dateOf(day).slice(0, 4));

/** @param timeZone IANA; returns the shop's day and year of a moment, ms UTC */
export const shopDate = (timeZone: string): ((at: number) => { day: number; year: number }) => {
  const clock = wallClock(timeZone);
  return (at) => {
    const { day } = clock(at);
    return { day, year: yearOf(day) };
  };
};

/** With the days before the year that its forecast looks back at. */
const readSpan = (year: number, today: number): DaySpan => {
  const { first, last } = yearSpan(year);
  return { first: yearOf(today) === year ? Math.min(first, today - FORECAST_DAYS) : first, last };
};

/**
 * @param taxNumber of a taxpayer of the shop
 * @param now ms UTC
 * @throws ValidationError not_found
 */
export const incomeBook = (
  db: Db,
  timeZone: string,
  taxNumber: string | undefined,
  year: number,
  now: number,
): IncomeBook => {
  const { day: today } = shopDate(timeZone)(now);
  const taxpayer = taxpayerBy(db, taxNumber);
  const found = incomeByTaxNumber(db, timeZone, readSpan(year, today))(taxpayer.taxNumber);
  const span = yearSpan(year);
  const inYear = [...found.days]
    .filter(([day]) => day >= span.first && day <= span.last)
    .toSorted(([one], [other]) => one - other);
  return {
    ...stateOf(db, taxpayer, year, today, found),
    ...rowsOf(year, inYear),
    otherCurrencies: currencySums(found.otherCurrencies.filter(({ day }) => day >= span.first)),
  };
};

/** Each taxpayer's state in the current year. @param now ms UTC */
export const incomeStates = (db: Db, timeZone: string, now: number): IncomeState[] => {
  const { day: today, year } = shopDate(timeZone)(now);
  const incomeOf = incomeByTaxNumber(db, timeZone, readSpan(year, today));
  return taxpayers(db).map((taxpayer) => stateOf(db, taxpayer, year, today, incomeOf(taxpayer.taxNumber)));
};

const stateOf = (
  db: Db,
  taxpayer: Taxpayer,
  year: number,
  today: number,
  { days }: TaxpayerIncome,
): IncomeState => {
  const { first, last } = yearSpan(year);
  const group = taxGroupOf(db, taxpayer.taxNumber, year);
  const limit = group === null ? undefined : limitOf(db, year, group);
  const incomeOn = (day: number): number => totalOf(days.get(day) ?? noIncome());
  let income = 0;
  let reachedOn: number | null = null;
  for (let day = first; day <= last; day += 1) {
    income += incomeOn(day);
    if (limit && reachedOn === null && income >= limit.amount) reachedOn = day;
  }
  const isCurrent = today >= first && today <= last;
  return {
    taxpayer,
    year,
    group,
    income,
    limit,
    reachedOn,
    takesShiftCash: shiftCashTaxNumber(db, year) === taxpayer.taxNumber,
    level: limit ? levelOf(income, limit.amount) : null,
    forecast: isCurrent
      ? forecastOf({ today, lastDay: last, income, limit: limit?.amount, reachedOn, incomeOn })
      : null,
  };
};

const rowsOf = (
  year: number,
  days: readonly (readonly [day: number, income: Income])[],
): Pick<IncomeBook, 'days' | 'months' | 'quarters' | 'total'> => {
  const dated = days.map(([day, income]) => [dateOf(day), income] as const);
  const monthOf = (date: string): number => Number(date.slice(5, 7));
  const sumUp = (period: string, isWithin: (date: string) => boolean): Omit<BookRow, 'cumulative'> => {
    const income = noIncome();
    for (const [date, part] of dated)
      if (isWithin(date))
        for (const name of Object.keys(part) as (keyof Income)[]) income[name] += part[name];
    return { period, income };
  };
  const inTurn = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  return {
    days: accumulated(dated.map(([period, income]) => ({ period, income }))),
    months: accumulated(
      inTurn(12).map((month) =>
        sumUp(`${year}-${String(month).padStart(2, '0')}`, (date) => monthOf(date) === month),
      ),
    ),
    quarters: accumulated(
      inTurn(4).map((quarter) =>
        sumUp(`${year}-Q${quarter}`, (date) => Math.ceil(monthOf(date) / 3) === quarter),
      ),
    ),
    total: accumulated([sumUp(String(year), () => true)])[0] as BookRow,
  };
};

const accumulated = (rows: readonly Omit<BookRow, 'cumulative'>[]): BookRow[] => {
  let cumulative = 0;
  return rows.map((row) => {
    cumulative += totalOf(row.income);
    return { ...row, cumulative };
  });
};

/** Of all days, by currency. */
export const currencySums = (parts: readonly CurrencySum[]): CurrencySum[] =>
  [...Map.groupBy(parts, ({ ccy }) => ccy)]
    .map(([ccy, ofCurrency]) => ({
      ccy,
      received: ofCurrency.reduce((sum, { received }) => sum + received, 0),
      refunds: ofCurrency.reduce((sum, { refunds }) => sum + refunds, 0),
    }))
    .toSorted((one, other) => one.ccy - other.ccy);
