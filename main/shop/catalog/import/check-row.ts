import {
  PRODUCT_KEYS,
  type ProductColumn,
  type ProductKey,
  type RowProblem,
} from '../../../../shared/api/catalog-files.ts';
import { TILE_COLORS } from '../../../../shared/api/product-shop.ts';
import { MAX_BARCODES } from '../../../../shared/barcodes.ts';
import { MAX_TAX, MAX_TAXES } from '../../../../shared/fiscal.ts';
import { MAX_AMOUNT } from '../../../../shared/money.ts';
import { shortened } from '../../../../shared/text.ts';
import type { CatalogProduct, ProductValues } from '../../../store/catalog-files.ts';
import type { TableRow } from '../../tables/table.ts';
import {
  type CellResult,
  cut,
  equalsStored,
  nameKey,
  priceText,
  readBoolean,
  readPrice,
  readText,
  textOf,
} from './cells.ts';
import type { Columns } from './columns.ts';
import { readBarcodes, readColor } from './counter-cells.ts';
import { readTaxes, readUktzed } from './fiscal-cells.ts';
import type { CatalogIndex } from './known-catalog.ts';

/** A category or unit: the id of an existing one, none, or a new one (under its key). */
export type Named = number | null | { name: string; key: string };

/** The product that results from a row. */
export type Outcome = Omit<ProductValues, 'category_id' | 'unit_id'> & { category: Named; unit: Named };

interface Problem {
  field: ProductColumn | null;
  code: RowProblem;
  value: string;
}

export interface CheckedRow {
  row: number;
  product: CatalogProduct | undefined;
  /** The key that identified the product; equal for rows about the same product. Empty: none. */
  identity: string;
  name: string;
  problems: Problem[];
  /** Undefined if the row has a problem. */
  outcome: Outcome | undefined;
}

export interface RowContext {
  catalog: CatalogIndex;
  columns: Columns;
  matchBy: ProductKey | undefined;
  /** Expected cells per row; undefined: any number. */
  width: number | undefined;
}

const NOTHING: Outcome = {
  ...{ name: '', price: 0, article: '', external_code: '', name_for_docs: '', is_archived: 0 },
  ...{ category: null, unit: null },
  ...{ barcodes: '[]', tile_color: '', is_favorite: 0 },
  ...{ tax: '[]', uktzed: '', header: '', footer: '' },
};

const TEXTS = ['name', 'article', 'external_code', 'name_for_docs', 'header', 'footer'] as const;

/** The cells of one row by field. */
type Cells = (field: ProductColumn) => string | undefined;

/** Reads and checks one row of the file. */
export const checkRow = (context: RowContext, { row, cells }: TableRow): CheckedRow => {
  const cell: Cells = (field) => {
    const column = context.columns.get(field);
    return column === undefined ? undefined : (cells[column] ?? '');
  };
  const { product, identity, problem } = findProduct(context, cell);
  const problems = [
    ...(isTooWide(context, cells) ? [{ field: null, code: 'TOO_MANY_CELLS', value: '' } as const] : []),
    ...(problem ? [problem] : []),
  ];
  const outcome = readFields(context.catalog, cell, product, (field, code) =>
    problems.push({ field, code, value: cell(field) ?? '' }),
  );
  return {
    ...{ row, product, identity, problems },
    name: textOf(cell('name') ?? product?.name ?? ''),
    outcome: problems.length === 0 ? outcome : undefined,
  };
};

const isTooWide = ({ width }: RowContext, cells: readonly string[]): boolean =>
  width !== undefined && cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '');

interface Match {
  product?: CatalogProduct;
  identity: string;
  problem?: Problem;
}

/** Finds a row's product by the first key that the row has. */
const findProduct = ({ catalog, matchBy }: RowContext, cell: Cells): Match => {
  const keys = matchBy === undefined ? PRODUCT_KEYS : [matchBy];
  const key = keys.find((name) => textOf(cell(name) ?? '') !== '');
  if (key === undefined) return { identity: '' };
  const value = textOf(cell(key) ?? '');
  const found = catalog.find(key, value);
  const [product] = found;
  if (found.length > 1) return { identity: '', problem: { field: key, code: 'AMBIGUOUS', value } };
  if (product) return { product, identity: `product ${product.id}` };
  if (key === 'code') return { identity: '', problem: { field: key, code: 'UNKNOWN_CODE', value } };
  return { identity: `${key} ${key === 'name' ? nameKey(value) : cut(value)}` };
};

type Refuse = (field: ProductColumn, code: RowProblem) => void;

