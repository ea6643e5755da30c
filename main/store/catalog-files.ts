import { type Selectable, sql } from 'kysely';
import { searchText } from '../../shared/text.ts';
import { build, type Db } from './db/connection.ts';
import type { ProductShopTable } from './db/selling-tables.ts';
import type { Snapshot } from './db/snapshot.ts';
import type { ProductsTable } from './db/tables.ts';
import { nextNumbers } from './settings.ts';

/** The rows that a file of products is compared with. */
export interface CatalogRows {
  products: CatalogProduct[];
  categories: { id: number; name: string }[];
  units: { id: number; name: string; short_name: string }[];
}

export type CatalogProduct = Pick<Selectable<ProductShopTable>, 'barcodes' | 'tile_color' | 'is_favorite'> &
  Pick<
    Selectable<ProductsTable>,
    | 'id'
    | 'code'
    | 'name'
    | 'price'
    | 'article'
    | 'external_code'
    | 'category_id'
    | 'unit_id'
    | 'name_for_docs'
    | 'is_archived'
  >;

const products = () =>
  build
    .selectFrom('products')
    .leftJoin('product_shop', 'product_shop.product_id', 'products.id')
    .select(['id', 'code', 'name', 'price', 'article', 'external_code', 'category_id', 'unit_id'])
    .select(['name_for_docs', 'is_archived'])
    .select((eb) => [
      eb.fn.coalesce('product_shop.barcodes', sql<string>`'[]'`).as('barcodes'),
      eb.fn.coalesce('product_shop.tile_color', sql<string>`''`).as('tile_color'),
      eb.fn.coalesce('product_shop.is_favorite', sql<0 | 1>`0`).as('is_favorite'),
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

/** The columns of `products`; `shopLineOf` has the rest. */
const lineOf = (product: ProductValues, ...before: number[]) => [
  ...before,
  product.name,
  product.price,
  product.article,
  product.external_code,
  product.category_id,
  product.unit_id,
  product.name_for_docs,
  product.is_archived,
  searchText(product.name, product.article, product.external_code),
];

const COLUMNS = [
  'name',
  'price',
  'article',
  'external_code',
  'category_id',
  'unit_id',
  'name_for_docs',
  'is_archived',
  'search_text',
] as const;

/** Rows written by one statement, which takes them as one JSON text. */
const SLICE = 1000;

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += SLICE) yield rows.slice(start, start + SLICE);
}

const field = (index: number) => sql<never>`line.value ->> ${sql.lit(index)}`;

const shopLineOf = (product: ProductValues, key: number) => [
  ...[key, product.barcodes, product.tile_color, product.is_favorite],
];

const hasShopFields = ({ barcodes, tile_color, is_favorite }: ProductValues): boolean =>
  barcodes !== '[]' || tile_color !== '' || is_favorite === 1;

/**
 * Writes what the counter needs of the products.
 * @param key what the lines begin with
 */
const writeShopFields = (db: Db, lines: readonly (string | number)[][], key: 'code' | 'id'): void => {
  if (lines.length === 0) return;
  const text = JSON.stringify(lines);
  db.run(
    build
      .insertInto('product_shop')
      .columns(['product_id', 'barcodes', 'tile_color', 'is_favorite'])
      .expression(
        build
          .selectFrom(sql`json_each(${text})`.as('line'))
          .innerJoin('products', (join) => join.on(sql`products.${sql.raw(key)}`, '=', field(0)))
          .select(['products.id'])
          .select([field(1).as('barcodes'), field(2).as('tile_color'), field(3).as('is_favorite')])
          // Without a condition SQLite takes "on conflict" for the condition of the join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) =>
        conflict.column('product_id').doUpdateSet((eb) => ({
          barcodes: eb.ref('excluded.barcodes'),
          tile_color: eb.ref('excluded.tile_color'),
          is_favorite: eb.ref('excluded.is_favorite'),
        })),
      ),
  );
};

/** Inserts many products in order, each with the next code. */
export const insertProducts = (db: Db, rows: readonly ProductValues[], now: number): void => {
  if (rows.length === 0) return;
  let code = nextNumbers(db, 'product', rows.length);
  for (const slice of slices(rows)) {
    const first = code;
    const lines = JSON.stringify(slice.map((row) => lineOf(row, code++)));
    db.run(
      build
        .insertInto('products')
        .columns(['code', ...COLUMNS, 'created_at', 'updated_at'])
        .expression(
          build
            .selectFrom(sql`json_each(${lines})`.as('line'))
            .select([
              field(0).as('code'),
              ...COLUMNS.map((name, index) => field(index + 1).as(name)),
              sql<number>`${now}`.as('created_at'),
              sql<number>`${now}`.as('updated_at'),
            ])
            .orderBy(sql`line.key`),
        ),
    );
    const shopLines = slice.flatMap((row, at) => (hasShopFields(row) ? [shopLineOf(row, first + at)] : []));
    writeShopFields(db, shopLines, 'code');
  }
};

export const updateProducts = (
  db: Db,
  rows: readonly (ProductValues & Pick<CatalogProduct, 'id'>)[],
  now: number,
): void => {
  for (const slice of slices(rows)) {
    const lines = JSON.stringify(slice.map((row) => lineOf(row, row.id)));
    db.run(
      build
        .updateTable('products')
        .from(sql`json_each(${lines})`.as('line'))
        .set({
          ...Object.fromEntries(COLUMNS.map((name, index) => [name, field(index + 1)])),
          updated_at: now,
        })
        .where('products.id', '=', field(0)),
    );
    // Products without them get a row too: they may have had some.
    writeShopFields(
      db,
      slice.map((row) => shopLineOf(row, row.id)),
      'id',
    );
  }
};
