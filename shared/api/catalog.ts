import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import { id, minorUnits, timestamp } from './answers.ts';
import { boolean, dictionary, integer, MAX_LENGTH, pk, text } from './fields.ts';
import { booleanParam, integerParam, orderingParam, pageParams, query, searchParam } from './query.ts';

export const category = v.strictObject({
  id: id(),
  name: v.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Category = v.InferOutput<typeof category>;

export const unit = v.strictObject({
  id: id(),
  name: v.string(),
  short_name: v.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Unit = v.InferOutput<typeof unit>;

export const product = v.strictObject({
  id: id(),
  name: v.string(),
  price: minorUnits(),
  name_for_docs: v.string(),
  article: v.string(),
  external_code: v.string(),
  category: v.nullable(id()),
  unit: v.nullable(id()),
  is_archived: v.boolean(),
  code: id(),
  category_name: v.string(),
  unit_name: v.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Product = v.InferOutput<typeof product>;

const STAMPS = ['id', 'created_at', 'updated_at'] as const;
const name = () => text(MAX_LENGTH.name);

export const categoryCreate = dictionary({ name: name() }, STAMPS);
export const categoryPatch = dictionary({ name: v.optional(name()) }, STAMPS);
export type CategoryCreate = v.InferOutput<typeof categoryCreate>;
export type CategoryPatch = v.InferOutput<typeof categoryPatch>;

const shortName = () => v.optional(text(MAX_LENGTH.unit, { blank: true }));

export const unitCreate = dictionary({ name: name(), short_name: shortName() }, STAMPS);
export const unitPatch = dictionary({ name: v.optional(name()), short_name: shortName() }, STAMPS);
export type UnitCreate = v.InferOutput<typeof unitCreate>;
export type UnitPatch = v.InferOutput<typeof unitPatch>;

const PRODUCT_READ_ONLY = [...STAMPS, 'code', 'category_name', 'unit_name'] as const;
const price = () => integer(0, MAX_AMOUNT);
const productOptional = {
  name_for_docs: v.optional(text(MAX_LENGTH.name, { blank: true })),
  article: v.optional(text(MAX_LENGTH.code, { blank: true })),
  external_code: v.optional(text(MAX_LENGTH.code, { blank: true })),
  category: v.optional(v.nullable(pk())),
  unit: v.optional(v.nullable(pk())),
  is_archived: v.optional(boolean()),
};

export const productCreate = dictionary(
  { name: name(), price: price(), ...productOptional },
  PRODUCT_READ_ONLY,
);
export const productPatch = dictionary(
  { name: v.optional(name()), price: v.optional(price()), ...productOptional },
  PRODUCT_READ_ONLY,
);
export type ProductCreate = v.InferOutput<typeof productCreate>;
export type ProductPatch = v.InferOutput<typeof productPatch>;

const namedQuery = { search: searchParam(), ordering: orderingParam(['name', 'created_at']), ...pageParams };

export const categoryQuery = query(namedQuery);
export type CategoryQuery = v.InferOutput<typeof categoryQuery>;

export const unitQuery = query(namedQuery);
export type UnitQuery = v.InferOutput<typeof unitQuery>;

/** What products can be chosen by, wherever they are listed. */
export const productFilters = {
  category: integerParam(),
  unit: integerParam(),
  is_archived: booleanParam(),
  search: searchParam(),
};
export const productOrdering = () => orderingParam(['name', 'price', 'code', 'created_at']);

export const productQuery = query({
  ...productFilters,
  ordering: productOrdering(),
  ...pageParams,
});
export type ProductQuery = v.InferOutput<typeof productQuery>;
