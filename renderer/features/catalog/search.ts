import * as v from 'valibot';
import type { Params } from '../../api/keys.ts';
import { optionalOrIgnored, positiveInt, searchText } from '../../lib/address.ts';
import { createOrdering, withFilter } from '../../lib/list-search.ts';

/** The search parameters of the catalog; invalid ones are ignored. */

export const PARTS = ['products', 'categories', 'units'] as const;
export type Part = (typeof PARTS)[number];

/** The interface's order fields. */
const FIELDS = ['name', 'price', 'code', 'created_at'] as const;
export type OrderField = (typeof FIELDS)[number];
export const productOrdering = createOrdering(FIELDS, 'name', () => false);

/** Absent: active products. */
export const ARCHIVE_CHOICES = ['archived', 'all'] as const;

export const catalogSearch = v.object({
  search: optionalOrIgnored(searchText()),
  category: optionalOrIgnored(positiveInt()),
  unit: optionalOrIgnored(positiveInt()),
  kept: optionalOrIgnored(v.picklist(ARCHIVE_CHOICES)),
  ordering: productOrdering.schema,
  page: optionalOrIgnored(positiveInt()),
  /** The open product, or a new one. */
  open: optionalOrIgnored(v.union([v.literal('new'), positiveInt()])),
  /** The import is open in place of the list. */
  import: optionalOrIgnored(v.literal(true)),
});
export type CatalogSearch = v.InferOutput<typeof catalogSearch>;
export type OpenRecord = NonNullable<CatalogSearch['open']>;

export const isFiltered = ({ search, category, unit, kept }: CatalogSearch): boolean =>
  search !== undefined || category !== undefined || unit !== undefined || kept !== undefined;

export const withoutFilters = (search: CatalogSearch): CatalogSearch =>
  withFilter(search, { search: undefined, category: undefined, unit: undefined, kept: undefined });

const ARCHIVED = { active: false, archived: true, all: undefined };

/** The filters and the order as GET catalog/products/ takes them; equal filters give an equal key. */
export const filterParams = ({ search, category, unit, kept, ordering }: CatalogSearch): Params => {
  const is_archived = ARCHIVED[kept ?? 'active'];
  const params = { search, category, unit, is_archived, ordering };
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
};
