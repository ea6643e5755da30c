import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { NamesQuery, ProductQuery } from '../../shared/api/catalog.ts';
import { searchText } from '../../shared/text.ts';
import { build, type Db } from './db/connection.ts';
import {
  BY_NAME,
  bit,
  countOf,
  type Found,
  findSlice,
  inOrder,
  matchesWords,
  type Slice,
} from './db/list.ts';
import { rowsBy, searchable } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { Snapshot } from './db/snapshot.ts';
import type { CategoriesTable, ProductsTable, Tables, UnitsTable } from './db/tables.ts';
import type { StoredFiscal } from './fiscal-fields.ts';
import { nextNumber } from './settings.ts';

/** Names that products have: when one is deleted, its products stay without it. */
const namesTable = <Table extends 'categories' | 'units'>(
  table: Table,
  textOf: Parameters<typeof searchable<Table>>[1],
) => {
  type Row = Selectable<Tables[Table]>;
  // Both have these columns.
  const like = table as 'units';
  const { find, remove } = rowsBy(table, 'id');
  return {
    ...searchable(table, textOf),
    find,
    remove,
    list: (db: Db, { search, ordering }: NamesQuery, slice: Slice) => {
      const matching = build.selectFrom(like).where((eb) => matchesWords(eb, 'search_text', search));
      return findSlice(
        db,
        matching,
        matching.selectAll(),
        table,
        ordering ?? BY_NAME,
        slice,
      ) as unknown as Found<Row>;
    },
  };
};

export type CategoryRow = Selectable<CategoriesTable>;
export const categories = namesTable('categories', ({ name }) => searchText(name));

export type UnitRow = Selectable<UnitsTable>;
export const units = namesTable('units', ({ name, short_name }) => searchText(name, short_name));

export type ProductRow = Selectable<ProductsTable>;
/** With the names of its category and unit. */
export type NamedProductRow = ProductRow & { category_name: string | null; unit_name: string | null };
type ProductFields = Omit<Insertable<ProductsTable>, 'search_text' | 'code'>;

const products = () =>
  build
    .selectFrom('products')
    .leftJoin('categories', 'categories.id', 'products.category_id')
    .leftJoin('units', 'units.id', 'products.unit_id');

const named = () =>
  products().selectAll('products').select(['categories.name as category_name', 'units.name as unit_name']);

const byId = fixedQuery<NamedProductRow, [id: number]>(() =>
  named().where('products.id', '=', placeholder<number>()),
);

export const findProduct = (db: Db, id: number): NamedProductRow | undefined => db.get(byId(id));

const plainByIds = fixedQuery<ProductRow, [ids: string]>(() =>
  build
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', sql<number>`(select value from json_each(${placeholder<string>()}))`),
);

/** The existing products of `ids`, by id; null, the id of a line without a product, finds none. */
export const findProducts = (db: Db, ids: readonly (number | null)[]): Map<number | null, ProductRow> => {
  const productIds = ids.filter((id) => id !== null);
  const rows = productIds.length === 0 ? [] : db.all(plainByIds(JSON.stringify(productIds)));
  return new Map(rows.map((row) => [row.id, row]));
};

type ProductFilter = Omit<ProductQuery, 'page' | 'page_size' | 'ordering'>;

const filtered = (filter: ProductFilter) => (eb: ExpressionBuilder<Tables, 'products'>) => {
  const { category, unit, is_archived, search } = filter;
  return eb.and([
    ...(category === undefined ? [] : [eb('products.category_id', '=', category)]),
    ...(unit === undefined ? [] : [eb('products.unit_id', '=', unit)]),
    ...(is_archived === undefined ? [] : [eb('products.is_archived', '=', bit(is_archived))]),
    matchesWords(eb, 'products.search_text', search),
  ]);
};

const matching = (filter: ProductFilter) => build.selectFrom('products').where(filtered(filter));

/** The ids of all matching products, ascending. */
export const productIds = (db: Db, filter: ProductFilter): number[] =>
  db.all(matching(filter).select('products.id').orderBy('products.id')).map(({ id }) => id);

const rowsByIds = fixedQuery<NamedProductRow, [ids: string]>(() =>
  named().where('products.id', 'in', sql<number>`(select value from json_each(${placeholder<string>()}))`),
);

/** Finds the ids by the index of names alone, then reads these rows with the names of category and unit. */
export const listProducts = (db: Db, query: ProductQuery, slice: Slice): Found<NamedProductRow> =>
  db.read(() => {
    const found = matching(query);
    const { count, rows: ids } = findSlice(
      db,
      found,
      found.select('products.id'),
      'products',
      query.ordering ?? BY_NAME,
      slice,
    );
    const rows = new Map(
      db.all(rowsByIds(JSON.stringify(ids.map(({ id }) => id)))).map((row) => [row.id, row]),
    );
    return { count, rows: ids.flatMap(({ id }) => rows.get(id) ?? []) };
  });

/** With what the counter and a fiscal register need of it; null where it has nothing. */
export type ExportedProductRow = NamedProductRow & {
  barcodes: string | null;
  tile_color: string | null;
  is_favorite: 0 | 1 | null;
} & { [Field in keyof StoredFiscal]: StoredFiscal[Field] | null };

/** Iterates over the list's products in the list's order. */
export const iterateProducts = (
  snapshot: Snapshot,
  query: ProductFilter & Pick<ProductQuery, 'ordering'>,
): Iterator<ExportedProductRow, undefined> =>
  snapshot.iterate(
    inOrder(
      named()
        .leftJoin('product_shop', 'product_shop.product_id', 'products.id')
        .leftJoin('product_fiscal', 'product_fiscal.product_id', 'products.id')
        .select(['product_shop.barcodes', 'product_shop.tile_color', 'product_shop.is_favorite'])
        .select(['product_fiscal.tax', 'product_fiscal.uktzed'])
        .select(['product_fiscal.header', 'product_fiscal.footer'])
        .where((eb) => filtered(query)(eb as unknown as ExpressionBuilder<Tables, 'products'>)),
      'products',
      query.ordering ?? BY_NAME,
    ),
  );

export const countProducts = (snapshot: Snapshot, filter: ProductFilter): number =>
  countOf(snapshot, matching(filter));

const { insert, update } = searchable('products', ({ name, article, external_code }) =>
  searchText(name, article, external_code),
);

/** Assigns the next code. */
export const insertProduct = (db: Db, product: ProductFields): ProductRow =>
  insert(db, { ...product, code: nextNumber(db, 'product') });

export const updateProduct = update;

/** Invoice items keep their own name and price. */
export const deleteProduct = (db: Db, id: number): void => {
  db.run(build.deleteFrom('products').where('id', '=', id));
};
