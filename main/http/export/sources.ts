import type { ActionFilter } from '../../../shared/api/actions.ts';
import {
  PRODUCT_COLUMNS,
  type ProductColumn,
  type ProductExportQuery,
} from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import { invoiceFilters } from '../../money/sale/filter.ts';
import { guarded, YES_NO } from '../../shop/catalog/import/cells.ts';
import { COLUMN_TITLES } from '../../shop/catalog/import/columns.ts';
import { barcodesText, colorText } from '../../shop/catalog/import/counter-cells.ts';
import { taxesText } from '../../shop/catalog/import/fiscal-cells.ts';
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

const WIDTHS: Record<ProductColumn, number> = {
  ...{ code: 8, name: 40, price: 12, article: 16, external_code: 16 },
  ...{ category: 20, unit: 12, name_for_docs: 40, is_archived: 10 },
  ...{ barcodes: 30, tile_color: 14, is_favorite: 12 },
  ...{ tax: 12, uktzed: 14, header: 30, footer: 30 },
};

/** The titles that an import recognizes. */
const productColumns = (language: Language): Column[] =>
  PRODUCT_COLUMNS.map((field) => ({
    title: COLUMN_TITLES[language][field],
    kind: field === 'price' ? 'money' : 'text',
    width: WIDTHS[field],
  }));

const yesNo = (flag: 0 | 1, language: Language): string =>
  flag === 1 ? YES_NO[language].yes : YES_NO[language].no;

const CELLS: Record<ProductColumn, (row: ExportedProductRow, language: Language) => Cell> = {
  code: (row) => String(row.code),
  name: (row) => guarded(row.name),
  price: (row) => row.price,
  article: (row) => guarded(row.article),
  external_code: (row) => guarded(row.external_code),
  category: (row) => guarded(row.category_name ?? ''),
  unit: (row) => guarded(row.unit_name ?? ''),
  name_for_docs: (row) => guarded(row.name_for_docs),
  is_archived: (row, language) => yesNo(row.is_archived, language),
  barcodes: (row) => guarded(barcodesText(row.barcodes ?? '[]')),
  tile_color: (row, language) => colorText(row.tile_color ?? '', language),
  is_favorite: (row, language) => yesNo(row.is_favorite ?? 0, language),
  tax: (row) => taxesText(row.tax ?? '[]'),
  uktzed: (row) => row.uktzed ?? '',
  header: (row) => guarded(row.header ?? ''),
  footer: (row) => guarded(row.footer ?? ''),
};

const productCells = (row: ExportedProductRow, language: Language): Cell[] =>
  PRODUCT_COLUMNS.map((field) => CELLS[field](row, language));
