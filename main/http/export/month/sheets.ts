import { currencyCode } from '../../../../shared/money.ts';
import { dayNumber } from '../../../../shared/time.ts';
import { currencySums } from '../../../money/income/book.ts';
import { incomeByTaxNumber, refundsOf, totalOf } from '../../../money/income/days.ts';
import { taxpayers } from '../../../money/income/taxpayers.ts';
import { type AccountMonth, daysOfMonth, monthFilter } from '../../../shop/reports/month.ts';
import { salesBy, salesSeries } from '../../../shop/reports/series.ts';
import type { Sums } from '../../../shop/reports/series-sums.ts';
import type { Snapshot } from '../../../store/db/snapshot.ts';
import {
  iterateCash,
  iterateFiscalDocuments,
  iteratePayments,
  iterateRefunds,
  type MonthFilter,
} from '../../../store/month.ts';
import type { SeriesFilter } from '../../../store/series.ts';
import { column, INCOME_TITLES, NONE, OTHER_CURRENCY, sumCells, sumColumns } from '../report-tables.ts';
import { type ReaderLocale, rowByRow } from '../sources.ts';
import type { Cell, Column, RowColumn } from '../table.ts';
import { CASH_COLUMNS, PAYMENT_COLUMNS, RECEIPT_COLUMNS, REFUND_COLUMNS } from './rows.ts';
import { type MonthSource, type RowContext, sellerCells, titled } from './source.ts';
import { hasCash, totalRows } from './totals.ts';
import { COLUMNS, SHEETS, type SheetName } from './words.ts';

export interface MonthSheet {
  name: SheetName;
  sheetName: string;
  columns: readonly Column[];
  /** A table in memory or one read from the snapshot; each call begins anew. */
  rows(): Iterator<Cell[], undefined>;
}

/** The tables in their order in the workbook. */
export const monthSheets = (source: MonthSource): MonthSheet[] => {
  const { snapshot, month, locale } = source;
  const filter = monthFilter(month, month.taxNumber === undefined ? undefined : month.terminals);
  const terminals = new Map(month.terminals.map((each) => [each.id, each]));
  const context: RowContext = { ...source, terminals, language: locale.language };
  return [
    totalsSheet(source),
    ...daySheets(context),
    streamed(context, 'payments', PAYMENT_COLUMNS, () => iteratePayments(snapshot, filter)),
    streamed(context, 'refunds', REFUND_COLUMNS, () => iterateRefunds(snapshot, filter)),
    feesSheet(context, filter),
    streamed(context, 'receipts', RECEIPT_COLUMNS, () => iterateFiscalDocuments(snapshot, filter)),
    ...(hasCash(month) ? [streamed(context, 'cash', CASH_COLUMNS, () => iterateCash(snapshot, filter))] : []),
    productsSheet(snapshot, month, { ...filter, tender: month.cash ? 'all' : 'qr' }, locale),
    inMemory(source, 'income', incomeColumns(source), incomeRows(source)),
  ];
};

const streamed = <Row>(
  context: RowContext,
  name: SheetName,
  columns: readonly RowColumn<Row, RowContext>[],
  rows: () => Iterator<Row, undefined>,
): MonthSheet => ({ name, sheetName: SHEETS[name][context.language], ...rowByRow(columns, context, rows) });

const inMemory = (
  source: Pick<MonthSource, 'locale'>,
  name: SheetName,
  columns: readonly Column[],
  rows: readonly Cell[][],
): MonthSheet => ({
  name,
  sheetName: SHEETS[name][source.locale.language],
  columns,
  rows: () => rows.values() as Iterator<Cell[], undefined>,
});

const totalsSheet = (source: MonthSource): MonthSheet => {
  const { language } = source.locale;
  const columns = [
    ...titled(source, [
      ['section', 'text', 20],
      ['name', 'text', 34],
      ['taxNumber', 'text', 20],
      ['currency', 'text', 8],
    ]),
    ...sumColumns(language),
    column(COLUMNS.note[language], 'text', 40),
  ];
  return inMemory(source, 'totals', columns, totalRows(source));
};

const daySheets = (context: RowContext): MonthSheet[] => {
  const { snapshot, month, locale, terminals } = context;
  const { days, terminalDays } = daysOfMonth(snapshot, locale.timeZone, month);
  const dayColumns = [
    ...titled(context, [
      ['day', 'date', 12],
      ['currency', 'text', 8],
    ]),
    ...sumColumns(locale.language),
  ];
  const payoutColumns = [
    ...titled(context, [
      ['day', 'date', 12],
      ['terminal', 'text', 24],
      ['taxNumber', 'text', 20],
      ['currency', 'text', 8],
    ]),
    ...sumColumns(locale.language),
  ];
  return [
    inMemory(
      context,
      'days',
      dayColumns,
      days.map(({ date, ccy, sums }) => [dayNumber(date), currencyCode(ccy), ...sumCells(sums)]),
    ),
    inMemory(
      context,
      'payouts',
      payoutColumns,
      terminalDays.map(({ date, terminal, ccy, sums }) => [
        dayNumber(date),
        ...sellerCells(terminal, terminals),
        currencyCode(ccy),
        ...sumCells(sums),
      ]),
    ),
  ];
};