/** A missing column leaves the product unchanged; a cell equal to the stored value is not checked. */
const readFields = (
  catalog: CatalogIndex,
  cell: Cells,
  product: CatalogProduct | undefined,
  refuse: Refuse,
): Outcome => {
  const outcome: Outcome = product
    ? { ...product, category: product.category_id, unit: product.unit_id }
    : { ...NOTHING };
  const take = <Value>(field: ProductColumn, read: CellResult<Value>, set: (value: Value) => void): void => {
    if ('value' in read) set(read.value);
    else refuse(field, read.problem);
  };
  for (const field of TEXTS) {
    const text = cell(field);
    if (text === undefined && field === 'name' && !product) refuse(field, 'REQUIRED');
    if (text === undefined || (product && equalsStored(product[field], textOf(text)))) continue;
    take(field, readText(field, textOf(text)), (value) => {
      outcome[field] = value;
    });
  }
  take('price', readPrice(cell('price') ?? ''), (value) => {
    outcome.price = value;
  });
  for (const field of ['is_archived', 'is_favorite'] as const) {
    const flag = cell(field);
    if (flag === undefined) continue;
    take(field, readBoolean(textOf(flag)), (value) => {
      outcome[field] = value;
    });
  }
  readCounterCells(cell, outcome, take);
  readFiscalCells(cell, outcome, take);
  readNames(catalog, cell, outcome, take);
  return outcome;
};

const readCounterCells = (cell: Cells, outcome: Outcome, take: Take): void => {
  const barcodes = cell('barcodes');
  if (barcodes !== undefined)
    take('barcodes', readBarcodes(textOf(barcodes)), (value) => {
      outcome.barcodes = value;
    });
  const color = cell('tile_color');
  if (color !== undefined)
    take('tile_color', readColor(textOf(color)), (value) => {
      outcome.tile_color = value;
    });
};

const readFiscalCells = (cell: Cells, outcome: Outcome, take: Take): void => {
  const tax = cell('tax');
  if (tax !== undefined)
    take('tax', readTaxes(textOf(tax)), (value) => {
      outcome.tax = value;
    });
  const uktzed = cell('uktzed');
  if (uktzed !== undefined)
    take('uktzed', readUktzed(textOf(uktzed)), (value) => {
      outcome.uktzed = value;
    });
};

type Take = <Value>(field: ProductColumn, read: CellResult<Value>, set: (value: Value) => void) => void;

const readNames = (catalog: CatalogIndex, cell: Cells, outcome: Outcome, take: Take): void => {
  const { category, unit } = outcome;
  const categoryCell = cell('category');
  const isThere = (names: string[], text: string) => names.some((name) => nameKey(name) === nameKey(text));
  if (categoryCell !== undefined)
    take('category', readName(categoryCell, catalog.categoryByName), (value) => {
      const current = catalog.categoryName(category as number | null);
      outcome.category = isThere([current], textOf(categoryCell)) ? category : value;
    });
  const unitCell = cell('unit');
  if (unitCell !== undefined)
    take('unit', readName(unitCell, catalog.unitByName), (value) => {
      const text = textOf(unitCell);
      const { name, short_name } = catalog.unitNames(unit as number | null);
      const isSame = isThere([name], text) || (text !== '' && isThere([short_name], text));
      outcome.unit = isSame ? unit : value;
    });
};

const readName = (cell: string, find: (name: string) => number | undefined): CellResult<Named> => {
  const text = textOf(cell);
  const read = readText('category', text);
  if ('problem' in read) return read;
  const known = find(text);
  if (known !== undefined) return { value: known };
  // Only control characters: an invisible name.
  return { value: nameKey(text) === '' ? null : { name: text, key: nameKey(text) } };
};

const PROBLEM_TEXTS: Record<RowProblem, string> = {
  REQUIRED: 'is empty, and has to be there',
  TOO_LONG: 'is too long',
  NOT_AN_AMOUNT: 'is no amount; expected one such as 1 234,50, with at most two decimals',
  AMOUNT_TOO_HIGH: `is above the highest price, ${priceText(MAX_AMOUNT)}`,
  NEGATIVE: 'is below zero',
  NOT_A_BOOLEAN: 'is neither yes nor no',
  NOT_TEXT: 'holds what is no text',
  UNKNOWN_CODE: 'is the code of no product; codes are given by the shop: leave it empty for a new one',
  REPEATED: 'several rows of the file are about this product',
  AMBIGUOUS: 'several products have it; match by something that only one has',
  NOT_A_BARCODE: 'is no barcode: characters of another kind, or digits that a table program rounded',
  WRONG_CHECK_DIGIT: 'has a wrong check digit: a digit was misread or mistyped',
  TOO_MANY_BARCODES: `has more than ${MAX_BARCODES} barcodes`,
  BARCODE_TAKEN: 'is the barcode of another product, or of another row',
  NOT_A_COLOR: `is no colour of a tile; expected one of: ${TILE_COLORS.join(', ')}`,
  NOT_TAX_RATES: `is no list of tax rates; expected up to ${MAX_TAXES} numbers from 0 to ${MAX_TAX}, such as 1, 7`,
  NOT_UKTZED: 'is no commodity code (УКТЗЕД): it has 4 to 10 digits',
  TOO_MANY_CELLS: 'has more cells than there are columns: a delimiter or a quotation mark is wrong',
};

/** Longest quotation of a cell. */
const SHOWN = 200;

export const shownValue = (value: string): string => shortened(value, SHOWN).toWellFormed();

/** The message of a problem, in the language of refusals. */
export const problemText = ({ field, code, value }: Problem): string => {
  const text = PROBLEM_TEXTS[code];
  if (field === null) return code === 'REPEATED' ? `${text}.` : `it ${text}.`;
  return value === '' ? `${field} ${text}.` : `${field} "${shownValue(value)}" ${text}.`;
};
