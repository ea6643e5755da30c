import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import { count, flag, id, minorUnits, nullable, recordId, shape, stamps, string } from './answers.ts';
import { described } from './described.ts';
import { boolean, integer, list, MAX_LENGTH, pk, requestBody, text } from './fields.ts';
import { booleanParam, integerParam, orderingParam, pageParams, query, searchParam } from './query.ts';

export const category = shape('Category', {
  id: recordId(2),
  name: string('Name; need not be unique.', 'Кава'),
  ...stamps,
});
export type Category = v.InferOutput<typeof category>;

export const unit = shape('UnitOfMeasure', {
  id: recordId(),
  name: string('Name; need not be unique.', 'Порція'),
  short_name: string('Short label; empty when there is none.', 'порц'),
  ...stamps,
});
export type Unit = v.InferOutput<typeof unit>;

export const product = shape('Product', {
  id: recordId(7),
  name: string('Name; need not be unique.', 'Еспресо'),
  price: minorUnits('Price of one, minor units.', 4500),
  name_for_docs: string('Name sent to the bank when it must differ from name; else empty.'),
  article: string('Article number; empty when there is none.', 'ESP-1'),
  external_code: string('Code in another system; empty when there is none.'),
  category: nullable(id(), 'Id of its category, or null.', 2),
  unit: nullable(id(), 'Id of its unit of measure, or null.', 1),
  is_archived: flag('True: no longer sold.'),
  code: id('Number of the product: 1, 2, 3 …, never used again.', 7),
  category_name: string('Name of its category; empty when it has none.', 'Кава'),
  unit_name: string('Name of its unit of measure; empty when it has none.', 'Порція'),
  ...stamps,
});
export type Product = v.InferOutput<typeof product>;

const name = () => text(MAX_LENGTH.name);

export const categoryCreate = requestBody('CategoryCreate', { name: name() }, category);
export const categoryPatch = requestBody('CategoryPatch', { name: v.optional(name()) }, category);
export type CategoryPatch = v.InferOutput<typeof categoryPatch>;

const shortName = () => v.optional(text(MAX_LENGTH.unit, { blank: true }));

export const unitCreate = requestBody('UnitOfMeasureCreate', { name: name(), short_name: shortName() }, unit);
export const unitPatch = requestBody(
  'UnitOfMeasurePatch',
  { name: v.optional(name()), short_name: shortName() },
  unit,
);
export type UnitPatch = v.InferOutput<typeof unitPatch>;

const price = () => integer(0, MAX_AMOUNT);
/** The fields of a product that a request may leave out. */
const productOptional = {
  name_for_docs: v.optional(text(MAX_LENGTH.name, { blank: true })),
  article: v.optional(text(MAX_LENGTH.code, { blank: true })),
  external_code: v.optional(text(MAX_LENGTH.code, { blank: true })),
  category: v.optional(v.nullable(pk())),
  unit: v.optional(v.nullable(pk())),
  is_archived: v.optional(boolean()),
};

export const productCreate = requestBody(
  'ProductCreate',
  { name: name(), price: price(), ...productOptional },
  product,
);
export const productPatch = requestBody(
  'ProductPatch',
  { name: v.optional(name()), price: v.optional(price()), ...productOptional },
  product,
);
export type ProductCreate = v.InferOutput<typeof productCreate>;
export type ProductPatch = v.InferOutput<typeof productPatch>;

const namedQuery = (searched: string) =>
  query({
    search: searchParam(`Words to find in ${searched}.`),
    ordering: orderingParam(['name', 'created_at'], 'Default: name.'),
    ...pageParams,
  });

export const categoryQuery = namedQuery('name');
export const unitQuery = namedQuery('name or short_name');
export type NamesQuery = v.InferOutput<typeof unitQuery>;

/** Filters of every list of products. */
export const productFilters = {
  category: integerParam('Only of this category (id).'),
  unit: integerParam('Only with this unit of measure (id).'),
  is_archived: booleanParam('true or false.'),
  search: searchParam('Words to find in name, article or external_code.'),
};
export const productOrdering = () => orderingParam(['name', 'price', 'code', 'created_at'], 'Default: name.');

export const productQuery = query({ ...productFilters, ordering: productOrdering(), ...pageParams });
export type ProductQuery = v.InferOutput<typeof productQuery>;

/** Many products in one request. All of it is beyond version 1. */

const MAX_PRODUCTS = 10_000;

const selection = {
  products: described(
    v.optional(list(integer(1, Number.MAX_SAFE_INTEGER), MAX_PRODUCTS, 1)),
    'Ids of the products.',
  ),
  all: described(
    v.optional(boolean(), false),
    'true, in place of products: all that match the parameters of the address.',
  ),
};

export const productsChange = requestBody('ProductsChange', {
  ...selection,
  category: described(productOptional.category, 'Their category (id); null: none. Absent: it stays.'),
  unit: described(productOptional.unit, 'Their unit of measure (id); null: none. Absent: it stays.'),
  is_archived: described(productOptional.is_archived, 'true: no longer sold. Absent: it stays.'),
});
export type ProductsChange = v.InferOutput<typeof productsChange>;

export const productsDelete = requestBody('ProductsDelete', selection);
export type ProductsDelete = v.InferOutput<typeof productsDelete>;

export const productsQuery = query(productFilters);
export type ProductsQuery = v.InferOutput<typeof productsQuery>;

export const productsOutcome = shape('ProductsOutcome', {
  changed: count('How many were changed or deleted.', 2),
  unchanged: count('How many were so before, or deleted already.'),
  failed: described(
    v.array(v.strictObject({ product: id(), name: string(), detail: string() })),
    'Those that could not be changed, and why.',
    [],
  ),
});
export type ProductsOutcome = v.InferOutput<typeof productsOutcome>;
