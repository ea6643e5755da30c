import {
  type ProductsDelete,
  type ProductsOutcome,
  type ProductsQuery,
  productsChange,
  productsDelete,
  productsOutcome,
  productsQuery,
} from '../../../shared/api/catalog-bulk.ts';
import { REQUIRED } from '../../../shared/api/fields.ts';
import { type FieldErrors, type Problems, problem } from '../../../shared/errors.ts';
import { type BulkOutcome, changeProducts, removeProducts } from '../../shop/catalog/bulk.ts';
import { productProblems } from '../../shop/catalog/resources.ts';
import type { ValidationError } from '../../shop/errors.ts';
import { productIds } from '../../store/catalog.ts';
import type { DbContext } from '../../store/db/connection.ts';
import { defineExtension } from '../extension.ts';
import type { Language } from '../preferences.ts';
import type { Route } from '../route.ts';
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
