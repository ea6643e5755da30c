import {
  type ImportColumn,
  PRODUCT_COLUMNS,
  PRODUCT_KEYS,
  type ProductColumn,
  type ProductImportQuery,
  type ProductKey,
  type RowProblem,
} from '../../../../shared/api/catalog-files.ts';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import type { CatalogProduct, ProductValues } from '../../../store/catalog-files.ts';
import { currencyOf, HRYVNIA } from '../../tables/typed-amount.ts';
import {
  type CellResult,
  cut,
  equalsStored,
  nameKey,
  type PriceReading,
  readPrice,
  readText,
  textOf,
} from './cells.ts';
import type { Columns } from './columns.ts';
import { FIELDS, type WrittenProduct } from './fields.ts';
import type { GroupedRow } from './group-rows.ts';
import type { CatalogIndex } from './known-catalog.ts';
import { isOtherProduct } from './other-products.ts';
import type { RowFault } from './row-faults.ts';

/** A category or unit: the id of an existing one, none, or a new one (under its key). */
export type Named = number | null | { name: string; key: string };

/** The product that results from a row. */
export type Outcome = Omit<ProductValues, 'category_id' | 'unit_id'> & { category: Named; unit: Named };

export interface CheckedRow {
  row: number;
  product: CatalogProduct | undefined;
  /** What identified the product; undefined: a new one. */
  matchedBy: ProductKey | undefined;
  /** The key that identified the product; equal for rows about the same product. Empty: none. */
  identity: string;
  name: string;
  problems: RowFault[];
  /** Undefined if the row has a problem. */
  outcome: Outcome | undefined;
  /** The price was rounded, or converted from this currency. */
  price: { isRounded?: boolean; currency?: string };
}

export interface RowContext {
  catalog: CatalogIndex;
  columns: Columns;
  query: Pick<ProductImportQuery, 'match_by' | 'other_names'>;
  prices: PriceReading;
  /** Prices are numbers of a workbook, whose point separates decimals. */
  isWorkbook: boolean;
  /** Expected cells per row; undefined: any number. */
  width: number | undefined;
}

const NOTHING: Outcome = {
  name: '',
  price: 0,
  article: '',
  external_code: '',
  name_for_docs: '',
  is_archived: 0,
  category: null,
  unit: null,
  barcodes: '[]',
  tile_color: '',
  is_favorite: 0,
  tax: '[]',
  uktzed: '',
  header: '',
  footer: '',
};

/** The cells of one row by field; undefined: the file has no such column. */
type Cells = (field: ImportColumn) => string | undefined;

/** Reads and checks one row of the file. */
export const checkRow = (context: RowContext, row: GroupedRow): CheckedRow => {
  const cell: Cells = (field) => {
    const column = context.columns.get(field);
    return column === undefined ? undefined : (row.cells[column] ?? '');
  };
  const problems: RowFault[] = [];
  if (isTooWide(context, row.cells)) problems.push({ field: null, code: 'TOO_MANY_CELLS', value: '' });
  const { product, matchedBy, identity, problem, code } = findProduct(context, cell);
  if (problem) problems.push(problem);
  const refuse: Refuse = (field, fault, value) =>
    problems.push({ field, code: fault, value: value ?? cell(field) ?? '' });
  const outcome: Outcome = product
    ? { ...product, category: product.category_id, unit: product.unit_id }
    : { ...NOTHING };
  readOwnFields(cell, product, outcome, refuse);
  readNames(context.catalog, cell, row.group, outcome, refuse);
  const price = priceOf(context, cell, outcome, refuse);
  if (code !== undefined && outcome.external_code === '') outcome.external_code = code;
  return {
    row: row.row,
    product,
    matchedBy,
    identity,
    problems,
    price,
    name: textOf(cell('name') ?? product?.name ?? ''),
    outcome: problems.length === 0 ? outcome : undefined,
  };
};

const isTooWide = ({ width }: RowContext, cells: readonly string[]): boolean =>
  width !== undefined && cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '');

interface Match {
  product?: CatalogProduct;
  matchedBy?: ProductKey;
  identity: string;
  problem?: RowFault;
  /** Another program's code, to be kept. */
  code?: string;
}

/**
 * Finds a row's product by the first key that the row has. Where no product has that key, one that has none of the kind
 * is found by the next: an external code is added to the product of this name.
 */
