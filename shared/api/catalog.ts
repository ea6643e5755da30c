import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import { boolean, dictionary, integer, pk, text } from './fields.ts';
import { booleanParam, integerParam, orderingParam, pageParams, query, searchParam } from './query.ts';

export interface Category {
  id: number;
  name: string;
  created_at: string;
  updated_at: string;
}

export interface Unit {
  id: number;
  name: string;
  short_name: string;
  created_at: string;
  updated_at: string;
}

export interface Product {
  id: number;
  name: string;
  price: number;
  name_for_docs: string;
  article: string;
  external_code: string;
  category: number | null;
  unit: number | null;
  is_archived: boolean;
  code: number;
  category_name: string;
  unit_name: string;
  created_at: string;
  updated_at: string;
}

const STAMPS = ['id', 'created_at', 'updated_at'] as const;
const name = () => text(255);

export const categoryCreate = dictionary({ name: name() }, STAMPS);
export const categoryPatch = dictionary({ name: v.optional(name()) }, STAMPS);
export type CategoryCreate = v.InferOutput<typeof categoryCreate>;
export type CategoryPatch = v.InferOutput<typeof categoryPatch>;

const shortName = () => v.optional(text(32, { blank: true }));

export const unitCreate = dictionary({ name: name(), short_name: shortName() }, STAMPS);
export const unitPatch = dictionary({ name: v.optional(name()), short_name: shortName() }, STAMPS);
export type UnitCreate = v.InferOutput<typeof unitCreate>;
export type UnitPatch = v.InferOutput<typeof unitPatch>;

const PRODUCT_READ_ONLY = [...STAMPS, 'code', 'category_name', 'unit_name'] as const;
const price = () => integer(0, MAX_AMOUNT);
const productOptional = {
  name_for_docs: v.optional(text(255, { blank: true })),
  article: v.optional(text(100, { blank: true })),
  external_code: v.optional(text(100, { blank: true })),
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

export const productQuery = query({
  category: integerParam(),
  unit: integerParam(),
  is_archived: booleanParam(),
  search: searchParam(),
  ordering: orderingParam(['name', 'price', 'code', 'created_at']),
  ...pageParams,
});
export type ProductQuery = v.InferOutput<typeof productQuery>;