/** Hundredths of a percent, rounded half up. */
const feePercent = ({ fee, gross }: Sums): number | null =>
  gross === 0 ? null : Number((BigInt(fee) * 20_000n + BigInt(gross)) / (2n * BigInt(gross)));

const feesSheet = (context: RowContext, filter: MonthFilter): MonthSheet => {
  const { snapshot, month, terminals, locale } = context;
  const columns = titled(context, [
    ['terminal', 'text', 24],
    ['taxNumber', 'text', 20],
    ['paymentSystem', 'text', 16],
    ['currency', 'text', 8],
    ['amount', 'money'],
    ['fee', 'money'],
    ['feePercent', 'money', 12],
  ]);
  const rows = month.currencies.flatMap(({ ccy, byTerminal }) =>
    byTerminal.flatMap(({ key: terminal }) =>
      salesBy(snapshot, 'payment_system', { ...filter, terminals: [Number(terminal)], ccy })
        .points.filter(({ sums }) => sums.count > 0)
        .map(({ key, sums }) => [
          ...sellerCells(Number(terminal), terminals),
          ...[key ?? NONE.payment_system[locale.language], currencyCode(ccy)],
          ...[sums.gross, sums.fee, feePercent(sums)],
        ]),
    ),
  );
  return inMemory(context, 'fees', columns, rows);
};

/** Lines of payments that are not of the catalog are one row: the sums are those of the month. */
const productsSheet = (
  snapshot: Snapshot,
  month: AccountMonth,
  filter: MonthFilter & Pick<SeriesFilter, 'tender'>,
  locale: ReaderLocale,
): MonthSheet => {
  const { language, timeZone } = locale;
  const columns = [
    ...titled({ locale }, [
      ['product', 'text', 40],
      ['quantity', 'quantity', 12],
      ['currency', 'text', 8],
    ]),
    ...sumColumns(language, COLUMNS.lines),
  ];
  const rows = month.currencies.flatMap(({ ccy }) =>
    salesSeries(snapshot, timeZone, 'product', { ...filter, ccy }).points.map(({ key, label, sums }) => [
      key === null ? NONE.product[language] : label,
      key === null ? null : sums.quantity,
      currencyCode(ccy),
      ...sumCells(sums),
    ]),
  );
  return inMemory({ locale }, 'products', columns, rows);
};

/**
 * The month's days of the income book in hryvnia: cards, the cash of shifts, and what was entered by hand. Below them
 * card payments in other currencies, which no sum includes.
 */

const SUMS = ['cash', 'card', 'transfers', 'refunds', 'total'] as const;

const incomeColumns = ({ locale: { language } }: MonthSource): Column[] => [
  column(COLUMNS.day[language], 'date', 12),
  column(COLUMNS.taxNumber[language], 'text', 20),
  ...SUMS.map((name) => column(INCOME_TITLES[name][language], 'money', 18)),
];

const incomeRows = ({ snapshot, month, locale }: MonthSource): Cell[][] => {
  const span = { first: dayNumber(month.firstDay), last: dayNumber(month.lastDay) };
  const incomeOf = incomeByTaxNumber(snapshot, locale.timeZone, span);
  const taxNumbers = taxpayers(snapshot)
    .map(({ taxNumber }) => taxNumber)
    .filter((taxNumber) => month.taxNumber === undefined || month.taxNumber === taxNumber);
  const days = taxNumbers
    .flatMap((taxNumber) =>
      [...incomeOf(taxNumber).days].map(([day, income]) => ({ taxNumber, day, income })),
    )
    .sort((one, other) => one.day - other.day)
    .map(({ taxNumber, day, income }) => [
      ...[day, taxNumber, income.cash, income.card, income.transfers],
      ...[refundsOf(income), totalOf(income)],
    ]);
  const otherCurrencies = taxNumbers.flatMap((taxNumber) =>
    currencySums(incomeOf(taxNumber).otherCurrencies).map(({ ccy, received, refunds }) => [
      ...[`${OTHER_CURRENCY[locale.language]}: ${currencyCode(ccy)}`, taxNumber, null, received, null],
      ...[refunds, received - refunds],
    ]),
  );
  return [...days, ...otherCurrencies];
};
