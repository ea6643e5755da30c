import { type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import type { Snapshot } from './db/snapshot.ts';
import type { ProductFiscalTable, ProductShopTable, ProductsTable } from './db/tables.ts';

/** The rows that a file of products is compared with. */
export interface CatalogRows {
  products: CatalogProduct[];
  categories: { id: number; name: string }[];
  units: { id: number; name: string; short_name: string }[];
}

const COLUMNS = [
  ...['id', 'code', 'name', 'price', 'article', 'external_code'],
  ...['category_id', 'unit_id', 'name_for_docs', 'is_archived'],
] as const satisfies readonly (keyof ProductsTable)[];

export type CatalogProduct = Pick<Selectable<ProductShopTable>, 'barcodes' | 'tile_color' | 'is_favorite'> &
  Omit<Selectable<ProductFiscalTable>, 'product_id'> &
  Pick<Selectable<ProductsTable>, (typeof COLUMNS)[number]>;

const products = () =>
  build
    .selectFrom('products')
    .leftJoin('product_shop', 'product_shop.product_id', 'products.id')
    .leftJoin('product_fiscal', 'product_fiscal.product_id', 'products.id')
    .select(COLUMNS)
    .select((eb) => [
      eb.fn.coalesce('product_shop.barcodes', sql<string>`'[]'`).as('barcodes'),
      eb.fn.coalesce('product_shop.tile_color', sql<string>`''`).as('tile_color'),
      eb.fn.coalesce('product_shop.is_favorite', sql<0 | 1>`0`).as('is_favorite'),
      eb.fn.coalesce('product_fiscal.tax', sql<string>`'[]'`).as('tax'),
      eb.fn.coalesce('product_fiscal.uktzed', sql<string>`''`).as('uktzed'),
      eb.fn.coalesce('product_fiscal.header', sql<string>`''`).as('header'),
      eb.fn.coalesce('product_fiscal.footer', sql<string>`''`).as('footer'),
    ])
    .orderBy('id');
const categories = () => build.selectFrom('categories').select(['id', 'name']).orderBy('id');
const units = () => build.selectFrom('units').select(['id', 'name', 'short_name']).orderBy('id');

/** Reads the whole catalog at once. */
export const readCatalog = (db: Db): CatalogRows => ({
  products: db.all(products()),
  categories: db.all(categories()),
  units: db.all(units()),
});

/** Iterates over the catalog in this order. */
export const iterateCatalog = {
  categories: (snapshot: Snapshot) => snapshot.iterate(categories()),
  units: (snapshot: Snapshot) => snapshot.iterate(units()),
  products: (snapshot: Snapshot): Iterator<CatalogProduct, undefined> => snapshot.iterate(products()),
};

export type ProductValues = Omit<CatalogProduct, 'id' | 'code'>;
