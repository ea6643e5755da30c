import * as v from 'valibot';
import type { Params } from '../../data/queries.ts';
import { orDropped, searchText } from '../../lib/address.ts';

/** What the address says of a part of the catalog; what is wrong in it is dropped. */

export const PARTS = ['products', 'categories', 'units'] as const;
export type Part = (typeof PARTS)[number];

const whole = () =>
  orDropped(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)));

/** By which the interface orders products. */
const FIELDS = ['name', 'price', 'code', 'created_at'] as const;
export type OrderField = (typeof FIELDS)[number];
type Ordering = OrderField | `-${OrderField}`;
const ORDERINGS = FIELDS.flatMap((field): Ordering[] => [field, `-${field}`]);

/** Absent: those that are sold. */
export const KEPT = ['archived', 'all'] as const;

export const catalogSearch = v.object({
  search: orDropped(searchText()),
  category: whole(),
  unit: whole(),
  kept: orDropped(v.picklist(KEPT)),
  ordering: orDropped(v.pipe(v.string(), v.picklist(ORDERINGS))),
  page: whole(),
  /** The product at the side, or a new one. */
  open: orDropped(
    v.union([
      v.literal('new'),
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
    ]),
  ),
  /** A file is being brought in, in place of the list. */
  import: orDropped(v.literal(true)),
});
export type CatalogSearch = v.InferOutput<typeof catalogSearch>;
export type Opened = NonNullable<CatalogSearch['open']>;

/** Another list begins at its first page. */
export const withFilter = (search: CatalogSearch, changes: Partial<CatalogSearch>): CatalogSearch => ({
  ...search,
  page: undefined,
  ...changes,
});

export const isFiltered = ({ search, category, unit, kept }: CatalogSearch): boolean =>
  search !== undefined || category !== undefined || unit !== undefined || kept !== undefined;

export const withoutFilters = (search: CatalogSearch): CatalogSearch =>
  withFilter(search, { search: undefined, category: undefined, unit: undefined, kept: undefined });

const ARCHIVED = { active: false, archived: true, all: undefined };

/** The filters and the order as GET catalog/products/ takes them; the same list has the same key. */
export const filterParams = ({ search, category, unit, kept, ordering }: CatalogSearch): Params => {
  const is_archived = ARCHIVED[kept ?? 'active'];
  const params = { search, category, unit, is_archived, ordering };
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
};

const DEFAULT_ORDERING: Ordering = 'name';

export const directionOf = (
  { ordering = DEFAULT_ORDERING }: CatalogSearch,
  field: OrderField,
): 'ascending' | 'descending' | undefined => {
  if (ordering === field) return 'ascending';
  return ordering === `-${field}` ? 'descending' : undefined;
};

/** The head of a column was pressed; pressed again, the other way round. */
export const sortedBy = (search: CatalogSearch, field: OrderField): CatalogSearch => {
  const ordering: Ordering = directionOf(search, field) === 'ascending' ? `-${field}` : field;
  return withFilter(search, { ordering: ordering === DEFAULT_ORDERING ? undefined : ordering });
};
