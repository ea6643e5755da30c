import type { ActionFilter } from '../../../shared/api/actions.ts';
import { PRODUCT_COLUMNS, type ProductExportQuery } from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import { invoiceFilters } from '../../money/sale/filter.ts';
import { guarded } from '../../shop/catalog/import/cells.ts';
import { FIELDS, type WrittenProduct } from '../../shop/catalog/import/fields.ts';
import { cachedOffset } from '../../shop/shop-time.ts';
import { type ActionRow, countActions, iterateActions } from '../../store/actions.ts';
import { countProducts, type ExportedProductRow, iterateProducts } from '../../store/catalog.ts';
import type { Snapshot } from '../../store/db/snapshot.ts';
import { countInvoices, type ExportedRow, iterateInvoices } from '../../store/invoices/export.ts';
import type { Language } from '../preferences.ts';
import { ACTIONS_SHEET, actionCells, actionColumns } from './action-columns.ts';
import { invoiceCells, invoiceColumns, SHEET_NAME } from './invoice-columns.ts';
import type { Cell, Column } from './table.ts';

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

export const mapRows = <Row>(
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
      columns: actionColumns(language),
      count: countActions(snapshot, subject.query),
      rows: () =>
        mapRows<ActionRow>(iterateActions(snapshot, subject.query), (row) => actionCells(row, context)),
    };
  const filter = invoiceFilters(timeZone)(snapshot, subject.query);
  return {
    sheetName: SHEET_NAME[language],
    columns: invoiceColumns(language),
    count: countInvoices(snapshot, filter),
    rows: () => mapRows<ExportedRow>(iterateInvoices(snapshot, filter), (row) => invoiceCells(row, context)),
  };
};

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
