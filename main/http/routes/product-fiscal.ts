import { productFiscal, productFiscalPatch } from '../../../shared/api/product-fiscal.ts';
import type { FiscalFields } from '../../../shared/fiscal.ts';
import { present } from '../../platform/present.ts';
import { patchProductFiscal } from '../../shop/catalog/product-fiscal.ts';
import type { CatalogContext } from '../../shop/catalog/resources.ts';
import { findProduct, type NamedProductRow } from '../../store/catalog.ts';
import { findProductFiscal } from '../../store/fiscal-fields.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

const presentFiscal = ({ id }: NamedProductRow, fields: FiscalFields) =>
  present(productFiscal, { ...fields, product: id });

/** What a fiscal register needs of products, beyond their fields in version 1. */
export const productFiscalRoutes = (context: CatalogContext): Route[] => [
  defineExtension({
    method: 'GET',
    path: 'catalog/products/{id}/fiscal/',
    id: 'getProductFiscal',
    summary: 'Read what the fiscal receipt says of a product: tax rates, УКТЗЕД, texts',
    answer: productFiscal,
    access: 'member',
    load: (id) => findProduct(context.db, id),
    handler: ({ target }) => presentFiscal(target, findProductFiscal(context.db, target.id)),
  }),
  defineExtension({
    method: 'PATCH',
    writesCatalog: true,
    path: 'catalog/products/{id}/fiscal/',
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
