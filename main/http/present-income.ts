import {
  type IncomeBook as IncomeBookAnswer,
  type IncomeEntry,
  type IncomeLimit,
  type IncomeRow,
  type IncomeState as IncomeStateAnswer,
  incomeEntry,
  incomeRow,
} from '../../shared/api/income-book.ts';
import { dateOf, isoTime } from '../../shared/time.ts';
import type { BookRow, IncomeBook, IncomeState } from '../money/income/book.ts';
import { refundsOf, totalOf } from '../money/income/days.ts';
import type { YearlyLimit } from '../money/income/limits.ts';
import { accountName } from '../shop/accounts/accounts.ts';
import type { Db } from '../store/db/connection.ts';
import type { IncomeEntryRow } from '../store/income.ts';
import { present } from './present.ts';

const dateOrNull = (day: number | null): string | null => (day === null ? null : dateOf(day));

export const presentState = (state: IncomeState): IncomeStateAnswer => ({
  tax_number: state.taxpayer.taxNumber,
  merchant_name: state.taxpayer.merchantName,
  terminals: state.taxpayer.terminals.map(({ id, name, isDeleted }) => ({ id, name, is_deleted: isDeleted })),
  takes_shift_cash: state.takesShiftCash,
  year: state.year,
  tax_group: state.group,
  income: state.income,
  limit: state.limit?.amount ?? null,
  limit_source: state.limit?.source ?? null,
  level: state.level,
  reached_on: dateOrNull(state.reachedOn),
  forecast: state.forecast && {
    status: state.forecast.status,
    date: dateOrNull(state.forecast.day),
    year_end: state.forecast.yearEnd,
  },
});

const presentRow = ({ period, income, cumulative }: BookRow): IncomeRow =>
  present(incomeRow, income, { period, refunds: refundsOf(income), total: totalOf(income), cumulative });

/** @param madeAt ms UTC */
export const presentBook = (book: IncomeBook, timeZone: string, madeAt: number): IncomeBookAnswer => ({
  ...presentState(book),
  time_zone: timeZone,
  made_at: isoTime(madeAt),
  days: book.days.map(presentRow),
  months: book.months.map(presentRow),
  quarters: book.quarters.map(presentRow),
  total: presentRow(book.total),
  other_currencies: book.otherCurrencies.map(({ ccy, received, refunds }) => ({ ccy, received, refunds })),
});

export const presentLimit = ({ year, group, amount, source }: YearlyLimit): IncomeLimit => ({
  year,
  tax_group: group,
  amount,
  source,
});

export const presentEntry = (db: Db, row: IncomeEntryRow): IncomeEntry =>
  present(incomeEntry, row, {
    date: dateOf(row.day),
    made_by: accountName(db, row.made_by),
    voided_by: row.voided_by === null ? null : accountName(db, row.voided_by),
  });
