import type { ProductKey } from '../../../../shared/api/catalog-files.ts';
import { forEachCooperatively } from '../../../platform/async.ts';
import { type CatalogProduct, type CatalogRows, iterateCatalog } from '../../../store/catalog-files.ts';
import { openSnapshot } from '../../../store/db/snapshot.ts';
import { nameKey } from './cells.ts';

/** Reads the catalog as of one moment, however long it takes. */
export const snapshotOfCatalog = async (file: string, signal: AbortSignal): Promise<CatalogRows> => {
  const snapshot = openSnapshot(file);
  const collect = async <Row>(rows: Iterator<Row, undefined>): Promise<Row[]> => {
    const found: Row[] = [];
    await forEachCooperatively({ [Symbol.iterator]: () => rows }, (row) => found.push(row), { signal });
    return found;
  };
  try {
    return {
      categories: await collect(iterateCatalog.categories(snapshot)),
      units: await collect(iterateCatalog.units(snapshot)),
      products: await collect(iterateCatalog.products(snapshot)),
    };
  } finally {
    snapshot.close();
  }
};

/** Whether two readings of the catalog are equal. */
export const isSameCatalog = (one: CatalogRows, other: CatalogRows): boolean =>
  areSameRows(one.categories, other.categories) &&
  areSameRows(one.units, other.units) &&
  areSameRows(one.products, other.products);

const areSameRows = <Row extends object>(one: readonly Row[], other: readonly Row[]): boolean =>
  one.length === other.length &&
  one.every((row, index) => {
    const second = other[index];
    return second !== undefined && isSameRow(row, second);
  });

const isSameRow = <Row extends object>(one: Row, other: Row): boolean => {
  for (const name in one) if (one[name] !== other[name]) return false;
  return true;
};

/** Builds a key from a cell's text; codes are compared exactly, names as people read them. */
const KEY_OF: Record<ProductKey, (text: string) => string> = {
  // Codes are printed with leading zeros: 000012.
  code: (text) => (/^\d{1,15}$/.test(text) ? String(Number(text)) : ''),
  external_code: (text) => text,
  article: (text) => text,
  name: nameKey,
};

/** Finds products, categories and units by their keys. */
export interface CatalogIndex {
  rows: CatalogRows;
  /** The products with this key. */
  find(key: ProductKey, text: string): readonly CatalogProduct[];
  /** "" for none. */
  categoryName(id: number | null): string;
  unitNames(id: number | null): { name: string; short_name: string };
  categoryByName(name: string): number | undefined;
  unitByName(name: string): number | undefined;
}

const add = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
  if (key === '') return;
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
};

const NO_UNIT = { name: '', short_name: '' };

/** Maps each name to the ids that have it, the first one first; names need not be unique. */
const idsByName = (
  ...lists: readonly (readonly { id: number; name: string }[])[]
): ReadonlyMap<string, number> => {
  const ids = new Map<string, number>();
  for (const { id, name } of lists.flat()) {
    const key = nameKey(name);
    if (key !== '' && !ids.has(key)) ids.set(key, id);
  }
  return ids;
};

export const indexCatalog = async (rows: CatalogRows, signal: AbortSignal): Promise<CatalogIndex> => {
  const byKey: Record<ProductKey, Map<string, CatalogProduct[]>> = {
    code: new Map(),
    external_code: new Map(),
    article: new Map(),
    name: new Map(),
  };
  const addProduct = (product: CatalogProduct): void => {
    add(byKey.code, String(product.code), product);
    add(byKey.external_code, product.external_code, product);
    add(byKey.article, product.article, product);
    add(byKey.name, nameKey(product.name), product);
  };
  await forEachCooperatively(rows.products, addProduct, { signal });
  const categories = new Map(rows.categories.map(({ id, name }) => [id, name]));
  const units = new Map(rows.units.map((unit) => [unit.id, unit]));
  const categoryIds = idsByName(rows.categories);
  const unitIds = idsByName(
    rows.units,
    rows.units.map(({ id, short_name }) => ({ id, name: short_name })),
  );
  return {
    rows,
    find: (key, text) => byKey[key].get(KEY_OF[key](text)) ?? [],
    categoryName: (id) => (id === null ? '' : (categories.get(id) ?? '')),
    unitNames: (id) => (id === null ? NO_UNIT : (units.get(id) ?? NO_UNIT)),
    categoryByName: (name) => categoryIds.get(nameKey(name)),
    unitByName: (name) => unitIds.get(nameKey(name)),
  };
};
