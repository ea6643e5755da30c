import * as v from 'valibot';
import { count, id, shape, string } from './answers.ts';
import { productFilters, productOptional } from './catalog.ts';
import { described } from './described.ts';
import { boolean, integer, list, requestBody } from './fields.ts';
import { query } from './query.ts';

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

const { category, unit, is_archived } = productOptional;
export const productsChange = requestBody('ProductsChange', {
  ...selection,
  category: described(category, 'Their category (id); null: none. Absent: it stays.'),
  unit: described(unit, 'Their unit of measure (id); null: none. Absent: it stays.'),
  is_archived: described(is_archived, 'true: no longer sold. Absent: it stays.'),
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
