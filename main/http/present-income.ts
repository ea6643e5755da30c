import {
  type IncomeBook as IncomeBookAnswer,
  type IncomeEntry,
  type IncomeState as IncomeStateAnswer,
  incomeBook,
  incomeEntry,
  incomeState,
} from '../../shared/api/income-book.ts';
import { dateOf } from '../../shared/time.ts';
import type { BookRow, IncomeBook, IncomeState } from '../money/income/book.ts';
import { refundsOf, totalOf } from '../money/income/days.ts';
import { present } from '../platform/present.ts';
import { accountName } from '../shop/accounts/accounts.ts';
import type { Db } from '../store/db/connection.ts';
import type { IncomeEntryRow } from '../store/income.ts';
import { nameOrNull } from './present-shift.ts';

const dateOrNull = (day: number | null): string | null => (day === null ? null : dateOf(day));

export const presentState = (state: IncomeState): IncomeStateAnswer =>
  present(incomeState, stateFields(state));

const stateFields = ({ taxpayer, group, limit, forecast, ...state }: IncomeState) => ({
  ...taxpayer,
  ...state,
  tax_group: group,
  limit: limit?.amount,
  limit_source: limit?.source,
  reached_on: dateOrNull(state.reachedOn),
  forecast: forecast && { ...forecast, date: dateOrNull(forecast.day) },
});

const presentRow = ({ income, ...row }: BookRow) => ({
  ...row,
  ...income,
  refunds: refundsOf(income),
  total: totalOf(income),
});

/** @param madeAt ms UTC */
export const presentBook = (book: IncomeBook, timeZone: string, madeAt: number): IncomeBookAnswer =>
  present(incomeBook, {
    ...book,
    ...stateFields(book),
    time_zone: timeZone,
    made_at: madeAt,
    days: book.days.map(presentRow),
    months: book.months.map(presentRow),
    quarters: book.quarters.map(presentRow),
    total: presentRow(book.total),
  });

export const presentEntry = (db: Db, row: IncomeEntryRow): IncomeEntry =>
  present(incomeEntry, {
    ...row,
    date: dateOf(row.day),
    made_by: accountName(db, row.made_by),
    voided_by: nameOrNull(db, row.voided_by),
  });
