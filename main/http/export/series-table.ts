import { words } from '../../../shared/action-value-words.ts';
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
