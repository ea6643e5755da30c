import { PRODUCT_COLUMNS, type ProductColumn } from '../../../shared/api/catalog-files.ts';
import { guarded, YES_NO } from '../../domain/catalog/import/cells.ts';
import { COLUMN_TITLES } from '../../domain/catalog/import/columns.ts';
import type { NamedProductRow } from '../../store/products.ts';
import type { Language } from '../route.ts';
import type { Cell, Column } from './table.ts';

export const PRODUCTS_SHEET: Record<Language, string> = { en: 'Products', uk: 'Товари' };

const WIDTHS: Record<ProductColumn, number> = {
  ...{ code: 8, name: 40, price: 12, article: 16, external_code: 16 },
  ...{ category: 20, unit: 12, name_for_docs: 40, is_archived: 10 },
};

/** Under titles by which an import knows them again. */
export const productColumns = (language: Language): Column[] =>
  PRODUCT_COLUMNS.map((field) => ({
    title: COLUMN_TITLES[language][field],
    kind: field === 'price' ? 'money' : 'text',
    width: WIDTHS[field],
  }));

const CELLS: Record<ProductColumn, (row: NamedProductRow, language: Language) => Cell> = {
  code: (row) => String(row.code),
  name: (row) => guarded(row.name),
  price: (row) => row.price,
  article: (row) => guarded(row.article),
  external_code: (row) => guarded(row.external_code),
  category: (row) => guarded(row.category_name ?? ''),
  unit: (row) => guarded(row.unit_name ?? ''),
  name_for_docs: (row) => guarded(row.name_for_docs),
  is_archived: (row, language) => (row.is_archived === 1 ? YES_NO[language].yes : YES_NO[language].no),
};

export const productCells = (row: NamedProductRow, language: Language): Cell[] =>
  PRODUCT_COLUMNS.map((field) => CELLS[field](row, language));
