import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ChosenColor, ProductShop, Tile, TileQuery } from '../../shared/api/product-shop.ts';
import { barcodeSpellings } from '../../shared/barcodes.ts';
import { build, type Db } from './db/connection.ts';
import { BY_NAME, bit, type Found, findSlice, listed, matchesWords, type Slice } from './db/list.ts';
import { putRow } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { Tables } from './db/tables.ts';

/** What the counter needs of a product beside its fields in version 1. */
export type ShopFields = Omit<ProductShop, 'product'>;

const NOTHING: ShopFields = { barcodes: [], tile_color: '', is_favorite: false };

interface StoredShop {
  barcodes: string | null;
  tile_color: string | null;
  is_favorite: 0 | 1 | null;
}

const fieldsOf = ({ barcodes, tile_color, is_favorite }: StoredShop): ShopFields => ({
  barcodes: barcodes === null ? [] : (JSON.parse(barcodes) as string[]),
  tile_color: (tile_color ?? '') as ChosenColor,
  is_favorite: is_favorite === 1,
});

const byProduct = fixedQuery<StoredShop, [id: number]>(() =>
  build
    .selectFrom('product_shop')
    .select(['barcodes', 'tile_color', 'is_favorite'])
    .where('product_id', '=', placeholder<number>()),
);

export const findProductShop = (db: Db, product: number): ShopFields => {
  const row = db.get(byProduct(product));
  return row ? fieldsOf(row) : NOTHING;
};

export const writeProductShop = (db: Db, product_id: number, fields: ShopFields): void =>
  putRow(db, 'product_shop', ['product_id'], {
    product_id,
    barcodes: JSON.stringify(fields.barcodes),
    tile_color: fields.tile_color,
    is_favorite: bit(fields.is_favorite),
  });

/** A product that is sold and has a barcode. */
export interface BarcodeOwner {
  id: number;
  name: string;
  barcode_key: string;
}

const ownersOf = fixedQuery<BarcodeOwner, [keys: string]>(() =>
  build
    .selectFrom('product_barcodes')
    .innerJoin('products', 'products.id', 'product_barcodes.product_id')
    .select(['products.id', 'products.name', 'product_barcodes.barcode_key'])
    .where('products.is_archived', '=', sql.lit(0))
    .where('barcode_key', 'in', sql<string>`(select value from json_each(${placeholder<string>()}))`)
    .orderBy('products.id'),
);

/** The products that are sold and have one of these barcodes. */
export const barcodeOwners = (db: Db, barcodes: readonly string[]): BarcodeOwner[] =>
  barcodes.length === 0 ? [] : db.all(ownersOf(JSON.stringify(barcodes.flatMap(barcodeSpellings))));

const hasBarcode = (eb: ExpressionBuilder<Tables, 'products'>, barcode: string) =>
  eb(
    'products.id',
    'in',
    eb
      .selectFrom('product_barcodes')
      .select('product_barcodes.product_id')
      .where('barcode_key', 'in', listed(barcodeSpellings(barcode))),
  );

const sold = ({ ids, category, is_favorite, barcode, search }: TileQuery) =>
  build
    .selectFrom('products')
    .where('products.is_archived', '=', 0)
    .where((eb) => {
      const favorites = sql<SqlBool>`products.id in (select product_id from product_shop where is_favorite = 1)`;
      return eb.and([
        ...(ids === undefined ? [] : [eb('products.id', 'in', listed(ids))]),
        ...(category === undefined ? [] : [eb('products.category_id', '=', category)]),
        ...(is_favorite === undefined ? [] : [is_favorite ? favorites : eb.not(favorites)]),
        ...(barcode === undefined ? [] : [hasBarcode(eb, barcode)]),
        matchesWords(eb, 'products.search_text', search, (word) => [hasBarcode(eb, word)]),
      ]);
    });

/** The products that are sold and have one of these barcodes, the first barcode's first. */
export const soldByBarcodes = (db: Db, barcodes: readonly string[]): number[] => {
  const spellings = barcodes.flatMap(barcodeSpellings);
  const owners = db.all(ownersOf(JSON.stringify(spellings)));
  const rank = ({ barcode_key }: BarcodeOwner): number => spellings.indexOf(barcode_key);
  return [...new Set(owners.toSorted((one, other) => rank(one) - rank(other)).map(({ id }) => id))];
};

const soldByCodes = fixedQuery<{ id: number }, [articles: string, codes: string]>(() =>
  build
    .selectFrom('products')
    .select('id')
    .where('is_archived', '=', sql.lit(0))
    .where((eb) =>
      eb.or([
        eb('article', 'in', sql<string>`(select value from json_each(${placeholder<string>()}))`),
        eb('external_code', 'in', sql<string>`(select value from json_each(${placeholder<string>()}))`),
      ]),
    )
    .orderBy('id')
    .limit(sql.lit(2)),
);

/** The only product that is sold with one of these texts as its article or external code; undefined: none, or several. */
export const onlySoldByCode = (db: Db, codes: readonly string[]): number | undefined => {
  const found = db.all(soldByCodes(JSON.stringify(codes), JSON.stringify(codes)));
  return found.length === 1 ? found[0]?.id : undefined;
};

type TileRow = Omit<Tile, keyof ShopFields> & StoredShop;

const tilesByIds = fixedQuery<TileRow, [ids: string]>(() =>
  build
    .selectFrom('products')
    .leftJoin('units', 'units.id', 'products.unit_id')
    .leftJoin('product_shop', 'product_shop.product_id', 'products.id')
    .select(['products.id', 'products.name', 'products.price', 'products.article', 'products.external_code'])
    .select(['products.category_id as category', 'product_shop.barcodes', 'product_shop.tile_color'])
    .select(['product_shop.is_favorite'])
    .select((eb) => eb.fn.coalesce('units.name', sql<string>`''`).as('unit_name'))
    .where('products.id', 'in', sql<number>`(select value from json_each(${placeholder<string>()}))`),
);

/** The products that are sold, each with what the counter needs: two queries, however many they are. */
export const listTiles = (db: Db, query: TileQuery, slice: Slice): Found<Tile> =>
  db.read(() => {
    const found = sold(query);
    const order = query.ordering ?? BY_NAME;
    const { count, rows: ids } = findSlice(db, found, found.select('products.id'), 'products', order, slice);
    return {
      count,
      rows: tilesOf(
        db,
        ids.map(({ id }) => id),
      ),
    };
  });

/** In the order of the ids. */
export const tilesOf = (db: Db, ids: readonly number[]): Tile[] => {
  const rows = db.all(tilesByIds(JSON.stringify(ids)));
  const tiles = new Map(rows.map((row) => [row.id, { ...row, ...fieldsOf(row) }]));
  return ids.flatMap((id) => tiles.get(id) ?? []);
};
