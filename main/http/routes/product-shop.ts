import { CATALOG_PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import {
  type ProductShop,
  productFiscal,
  productFiscalPatch,
  productShop,
  productShopPatch,
  scan,
  scanQuery,
  type TileQuery,
  tile,
  tileQuery,
} from '../../../shared/api/product-shop.ts';
import type { FiscalFields } from '../../../shared/fiscal.ts';
import { present } from '../../platform/present.ts';
import { patchProductFiscal } from '../../shop/catalog/product-fiscal.ts';
import { patchProductShop } from '../../shop/catalog/product-shop.ts';
import { findScanned, soldByScan } from '../../shop/catalog/scan.ts';
import { findProduct, type NamedProductRow } from '../../store/catalog.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import { findProductFiscal } from '../../store/fiscal-fields.ts';
import { findProductShop, listTiles, type ShopFields } from '../../store/product-shop.ts';
import { defineExtension, type Route } from '../route.ts';

const presentShop = ({ id }: NamedProductRow, fields: ShopFields): ProductShop => ({
  product: id,
  ...fields,
});

/** The query with the products that its code names. */
const withScanned = (db: Db, { barcode, ...query }: TileQuery): TileQuery => {
  if (barcode === undefined) return query;
  const found = soldByScan(db, barcode);
  return { ...query, ids: query.ids?.filter((id) => found.includes(id)) ?? found };
};

const scanRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET catalog/scan/',
    id: 'findScanned',
    summary: 'Find what a scanner has read',
    description:
      'The product of a barcode, of a GS1 code or of a label that scales print, and the quantity or the price that ' +
      'stands on it; else the only product with this article or external_code. Products in the archive are left out.',
    answer: scan,
    access: 'member',
    query: scanQuery,
    handler: ({ query: { code = '' } }) => findScanned(db, code),
  });

/** What the counter needs of products, beyond their fields in version 1. */
export const productShopRoutes = (context: DbContext): Route[] => {
  const { db } = context;
  return [
    defineExtension({
      at: 'GET catalog/tiles/',
      id: 'listTiles',
      summary: 'List the products that are sold, with barcodes, tile colours and favourites',
      description:
        'Products in the archive are left out. `barcode` finds what a scanner has read: one product, or an empty list; ' +
        'GET catalog/scan/ says also how much of it.',
      answer: pageOf(tile),
      access: 'member',
      query: tileQuery,
      handler: ({ query, paginate }) =>
        paginate(
          CATALOG_PAGE_SIZES,
          (slice) => listTiles(db, withScanned(db, query), slice),
          (tile) => tile,
        ),
    }),
    scanRoute(db),
    defineExtension({
      at: 'GET catalog/products/{id}/shop/',
      id: 'getProductShop',
      summary: "Read a product's barcodes, tile colour, and whether it is a favourite",
      answer: productShop,
      access: 'member',
      load: (id) => findProduct(db, id),
      handler: ({ target }) => presentShop(target, findProductShop(db, target.id)),
    }),
    defineExtension({
      at: 'PATCH catalog/products/{id}/shop/',
      writesCatalog: true,
      id: 'updateProductShop',
      summary: "Change a product's barcodes, tile colour, or whether it is a favourite",
      description:
        'Fields that are absent stay as they are. A digit of an EAN or UPC that was misread is refused, and so is a ' +
        'barcode that another product has; one in the archive does not count.',
      answer: productShop,
      access: 'member',
      load: (id) => findProduct(db, id),
      body: productShopPatch,
      examples: {
        barcode: { summary: 'A barcode', value: { barcodes: ['4820000000017'] } },
        tile: { summary: 'A favourite with a colour', value: { tile_color: 'teal', is_favorite: true } },
      },
      handler: ({ target, body }) => presentShop(target, patchProductShop(context, target, body)),
    }),
  ];
};

const presentFiscal = ({ id }: NamedProductRow, fields: FiscalFields) =>
  present(productFiscal, { ...fields, product: id });

/** Fields of a product that fiscal receipts need; version 1 has none of them. */
export const productFiscalRoutes = (context: DbContext): Route[] => [
  defineExtension({
    at: 'GET catalog/products/{id}/fiscal/',
    id: 'getProductFiscal',
    summary: 'Read what the fiscal receipt says of a product: tax rates, УКТЗЕД, texts',
    answer: productFiscal,
    access: 'member',
    load: (id) => findProduct(context.db, id),
    handler: ({ target }) => presentFiscal(target, findProductFiscal(context.db, target.id)),
  }),
  defineExtension({
    at: 'PATCH catalog/products/{id}/fiscal/',
    writesCatalog: true,
    id: 'updateProductFiscal',
    summary: 'Change what the fiscal receipt says of a product',
    description:
      "Fields that are absent stay as they are; where the product has none, the terminal's default goes to the bank " +
      '(terminals/{id}/fiscal/). The first barcode of the product goes with them. Earlier invoices keep what was sent.',
    answer: productFiscal,
    access: 'member',
    load: (id) => findProduct(context.db, id),
    body: productFiscalPatch,
    examples: {
      tax: { summary: 'A tax rate and a commodity code', value: { tax: [1], uktzed: '0901210000' } },
      texts: { summary: 'A text after the name', value: { footer: 'Зберігати в сухому місці' } },
    },
    handler: ({ target, body }) => presentFiscal(target, patchProductFiscal(context, target, body)),
  }),
];
