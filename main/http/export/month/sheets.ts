import { dayNumber } from '../../../../shared/time.ts';
import { numberDisplay } from '../../../domain/invoices/number.ts';
import {
  type AccountMonth,
  daysOfMonth,
  type MonthTerminal,
  monthFilter,
} from '../../../domain/reports/month.ts';
import { salesBy, salesSeries } from '../../../domain/reports/series.ts';
import type { Sums } from '../../../domain/reports/series-sums.ts';
import type { Snapshot } from '../../../store/db/snapshot.ts';
import {
  iterateFiscalDocuments,
  iteratePayments,
  iterateRefunds,
  type MonthFilter,
  type MonthFiscalDocument,
  type MonthPayment,
  type MonthRefund,
} from '../../../store/month.ts';
import { column, currencyCode, NONE, sumCells, sumColumns, type Words } from '../report-columns.ts';
import { mapRows, type ReaderLocale } from '../sources.ts';
import { type Cell, type CellKind, type Column, wholeSeconds } from '../table.ts';
import { totalRows } from './totals.ts';
import { COLUMNS, FISCAL_STATUS_NAMES, FISCAL_TYPE_NAMES, SHEETS, type SheetName, YES } from './words.ts';

export interface MonthSheet {
  name: SheetName;
  sheetName: string;
  columns: readonly Column[];
  /** A table in memory or one read from the snapshot; each call begins anew. */
  rows(): Iterator<Cell[], undefined>;
}

/** What the sheets of one archive are made of. */
export interface MonthSource {
  snapshot: Snapshot;
  month: AccountMonth;
  locale: ReaderLocale;
  /** Converts a moment (ms UTC) to the shop's wall clock. */
  wall(at: number): number;
}

type Title = keyof typeof COLUMNS;

/** The tables in their order in the workbook. */
export const monthSheets = (source: MonthSource): MonthSheet[] => {
  const { snapshot, month, locale } = source;
  const filter = monthFilter(month, month.taxNumber === undefined ? undefined : month.terminals);
  const terminals = new Map(month.terminals.map((each) => [each.id, each]));
  const context: RowContext = { ...source, terminals };
  return [
    totalsSheet(source),
    ...daySheets(context),
    streamed(source, 'payments', paymentColumns(source), () =>
      mapRows<MonthPayment>(iteratePayments(snapshot, filter), (row) => paymentCells(row, context)),
    ),
    streamed(source, 'refunds', refundColumns(source), () =>
      mapRows<MonthRefund>(iterateRefunds(snapshot, filter), (row) => refundCells(row, context)),
    ),
    feesSheet(context, filter),
    streamed(source, 'receipts', receiptColumns(source), () =>
      mapRows<MonthFiscalDocument>(iterateFiscalDocuments(snapshot, filter), (row) =>
        receiptCells(row, context),
      ),
    ),
    productsSheet(snapshot, month, filter, locale),
  ];
};

interface RowContext extends MonthSource {
  terminals: ReadonlyMap<number, MonthTerminal>;
}

const streamed = (
  { locale: { language } }: MonthSource,
  name: SheetName,
  columns: readonly Column[],
  rows: () => Iterator<Cell[], undefined>,
): MonthSheet => ({ name, sheetName: SHEETS[name][language], columns, rows });

const inMemory = (
  source: Pick<MonthSource, 'locale'>,
  name: SheetName,
  columns: readonly Column[],
  rows: readonly Cell[][],
): MonthSheet => ({
  ...{ name, sheetName: SHEETS[name][source.locale.language], columns },
  rows: () => rows.values() as Iterator<Cell[], undefined>,
});

const titled = (
  { locale: { language } }: Pick<MonthSource, 'locale'>,
  columns: readonly (readonly [title: Title, kind: CellKind, width?: number])[],
): Column[] => columns.map(([title, kind, width]) => column(COLUMNS[title][language], kind, width));

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