const findProduct = ({ catalog, query }: RowContext, cell: Cells): Match => {
  const keys = query.match_by === undefined ? PRODUCT_KEYS : [query.match_by];
  const name = textOf(cell('name') ?? '');
  const skipped: ('external_code' | 'article')[] = [];
  const match: Match = { identity: '' };
  for (const key of keys) {
    const value = textOf(cell(key) ?? '');
    if (value === '') continue;
    const found = catalog.find(key, value).filter((each) => skipped.every((other) => each[other] === ''));
    const [product] = found;
    const problem = faultOf(key, value, found, { name, ...query });
    if (problem) return { identity: '', problem };
    if (product && query.other_names === 'new' && isOtherProduct(product, key, name)) {
      if (key === 'code') match.code = value;
      continue;
    }
    if (product) return { ...match, product, matchedBy: key, identity: `product ${product.id}` };
    match.identity ||= `${key} ${key === 'name' ? nameKey(value) : cut(value)}`;
    if (key === 'external_code' || key === 'article') skipped.push(key);
  }
  return match;
};

const faultOf = (
  field: ProductKey,
  value: string,
  [product, ...more]: readonly CatalogProduct[],
  { name, other_names }: RowContext['query'] & { name: string },
): RowFault | undefined => {
  if (more.length > 0) return { field, code: 'AMBIGUOUS', value };
  if (!product) return field === 'code' ? { field, code: 'UNKNOWN_CODE', value } : undefined;
  return other_names === undefined && isOtherProduct(product, field, name)
    ? { field, code: 'OTHER_NAME', value: product.name }
    : undefined;
};

type Refuse = (field: ProductColumn, code: RowProblem, value?: string) => void;

/** A missing column leaves the product unchanged; a text equal to the stored one is not checked. */
const readOwnFields = (
  cell: Cells,
  product: CatalogProduct | undefined,
  outcome: Outcome,
  refuse: Refuse,
): void => {
  for (const field of PRODUCT_COLUMNS) {
    const { read } = FIELDS[field];
    const raw = read && cell(field);
    if (raw === undefined && field === 'name' && !product) refuse(field, 'REQUIRED');
    if (read === undefined || raw === undefined) continue;
    const text = textOf(raw);
    const stored = product?.[field as keyof CatalogProduct];
    if (typeof stored === 'string' && equalsStored(stored, text)) continue;
    const result = read(text);
    if ('value' in result) Object.assign(outcome, { [field]: result.value });
    else refuse(field, result.problem);
  }
};

const priceOf = (
  { prices, isWorkbook }: RowContext,
  cell: Cells,
  outcome: Outcome,
  refuse: Refuse,
): CheckedRow['price'] => {
  const text = cell('price') ?? '';
  const named = textOf(cell('currency') ?? '');
  const currency = named === '' ? prices.currency : (currencyOf(named) ?? named);
  const decimalSign = prices.decimalSign ?? (isWorkbook && text.includes('.') ? '.' : undefined);
  const read = readPrice(text, { ...prices, decimalSign, currency });
  if ('value' in read) outcome.price = read.value;
  else {
    const other = read.currency ?? HRYVNIA;
    refuse('price', read.problem, read.problem === 'OTHER_CURRENCY' ? `${text.trim()} ${other}` : undefined);
  }
  return read;
};

const readNames = (
  catalog: CatalogIndex,
  cell: Cells,
  group: string | undefined,
  outcome: Outcome,
  refuse: Refuse,
): void => {
  const { category, unit } = outcome;
  const isThere = (names: string[], text: string) => names.some((known) => nameKey(known) === nameKey(text));
  const take = (field: 'category' | 'unit', read: CellResult<Named>): void => {
    if ('value' in read) outcome[field] = read.value;
    else refuse(field, read.problem);
  };
  const own = cell('category');
  const categoryText = textOf(own ?? '') || (group ?? '');
  const hasCategory = own !== undefined || group !== undefined;
  if (hasCategory && !isThere([catalog.categoryName(category as number | null)], categoryText))
    take('category', readName(categoryText, catalog.categoryByName));
  const unitCell = cell('unit');
  if (unitCell === undefined) return;
  const text = textOf(unitCell);
  const { name, short_name } = catalog.unitNames(unit as number | null);
  if (!isThere([name], text) && !(text !== '' && isThere([short_name], text)))
    take('unit', readName(text, catalog.unitByName));
};

const readName = (text: string, find: (name: string) => number | undefined): CellResult<Named> => {
  const read = readText('category', text, MAX_LENGTH.name);
  if ('problem' in read) return read;
  const known = find(text);
  if (known !== undefined) return { value: known };
  // Only control characters: an invisible name.
  return { value: nameKey(text) === '' ? null : { name: text, key: nameKey(text) } };
};

/** A product as a file shows it. */
export const writtenProduct = (
  { category, unit, ...product }: Outcome,
  code: number | undefined,
  catalog: CatalogIndex,
): WrittenProduct => {
  const nameOf = (named: Named, find: (id: number) => string): string =>
    typeof named === 'number' ? find(named) : (named?.name ?? '');
  return {
    ...product,
    code,
    category_name: nameOf(category, catalog.categoryName),
    unit_name: nameOf(unit, (id) => catalog.unitNames(id).name),
  };
};
