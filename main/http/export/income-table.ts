import { currencyCode } from '../../../shared/money.ts';
import { dayNumber } from '../../../shared/time.ts';
import type { BookRow, IncomeBook } from '../../money/income/book.ts';
import { refundsOf, totalOf } from '../../money/income/days.ts';
import type { Language } from '../preferences.ts';
import { column, OTHER_CURRENCY, TOTAL, type Words } from './report-columns.ts';
import type { Cell, Column } from './table.ts';
import type { Table } from './table-file.ts';

/** The book as accountants keep it: days, after each month and each quarter its sums, at the end the year. */

export const INCOME_SHEET: Words = { uk: 'Книга доходів', en: 'Income book' };

export const INCOME_TITLES = {
  row: { uk: 'Рядок', en: 'Row' },
  period: { uk: 'Дата', en: 'Date' },
  cash: { uk: 'Готівка', en: 'Cash' },
  card: { uk: 'Оплати через банк', en: 'Payments through the bank' },
  transfers: { uk: 'Перекази', en: 'Transfers' },
  refunds: { uk: 'Повернення', en: 'Refunds' },
  total: TOTAL,
  cumulative: { uk: 'Від початку року', en: 'Since 1 January' },
} satisfies Record<string, Words>;

const ROWS = {
  day: { uk: 'День', en: 'Day' },
  month: { uk: 'Місяць', en: 'Month' },
  quarter: { uk: 'Квартал', en: 'Quarter' },
  year: { uk: 'Рік', en: 'Year' },
} satisfies Record<string, Words>;

const columnsOf = (language: Language): Column[] => [
  column(INCOME_TITLES.row[language], 'text', 12),
  column(INCOME_TITLES.period[language], 'date', 12),
  ...(['cash', 'card', 'transfers', 'refunds', 'total', 'cumulative'] as const).map((name) =>
    column(INCOME_TITLES[name][language], 'money', 18),
  ),
];

export const incomeTable = (book: IncomeBook, language: Language): Table => {
  const cells = (kind: Words, { period, income, cumulative }: BookRow, date: Cell = period): Cell[] => [
    ...[kind[language], date, income.cash, income.card, income.transfers],
    ...[refundsOf(income), totalOf(income), cumulative],
  ];
  const rows = book.months.flatMap((month, index) => {
    const days = book.days.filter(({ period }) => period.startsWith(month.period));
    const quarter = index % 3 === 2 ? book.quarters[Math.floor(index / 3)] : undefined;
    return [
      ...days.map((day) => cells(ROWS.day, day, dayNumber(day.period))),
      cells(ROWS.month, month),
      ...(quarter ? [cells(ROWS.quarter, quarter)] : []),
    ];
  });
  return {
    name: ['income-book', book.taxpayer.taxNumber, book.year].filter((part) => part !== '').join('-'),
    sheetName: INCOME_SHEET[language],
    columns: columnsOf(language),
    rows: [
      ...rows,
      cells(ROWS.year, book.total),
      ...book.otherCurrencies.map(({ ccy, received, refunds }) => [
        ...[OTHER_CURRENCY[language], currencyCode(ccy), null, received, null],
        ...[refunds, received - refunds, null],
      ]),
    ],
  };
};
