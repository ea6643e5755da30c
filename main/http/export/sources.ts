import type { ProductExportQuery } from '../../../shared/api/catalog-files.ts';
import type { InvoiceExportQuery } from '../../../shared/api/invoice-extras.ts';
import { invoiceFilters } from '../../domain/invoices/filter.ts';
import { cachedOffset } from '../../domain/shop-time.ts';
import type { Snapshot } from '../../store/db/snapshot.ts';
import { countInvoices, type ExportedRow, iterateInvoices } from '../../store/invoices/export.ts';
import { countProducts, iterateProducts, type NamedProductRow } from '../../store/products.ts';
import type { Language } from '../route.ts';
import { invoiceCells, invoiceColumns, SHEET_NAME } from './invoice-columns.ts';
import { PRODUCTS_SHEET, productCells, productColumns } from './product-columns.ts';
import type { Cell, Column } from './table.ts';

/** What is exported; can be sent to a thread. */
export type Asked =
  | { what: 'invoices'; query: Omit<InvoiceExportQuery, 'format'> }
  | { what: 'products'; query: Omit<ProductExportQuery, 'format'> };

/** For whom. */
export interface Reading {
  language: Language;
  /** IANA. */
  timeZone: string;
}

/** What a table is made of. */
export interface Source {
  sheetName: string;
  columns: readonly Column[];
  count: number;
  rows(): Iterator<Cell[], undefined>;
}

const made = <Row>(
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

export const sourceOf = (snapshot: Snapshot, asked: Asked, { language, timeZone }: Reading): Source => {
  if (asked.what === 'products')
    return {
      sheetName: PRODUCTS_SHEET[language],
      columns: productColumns(language),
      count: countProducts(snapshot, asked.query),
      rows: () =>
        made<NamedProductRow>(iterateProducts(snapshot, asked.query), (row) => productCells(row, language)),
    };
  const filter = invoiceFilters(timeZone)(snapshot, asked.query);
  const offsetAt = cachedOffset(timeZone);
  const context = { language, wall: (at: number): number => at + offsetAt(at) };
  return {
    sheetName: SHEET_NAME[language],
    columns: invoiceColumns(language),
    count: countInvoices(snapshot, filter),
    rows: () => made<ExportedRow>(iterateInvoices(snapshot, filter), (row) => invoiceCells(row, context)),
  };
};