const sellerCells = (id: number, terminals: RowContext['terminals']): Cell[] => {
  const terminal = terminals.get(id);
  return [terminal?.name ?? '', terminal?.taxNumber ?? ''];
};

const paymentColumns = (source: MonthSource): Column[] =>
  titled(source, [
    ['paid', 'time', 20],
    ['number', 'text', 10],
    ['reference', 'text', 20],
    ['amount', 'money'],
    ['fee', 'money'],
    ['net', 'money'],
    ['currency', 'text', 8],
    ['terminal', 'text', 20],
    ['taxNumber', 'text', 20],
    ['register', 'text', 16],
    ['card', 'text', 20],
    ['paymentSystem', 'text', 16],
    ['approvalCode', 'text', 14],
    ['purpose', 'text', 30],
    ['bankId', 'text', 26],
    ['outside', 'text', 14],
  ]);

const paymentCells = (row: MonthPayment, { wall, terminals, locale: { language } }: RowContext): Cell[] => [
  wholeSeconds(wall(row.paid_date)),
  numberDisplay(row.number),
  row.reference,
  ...[row.amount, row.fee, row.amount - row.fee],
  currencyCode(row.ccy),
  ...sellerCells(row.terminal_id, terminals),
  row.register_name ?? '',
  ...[row.masked_pan, row.payment_system, row.approval_code, row.destination, row.invoice_id],
  row.created_locally === 1 ? '' : YES[language],
];

const refundColumns = (source: MonthSource): Column[] =>
  titled(source, [
    ['refunded', 'time', 20],
    ['refundAmount', 'money'],
    ['currency', 'text', 8],
    ['number', 'text', 10],
    ['reference', 'text', 20],
    ['paid', 'time', 20],
    ['paymentAmount', 'money'],
    ['terminal', 'text', 20],
    ['taxNumber', 'text', 20],
    ['register', 'text', 16],
    ['card', 'text', 20],
    ['bankId', 'text', 26],
  ]);

const refundCells = (row: MonthRefund, { wall, terminals }: RowContext): Cell[] => [
  wholeSeconds(wall(row.refunded_at)),
  row.refund_amount,
  currencyCode(row.ccy),
  ...[numberDisplay(row.number), row.reference, wholeSeconds(wall(row.paid_date)), row.amount],
  ...sellerCells(row.terminal_id, terminals),
  ...[row.register_name ?? '', row.masked_pan, row.invoice_id],
];

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

const receiptColumns = (source: MonthSource): Column[] =>
  titled(source, [
    ['paid', 'time', 20],
    ['number', 'text', 10],
    ['reference', 'text', 20],
    ['paymentAmount', 'money'],
    ['currency', 'text', 8],
    ['terminal', 'text', 20],
    ['taxNumber', 'text', 20],
    ['kind', 'text', 14],
    ['status', 'text', 18],
    ['bankMessage', 'text', 30],
    ['source', 'text', 14],
    ['link', 'text', 50],
    ['receiptId', 'text', 38],
  ]);

const receiptCells = (row: MonthFiscalDocument, context: RowContext): Cell[] => {
  const { wall, terminals, locale } = context;
  const word = (words: Words | undefined): string => words?.[locale.language] ?? '';
  return [
    ...[wholeSeconds(wall(row.paid_date)), numberDisplay(row.number), row.reference, row.amount],
    currencyCode(row.ccy),
    ...sellerCells(row.terminal_id, terminals),
    word(FISCAL_TYPE_NAMES[row.type ?? 'sale']),
    word(FISCAL_STATUS_NAMES[row.status ?? row.sale_status]),
    ...[row.status_description ?? '', row.source ?? '', row.tax_url ?? '', row.check_id ?? ''],
  ];
};

/** Lines of payments that are not of the catalog are one row: the sums are those of the month. */
const productsSheet = (
  snapshot: Snapshot,
  month: AccountMonth,
  filter: MonthFilter,
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
