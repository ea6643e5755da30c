import { type Selectable, sql } from 'kysely';
import { searchText } from '../../shared/text.ts';
import { build, type Db } from './db/connection.ts';
import type { Snapshot } from './db/snapshot.ts';
import type { ProductsTable } from './db/tables.ts';
import { nextNumbers } from './settings.ts';

/** The rows that a file of products is compared with. */
export interface CatalogRows {
  products: CatalogProduct[];
  categories: { id: number; name: string }[];
  units: { id: number; name: string; short_name: string }[];
}

export type CatalogProduct = Pick<
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
    .select(['id', 'code', 'name', 'price', 'article', 'external_code', 'category_id', 'unit_id'])
    .select(['name_for_docs', 'is_archived'])
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
  products: (snapshot: Snapshot) => snapshot.iterate(products()),
};

export type ProductValues = Omit<CatalogProduct, 'id' | 'code'>;

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

/** Inserts many products in order, each with the next code. */
export const insertProducts = (db: Db, rows: readonly ProductValues[], now: number): void => {
  if (rows.length === 0) return;
  let code = nextNumbers(db, 'product', rows.length);
  for (const slice of slices(rows)) {
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
  }
};
