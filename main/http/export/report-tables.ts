import { words } from '../../../shared/action-value-words.ts';
import type { SeriesGroup } from '../../../shared/api/series.ts';
import { currencyCode } from '../../../shared/money.ts';
import { dayNumber } from '../../../shared/time.ts';
import type { BookRow, IncomeBook } from '../../money/income/book.ts';
import { refundsOf, totalOf } from '../../money/income/days.ts';
import type { Point, SalesSeries } from '../../shop/reports/series.ts';
import { netOf, type Sums } from '../../shop/reports/series-sums.ts';
import type { CurrencySums } from '../../store/series.ts';
import type { Language } from '../preferences.ts';
import type { Cell, CellKind, Column } from './table.ts';
import type { Table } from './table-file.ts';

/** Columns that reports share: received, refunded, remaining. */

export type Words = Record<Language, string>;

export const column = (title: string, kind: CellKind, width = 14): Column => ({ title, kind, width });

/** Titles of the sums. */
const SUM_TITLES = {
  gross: { uk: 'Виторг', en: 'Takings' },
  refunds: { uk: 'Повернення', en: 'Refunds' },
  fee: { uk: 'Комісія банку', en: 'Bank fee' },
  net: { uk: 'До зарахування', en: 'Net payout' },
  count: { uk: 'Оплати', en: 'Payments' },
  refund_count: { uk: 'Кількість повернень', en: 'Number of refunds' },
} satisfies Record<string, Words>;

/** @param counted title of the count */
export const sumColumns = (language: Language, counted: Words = SUM_TITLES.count): Column[] => [
  column(SUM_TITLES.gross[language], 'money'),
  column(SUM_TITLES.refunds[language], 'money'),
  column(SUM_TITLES.fee[language], 'money'),
  column(SUM_TITLES.net[language], 'money'),
  column(counted[language], 'count'),
  column(SUM_TITLES.refund_count[language], 'count'),
];

/** In the order of `sumColumns`. */
export const sumCells = (sums: Sums): Cell[] => [
  ...[sums.gross, sums.refunds, sums.fee, netOf(sums)],
  ...[sums.count, sums.refund_count],
];

/** A row for each other currency, below the totals in hryvnias. */
export const OTHER_CURRENCY: Words = { uk: 'Інша валюта, не додано', en: 'Other currency, not added' };

/** In the order of `sumColumns`, in the currency's minor units. */
export const currencyCells = ({ gross, fee, refunds, count, refund_count }: CurrencySums): Cell[] => [
  ...[gross, refunds, fee, gross - refunds - fee, count, refund_count],
];

export const TOTAL: Words = { uk: 'Разом', en: 'Total' };

export const TENDER_NAMES = {
  qr: { uk: 'QR', en: 'QR' },
  cash: { uk: 'Готівка', en: 'Cash' },
} satisfies Record<string, Words>;

/** Labels of rows without a value in the grouping column. */
export const NONE = {
  terminal: { uk: 'Без точки', en: 'No location' },
  cash_register: { uk: 'Без таблички', en: 'No QR stand' },
  product: { uk: 'Не з каталогу', en: 'Not from catalog' },
  employee: { uk: 'Без працівника', en: 'No employee' },
  payment_system: { uk: 'Невідома', en: 'Unknown' },
} satisfies Record<string, Words>;

/** The first column, the key of the points, and the name of the sheet. */
const grouping = (title: Words, sheet: Words, width: number) => ({ title, sheet, width });
const GROUPS: Record<SeriesGroup, ReturnType<typeof grouping>> = {
  day: grouping(words('День', 'Day'), words('За днями', 'By day'), 12),
  hour: grouping(words('Година', 'Hour'), words('За годинами', 'By hour'), 14),
  weekday: grouping(words('День тижня', 'Weekday'), words('За днями тижня', 'By weekday'), 14),
  terminal: grouping(words('Точка', 'Location'), words('За точками', 'By location'), 24),
  cash_register: grouping(words('Табличка', 'QR stand'), words('За табличками', 'By QR stand'), 24),
  product: grouping(words('Товар', 'Product'), words('За товарами', 'By product'), 40),
  employee: grouping(words('Працівник', 'Employee'), words('За працівниками', 'By employee'), 30),
  tender: grouping(words('Чим', 'Tender'), words('Чим оплачено', 'By tender'), 14),
};

const QUANTITY: Words = { uk: 'Кількість', en: 'Quantity' };
/** A product counts invoice lines, not payments. */
const LINES: Words = { uk: 'Позиції', en: 'Items' };

const WEEKDAYS: Record<Language, readonly string[]> = {
  uk: ['понеділок', 'вівторок', 'середа', 'четвер', 'п’ятниця', 'субота', 'неділя'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
};

/** `09:00–10:00` */
const hourText = (hour: number): string =>
  [hour, hour + 1].map((each) => `${String(each).padStart(2, '0')}:00`).join('–');

const keyCell = (group: SeriesGroup, { key, label }: Point, language: Language): Cell => {
  if (group === 'day') return dayNumber(String(key));
  if (group === 'hour') return hourText(Number(key));
  if (group === 'weekday') return WEEKDAYS[language][Number(key) - 1] ?? '';
  if (group === 'tender') return TENDER_NAMES[key === 'cash' ? 'cash' : 'qr'][language];
  return key === null ? NONE[group][language] : label;
};

const columnsOf = (group: SeriesGroup, language: Language): Column[] => {
  const { title, width } = GROUPS[group];
  const first = column(title[language], group === 'day' ? 'date' : 'text', width);
  return group === 'product'
    ? [first, column(QUANTITY[language], 'quantity', 12), ...sumColumns(language, LINES)]
    : [first, ...sumColumns(language)];
};

const DATE = /^\d{4}-\d\d-\d\d$/;

/** `sales-by-day-2026-11-01-2026-11-21`; of a range with one end `sales-by-day-from-2026-11-01`. */
const nameOf = (group: SeriesGroup, days: Report['days']): string => {
  const [from, to] = days.map((day) => (day !== undefined && DATE.test(day) ? day : undefined));
  const range =
    from !== undefined && to !== undefined ? [from, to] : [from && `from-${from}`, to && `until-${to}`];
  return ['sales-by', group.replaceAll('_', '-'), ...range.filter((part) => part !== undefined)].join('-');
};

interface Report {
  group: SeriesGroup;
  series: SalesSeries;
  /** The requested range in the shop's calendar. */
  days: readonly [from: string | undefined, to: string | undefined];
}

/** Builds the table of a report: its points, then their totals. */
export const seriesTable = ({ group, series, days }: Report, language: Language): Table => {
  const isProduct = group === 'product';
  const { points, totals } = series;
  // Lines, as in the rows above; quantities of products have different units and no sum.
  const count = isProduct ? points.reduce((sum, { sums }) => sum + sums.count, 0) : totals.count;
  return {
    name: nameOf(group, days),
    sheetName: GROUPS[group].sheet[language],
    columns: columnsOf(group, language),
    rows: [
      ...points.map((point) => [
        keyCell(group, point, language),
        ...(isProduct ? [point.key === null ? null : point.sums.quantity] : []),
        ...sumCells(point.sums),
      ]),
      [TOTAL[language], ...(isProduct ? [null] : []), ...sumCells({ ...totals, count })],
      ...series.otherCurrencies.map((sums) => [
        `${OTHER_CURRENCY[language]}: ${currencyCode(sums.ccy)}`,
        ...(isProduct ? [null] : []),
        ...currencyCells(sums),
      ]),
    ],
  };
};

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

const incomeColumns = (language: Language): Column[] => [
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
    columns: incomeColumns(language),
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
