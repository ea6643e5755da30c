import type { ActionFilter } from '../../../shared/api/actions.ts';
import { PRODUCT_COLUMNS, type ProductExportQuery } from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import { invoiceFilters } from '../../money/sale/filter.ts';
import { guarded } from '../../shop/catalog/import/cells.ts';
import { FIELDS, type WrittenProduct } from '../../shop/catalog/import/fields.ts';
import { cachedOffset } from '../../shop/shop-time.ts';
import { countActions, iterateActions } from '../../store/actions.ts';
import { countProducts, type ExportedProductRow, iterateProducts } from '../../store/catalog.ts';
import type { Snapshot } from '../../store/db/snapshot.ts';
import { countInvoices, iterateInvoices } from '../../store/invoices/export.ts';
import type { Language } from '../preferences.ts';
import { ACTION_COLUMNS, ACTIONS_SHEET } from './action-columns.ts';
import { INVOICE_COLUMNS, SHEET_NAME } from './invoice-columns.ts';
import { type Cell, type Column, cellsOf, type RowColumn, type RowLocale, titledIn } from './table.ts';

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
