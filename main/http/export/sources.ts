import { words } from '../../../shared/action-value-words.ts';
import {
  ACTOR_WORDS,
  actionName,
  factsText,
  OBJECT_WORDS,
  SOURCE_WORDS,
} from '../../../shared/action-words.ts';
import type { ActionFilter } from '../../../shared/api/actions.ts';
import { PRODUCT_COLUMNS, type ProductExportQuery } from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { currencyCode } from '../../../shared/money.ts';
import { remainingAmount, wasPaid } from '../../money/bank-state/status.ts';
import { guarded } from '../../shop/catalog/import/cells.ts';
import { FIELDS, type WrittenProduct } from '../../shop/catalog/import/fields.ts';
import { invoiceFilters } from '../../shop/invoice-filters.ts';
import { cachedOffset } from '../../shop/shop-time.ts';
import { type ActionRow, countActions, iterateActions } from '../../store/actions.ts';
import { countProducts, type ExportedProductRow, iterateProducts } from '../../store/catalog.ts';
import type { Snapshot } from '../../store/db/snapshot.ts';
import { countInvoices, type ExportedRow, iterateInvoices } from '../../store/invoices/export.ts';
import type { Language } from '../preferences.ts';
import { STATUS_LABELS } from '../present-invoice.ts';
import {
  type Cell,
  type CellKind,
  type Column,
  cellsOf,
  type RowColumn,
  type RowLocale,
  titledIn,
  wholeSeconds,
} from './table.ts';

const YES_NO: Record<Language, { yes: string; no: string }> = {
  en: { yes: 'yes', no: 'no' },
  uk: { yes: 'так', no: 'ні' },
};

const SHEET_NAME: Record<Language, string> = { en: 'Sales', uk: 'Продажі' };

/** A sum of moved money: null for an unpaid invoice, where 0 would claim a payment. */
const ifPaid = (row: ExportedRow, sum: (row: ExportedRow) => number): number | null =>
  wasPaid(row.status) ? sum(row) : null;

type Of<Row> = RowColumn<Row, RowLocale>['of'];
const column =
  (kind: CellKind) =>
  <Row>(width: number, uk: string, en: string, of: Of<Row>): RowColumn<Row, RowLocale> => ({
    title: { uk, en },
    kind,
    width,
    of,
  });
const text = column('text');
const money = (uk: string, en: string, of: Of<ExportedRow>) => column('money')(14, uk, en, of);
const time = <Row>(uk: string, en: string, of: (row: Row) => number | null) =>
  column('time')<Row>(20, uk, en, (row, { wall }) => {
    const at = of(row);
    return at === null ? null : wholeSeconds(wall(at));
  });

const INVOICE_COLUMNS: readonly RowColumn<ExportedRow, RowLocale>[] = [
  text(10, 'Номер', 'Number', (row) => numberDisplay(row.number)),
  text(20, 'Номер замовлення', 'Order number', (row) => row.reference),
  text(18, 'Статус', 'Status', (row, { language }) => STATUS_LABELS[language][row.status]),
  time('Створено', 'Created', (row) => row.created_date),
  time('Оплачено', 'Paid', (row) => row.paid_date),
  money('Сума', 'Amount', (row) => row.amount),
  money('Повернено', 'Refunded', (row) => ifPaid(row, () => row.amount - remainingAmount(row))),
  money('Залишок', 'Left', (row) => ifPaid(row, remainingAmount)),
  money('Комісія банку', 'Bank fee', (row) => ifPaid(row, () => row.fee)),
  money('До зарахування', 'Net payout', (row) => ifPaid(row, () => remainingAmount(row) - row.fee)),
  text(8, 'Валюта', 'Currency', ({ ccy }) => currencyCode(ccy)),
  text(20, 'Точка', 'Location', (row) => row.terminal_name),
  text(16, 'Табличка', 'QR stand', (row) => row.register_name),
  text(20, 'Картка', 'Card', (row) => row.masked_pan),
  text(16, 'Платіжна система', 'Payment system', (row) => row.payment_system),
  text(16, 'RRN', 'RRN', (row) => row.rrn),
  text(14, 'Код авторизації', 'Approval code', (row) => row.approval_code),
  text(30, 'Призначення', 'Purpose', (row) => row.destination),
  text(30, 'Коментар', 'Comment', (row) => row.comment),
  text(30, 'Причина відмови', 'Failure reason', (row) => row.failure_reason),
  text(26, 'ID у банку', 'Bank ID', (row) => row.invoice_id),
  text(20, 'Створено в Kramar', 'Created in Kramar', (row, { language }) =>
    row.created_locally === 1 ? YES_NO[language].yes : YES_NO[language].no,
  ),
  // Under a filter by refund date, only the refunds of that period.
  time('Дата повернення', 'Refund date', (row) => row.last_refund_date),
  money('Сума повернення', 'Refund amount', (row) => row.refund_amount),
];

