import type { ProductKey } from '../../../../shared/api/catalog-files.ts';
import { foldLookAlikes } from '../../../../shared/text.ts';
import type { CatalogProduct } from '../../../store/catalog-files.ts';
import type { TableRow } from '../../tables/table.ts';
import { cut, nameKey, textOf } from './cells.ts';
import type { Columns } from './columns.ts';
import type { CatalogIndex } from './known-catalog.ts';

/** Tells the same product under a new name from another product that happens to have the same code. Pure. */

const NUMBER = /^\d/;
/** A word longer than this is compared as a whole with nothing: names are short. */
const wordsOf = (name: string): Set<string> => new Set(foldLookAlikes(cut(name)).match(/\p{L}+|\d+/gu));

const without = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((word) => !other.has(word));

/**
 * Whether two names may be those of one product: one has all the words of the other, or they share most of them, and no
 * number differs (250 g and 500 g are two products).
 */
const mayBeRenamed = (one: string, other: string): boolean => {
  if (nameKey(one) === nameKey(other)) return true;
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const [onlyFirst, onlySecond] = [without(first, second), without(second, first)];
  if (onlyFirst.length === 0 || onlySecond.length === 0) return first.size > 0 && second.size > 0;
  if (onlyFirst.some((word) => NUMBER.test(word)) && onlySecond.some((word) => NUMBER.test(word)))
    return false;
  const shared = first.size - onlyFirst.length;
  return shared >= onlyFirst.length + onlySecond.length;
};

/** A product found by a key other than its name, while the row names quite another one. */
export const isOtherProduct = (product: CatalogProduct, key: ProductKey, name: string): boolean =>
  key !== 'name' && name !== '' && !mayBeRenamed(product.name, name);

/** Rows that tell: more would only take longer. */
const EXAMINED = 2000;

/**
 * Whether the column of codes holds those of another program: they are external codes of products here, or the products
 * that have such codes here have other names. A column that the caller named, or one beside external codes (as in
 * Kramar's own files), holds Kramar's.
 */
export const areCodesOfOthers = (
  catalog: CatalogIndex,
  columns: Columns,
  rows: readonly TableRow[],
): boolean => {
  const [codeAt, nameAt] = [columns.get('code'), columns.get('name')];
  if (codeAt === undefined || nameAt === undefined || columns.has('external_code')) return false;
  const counts = { ours: 0, others: 0, unknown: 0 };
  for (const { cells } of rows.slice(0, EXAMINED)) {
    const [code, name] = [textOf(cells[codeAt] ?? ''), textOf(cells[nameAt] ?? '')];
    if (code !== '' && name !== '') counts[whoseCode(catalog, code, name)] += 1;
  }
  return counts.others > counts.ours || (counts.ours === 0 && counts.unknown > 0);
};

const whoseCode = (catalog: CatalogIndex, code: string, name: string): 'ours' | 'others' | 'unknown' => {
  const [product] = catalog.find('code', code);
  if (catalog.find('external_code', code).length > 0) return 'others';
  if (!product) return 'unknown';
  return isOtherProduct(product, 'code', name) ? 'others' : 'ours';
};
