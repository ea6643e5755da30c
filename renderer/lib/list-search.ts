import * as v from 'valibot';
import { optionalOrIgnored } from './address.ts';

/** What the addresses of all lists have in common: a page, and an order. Pure. */

export type Direction = 'ascending' | 'descending';
export type Ordering<Field extends string> = Field | `-${Field}`;

export interface Ordered<Field extends string> {
  page?: number | undefined;
  ordering?: Ordering<Field> | undefined;
}

/** Another list begins at its first page. */
export const withFilter = <Search extends object>(search: Search, changes: Partial<Search>): Search => ({
  ...search,
  page: undefined,
  ...changes,
});

/**
 * @param fields by which the interface orders the list
 * @param usual how it is ordered where the address does not say
 * @param descendsFirst whether the first press on a column's head orders it from the newest or the largest
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
  return {
    /** Links from other screens need not know its type. */
    schema: optionalOrIgnored(v.pipe(v.string(), v.picklist(orderings))),
    directionOf,
    /** The head of a column was pressed; pressed again, the other way round. */
    sortedBy: <Search extends Ordered<Field>>(search: Search, field: Field): Search & Ordered<Field> => {
      const direction = directionOf(search, field);
      const isDescending = direction === undefined ? descendsFirst(field) : direction === 'ascending';
      const ordering: Ordering<Field> = isDescending ? `-${field}` : field;
      return { ...search, page: undefined, ordering: ordering === usual ? undefined : ordering };
    },
  };
};