const ACTIONS_SHEET = words('Журнал дій', 'Action log');

const ACTION_COLUMNS: readonly RowColumn<ActionRow, RowLocale>[] = [
  column('count')(10, '№', 'No.', ({ number }) => number),
  time('Коли', 'When', ({ at }) => at),
  text(24, 'Хто', 'Who', ({ actor_name }) => actor_name),
  text(16, 'Роль', 'Role', ({ actor }, { language }) => ACTOR_WORDS[actor][language]),
  text(16, 'Звідки', 'From', ({ source }, { language }) => SOURCE_WORDS[source][language]),
  text(32, 'Дія', 'Action', ({ code }, { language }) => actionName(code, language)),
  text(18, 'Об’єкт', 'Object', ({ object }, { language }) =>
    object === null ? '' : OBJECT_WORDS[object][language],
  ),
  text(30, 'Назва об’єкта', 'Object name', ({ object_label }) => object_label),
  text(50, 'Подробиці', 'Details', ({ facts }, { language }) => factsText(JSON.parse(facts), language)),
];

/** An export request; it can be sent to a worker. */
export type ExportSubject =
  | { what: 'invoices'; query: Omit<InvoiceExportQuery, 'format'> }
  | { what: 'products'; query: Omit<ProductExportQuery, 'format'> }
  | { what: 'actions'; query: ActionFilter };

/** The reader's locale. */
export interface ReaderLocale {
  language: Language;
  /** IANA. */
  timeZone: string;
}

/** The parts of a table. */
interface Source {
  sheetName: string;
  columns: readonly Column[];
  count: number;
  rows(): Iterator<Cell[], undefined>;
}

const mapRows = <Row>(
  rows: Iterator<Row, undefined>,
  toCells: (row: Row) => Cell[],
): Iterator<Cell[], undefined> => ({
  next: () => {
    const { done, value } = rows.next();
    return done || value === undefined
      ? { done: true, value: undefined }
      : { done: false, value: toCells(value) };
  },
});

export const sourceOf = (
  snapshot: Snapshot,
  subject: ExportSubject,
  { language, timeZone }: ReaderLocale,
): Source => {
  if (subject.what === 'products')
    return {
      sheetName: PRODUCTS_SHEET[language],
      columns: productColumns(language),
      count: countProducts(snapshot, subject.query),
      rows: () =>
        mapRows<ExportedProductRow>(iterateProducts(snapshot, subject.query), (row) =>
          productCells(row, language),
        ),
    };
  const offsetAt = cachedOffset(timeZone);
  const context = { language, wall: (at: number): number => at + offsetAt(at) };
  if (subject.what === 'actions')
    return {
      sheetName: ACTIONS_SHEET[language],
      count: countActions(snapshot, subject.query),
      ...rowByRow(ACTION_COLUMNS, context, () => iterateActions(snapshot, subject.query)),
    };
  const filter = invoiceFilters(timeZone)(snapshot, subject.query);
  return {
    sheetName: SHEET_NAME[language],
    count: countInvoices(snapshot, filter),
    ...rowByRow(INVOICE_COLUMNS, context, () => iterateInvoices(snapshot, filter)),
  };
};

/** A table that is read row by row. */
export const rowByRow = <Row, Context extends RowLocale>(
  columns: readonly RowColumn<Row, Context>[],
  context: Context,
  rows: () => Iterator<Row, undefined>,
): Pick<Source, 'columns' | 'rows'> => ({
  columns: titledIn(context.language, columns),
  rows: () => mapRows(rows(), (row) => cellsOf(columns, row, context)),
});

const PRODUCTS_SHEET: Record<Language, string> = { en: 'Products', uk: 'Товари' };

/** The titles that an import recognizes. */
const productColumns = (language: Language): Column[] =>
  PRODUCT_COLUMNS.map((field) => ({
    title: FIELDS[field].title[language],
    kind: field === 'price' ? 'money' : 'text',
    width: FIELDS[field].width,
  }));

const written = (row: ExportedProductRow): WrittenProduct => ({
  ...row,
  category_name: row.category_name ?? '',
  unit_name: row.unit_name ?? '',
  barcodes: row.barcodes ?? '[]',
  tile_color: row.tile_color ?? '',
  is_favorite: row.is_favorite ?? 0,
  tax: row.tax ?? '[]',
  uktzed: row.uktzed ?? '',
  header: row.header ?? '',
  footer: row.footer ?? '',
});

const productCells = (row: ExportedProductRow, language: Language): Cell[] => {
  const product = written(row);
  return PRODUCT_COLUMNS.map((field) =>
    field === 'price' ? row.price : guarded(FIELDS[field].write(product, language)),
  );
};
