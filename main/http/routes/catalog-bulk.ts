import {
  type ProductsDelete,
  type ProductsOutcome,
  type ProductsQuery,
  productsChange,
  productsDelete,
  productsOutcome,
  productsQuery,
} from '../../../shared/api/catalog.ts';
import { productExportQuery, productImport, productImportQuery } from '../../../shared/api/catalog-files.ts';
import { REQUIRED } from '../../../shared/api/fields.ts';
import { type FieldErrors, type Problems, problem } from '../../../shared/errors.ts';
import { type BulkOutcome, changeProducts, removeProducts } from '../../shop/catalog/bulk.ts';
import { type ImportContext, importProducts } from '../../shop/catalog/import/import.ts';
import { productProblems } from '../../shop/catalog/resources.ts';
import type { ValidationError } from '../../shop/errors.ts';
import { productIds } from '../../store/catalog.ts';
import type { DbContext } from '../../store/db/connection.ts';
import { TABLE_FILE } from '../body.ts';
import { HttpError } from '../errors.ts';
import type { Exports } from '../export/exports.ts';
import { createTurns } from '../one-at-a-time.ts';
import type { Language } from '../preferences.ts';
import { presentImport } from '../present-import.ts';
import { defineExtension, type Route, STREAMED_TABLE } from '../route.ts';
import { ukrainianTexts } from '../ukrainian.ts';

const BOTH = problem('invalid', 'Send either products or all, not both.');

/** Nothing is chosen by an omission: with neither it is refused. */
const selectionProblems = ({ products, all }: Partial<ProductsDelete>): Problems => {
  if (products === undefined) return all ? {} : { products: [REQUIRED] };
  return all ? { products: [BOTH] } : {};
};

const textsOf = (error: ValidationError, language: Language): FieldErrors =>
  (language === 'uk' && ukrainianTexts(error).errors) || error.errors;

const present = ({ failed, ...counts }: BulkOutcome, language: Language): ProductsOutcome => ({
  ...counts,
  failed: failed.map(({ error, ...refused }) => ({
    ...refused,
    detail: Object.values(textsOf(error, language)).flat().join(' '),
  })),
});

const HOW =
  'Each product is changed for itself: one that cannot be is reported, and the others are changed. Repeated, the ' +
  'request finds what it did unchanged.';

const common = {
  writesCatalog: true,
  isTranslated: true,
  access: 'member',
  query: productsQuery,
  answer: productsOutcome,
} as const;

/** Changes of many products at once. */
export const catalogBulkRoutes = (context: DbContext): Route[] => {
  const selected = ({ products }: ProductsDelete, filters: ProductsQuery): readonly number[] =>
    products ?? productIds(context.db, filters);
  return [
    defineExtension({
      ...common,
      at: 'POST catalog/products/change/',
      id: 'changeProducts',
      summary: 'Change many products',
      description: `Puts them into a category, gives them a unit of measure, archives or restores them. ${HOW}`,
      body: productsChange,
      examples: {
        category: { summary: 'Two products into a category', value: { products: [7, 8], category: 2 } },
      },
      refine: (input) => ({ ...selectionProblems(input), ...productProblems(context.db, input) }),
      handler: async ({ query, body, language }) => {
        const { products, all, ...fields } = body;
        return present(await changeProducts(context, selected({ products, all }, query), fields), language);
      },
    }),
    defineExtension({
      ...common,
      at: 'POST catalog/products/delete/',
      id: 'deleteProducts',
      summary: 'Delete many products',
      description: `Invoice items keep their own names and prices, with product null. ${HOW}`,
      body: productsDelete,
      examples: { two: { summary: 'Two products', value: { products: [100007, 100008] } } },
      refine: selectionProblems,
      handler: async ({ query, body, language }) =>
        present(await removeProducts(context, selected(body, query)), language),
    }),
  ];
};

const TRY_LATER_S = 5;

const busy = () =>
  new HttpError(
    429,
    'Another file of products is being imported. Nothing of this one was done. Try again when that has ended.',
    { 'Retry-After': String(TRY_LATER_S) },
    'busy',
  );

const exportRoute = (exports: Exports): Route =>
  defineExtension({
    ...STREAMED_TABLE,
    at: 'GET catalog/products/export/',
    id: 'exportProducts',
    records: 'products_exported',
    summary: 'Fetch products as a table',
    description:
      'The products that GET catalog/products/ lists under the same parameters, in the same order and on no ' +
      'pages, in a file that can be imported again. CSV and XLSX as of GET invoices/export/.',
    access: 'member',
    query: productExportQuery,
    handler: ({ query, language }) => exports.products(query, language),
  });

/** Routes that import and export products as files. */
export const catalogFileRoutes = (context: ImportContext, exports: Exports): Route[] => {
  // One at a time: each holds a table and the catalog in memory.
  const inTurn = createTurns(busy);
  return [
    exportRoute(exports),
    defineExtension({
      at: 'POST catalog/products/import/',
      writesCatalog: true,
      id: 'importProducts',
      summary: 'Create and change products by a table',
      description:
        'The body is the file: CSV or XLSX with a row for each product. Columns are recognised by their ' +
        'names in Ukrainian or English; those of names and of prices have to be there. A row is taken for ' +
        'the product that has its code, else its external_code, its article or its name, whichever of ' +
        'them the row has first; for a new one where no product has that. A column that is not there ' +
        'leaves products as they are, an empty cell empties the field. Categories and units are found by ' +
        'their names, and made where there are none. All is written in one transaction or nothing; a ' +
        'client that disconnects before it begins has changed nothing. One file at a time: 429 meanwhile. ' +
        'With `Accept: application/x-ndjson` it reports its progress as lines of JSON, and answers by the ' +
        'last line: a result, or a refusal with its status, and with `retry_after`, seconds, where an answer ' +
        'would have that header.',
      answer: productImport,
      isTranslated: true,
      access: 'member',
      query: productImportQuery,
      consumes: TABLE_FILE,
      examples: { prices: { summary: 'A price list', value: 'Назва;Ціна\nЧай зелений;45,00\n' } },
      reportsProgress: true,
      handler: ({ query, language, file = Buffer.alloc(0), signal, progress }) =>
        inTurn(signal, async () => {
          const imported = await importProducts(context, file, query, { signal, progress });
          return presentImport(imported, query.dry_run ?? false, language);
        }),
    }),
  ];
};
