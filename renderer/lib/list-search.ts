import * as v from 'valibot';
import { optionalOrIgnored } from './address.ts';

/** The search parameters that all lists share: page and order. Pure. */

export type Direction = 'ascending' | 'descending';
export type Ordering<Field extends string> = Field | `-${Field}`;

export interface Ordered<Field extends string> {
  page?: number | undefined;
  ordering?: Ordering<Field> | undefined;
}

/** A changed filter returns to the first page. */
export const withFilter = <Search extends object>(search: Search, changes: Partial<Search>): Search => ({
  ...search,
  page: undefined,
  ...changes,
});

/**
 * @param fields the interface's order fields
 * @param usual the default order
 * @param descendsFirst whether the first click on a column's head sorts it in descending order
 */
export const createOrdering = <const Field extends string>(
  fields: readonly Field[],
  usual: NoInfer<Ordering<Field>>,
  descendsFirst: (field: Field) => boolean,
) => {
  const orderings = fields.flatMap((field): Ordering<Field>[] => [field, `-${field}`]);
  const directionOf = ({ ordering = usual }: Ordered<Field>, field: Field): Direction | undefined => {
    if (ordering === field) return 'ascending';
    return ordering === `-${field}` ? 'descending' : undefined;
  };
  /** The order after a click on a column's head; a second click reverses it. */
  const sortedBy = <Search extends Ordered<Field>>(search: Search, field: Field): Search & Ordered<Field> => {
    const direction = directionOf(search, field);
    const isDescending = direction === undefined ? descendsFirst(field) : direction === 'ascending';
    const ordering: Ordering<Field> = isDescending ? `-${field}` : field;
    return { ...search, page: undefined, ordering: ordering === usual ? undefined : ordering };
  };
  return {
    /** Accepts any string, so that links from other screens need not know the type. */
    schema: optionalOrIgnored(v.pipe(v.string(), v.picklist(orderings))),
    directionOf,
    sortedBy,
    /** Gives a table's headers the order of a search, and a way to change it. */
    sortingOf: <Search extends Ordered<Field>>(
      search: Search,
      setSearch: (changed: Search & Ordered<Field>) => void,
    ) => ({
      directionOf: (field: Field) => directionOf(search, field),
      sortBy: (field: Field) => setSearch(sortedBy(search, field)),
    }),
  };
};
