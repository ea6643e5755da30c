import type { SeriesGroup } from '../../../shared/api/series.ts';
import { currencyCode } from '../../../shared/money.ts';
import { dayNumber } from '../../../shared/time.ts';
import type { Point, SalesSeries } from '../../shop/reports/series.ts';
import type { Language } from '../preferences.ts';
import {
  column,
  currencyCells,
  NONE,
  OTHER_CURRENCY,
  sumCells,
  sumColumns,
  TENDER_NAMES,
  TOTAL,
  type Words,
} from './report-columns.ts';
import type { Cell, Column } from './table.ts';
import type { Table } from './table-file.ts';

/** The first column: the key of the points. */
const GROUPS: Record<SeriesGroup, { title: Words; sheet: Words; width: number }> = {
  day: { title: { uk: 'День', en: 'Day' }, sheet: { uk: 'За днями', en: 'By day' }, width: 12 },
  hour: { title: { uk: 'Година', en: 'Hour' }, sheet: { uk: 'За годинами', en: 'By hour' }, width: 14 },
  weekday: {
    title: { uk: 'День тижня', en: 'Weekday' },
    sheet: { uk: 'За днями тижня', en: 'By weekday' },
    width: 14,
  },
  terminal: {
    title: { uk: 'Точка', en: 'Location' },
    sheet: { uk: 'За точками', en: 'By location' },
    width: 24,
  },
  cash_register: {
    title: { uk: 'Табличка', en: 'QR stand' },
    sheet: { uk: 'За табличками', en: 'By QR stand' },
    width: 24,
  },
  product: {
    title: { uk: 'Товар', en: 'Product' },
    sheet: { uk: 'За товарами', en: 'By product' },
    width: 40,
  },
  employee: {
    title: { uk: 'Працівник', en: 'Employee' },
    sheet: { uk: 'За працівниками', en: 'By employee' },
    width: 30,
  },
  tender: { title: { uk: 'Чим', en: 'Tender' }, sheet: { uk: 'Чим оплачено', en: 'By tender' }, width: 14 },
};

const QUANTITY: Words = { uk: 'Кількість', en: 'Quantity' };
/** A product counts invoice lines, not payments. */
const LINES: Words = { uk: 'Позиції', en: 'Items' };

const WEEKDAYS: Record<Language, readonly string[]> = {
  uk: ['понеділок', 'вівторок', 'середа', 'четвер', 'п’ятниця', 'субота', 'неділя'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
};

const two = (part: number): string => String(part).padStart(2, '0');
/** `09:00–10:00` */
const hourText = (hour: number): string => `${two(hour)}:00–${two(hour + 1)}:00`;

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
