import { netOf, type Sums } from '../../shop/reports/series-sums.ts';
import type { CurrencySums } from '../../store/series.ts';
import type { Language } from '../preferences.ts';
import type { Cell, CellKind, Column } from './table.ts';

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
