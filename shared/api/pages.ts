import * as v from 'valibot';
import { count, nullable } from './answers.ts';
import { described } from './described.ts';

const paging = {
  count: count('How many records match, on all pages.', 1),
  next: nullable(v.string(), 'Address of the next page, or null.'),
  previous: nullable(v.string(), 'Address of the page before, or null.'),
};

/** The envelope of every list; `more` are fields that only this list has, or describes otherwise. */
/* @__NO_SIDE_EFFECTS__ */
export const pageOf = <
  Item extends v.GenericSchema,
  const More extends v.ObjectEntries = Record<never, never>,
>(
  item: Item,
  more?: More,
) =>
  v.strictObject({
    ...paging,
    results: described(v.array(item), 'The records of this page.'),
    ...(more as More),
  });

export interface Page<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

export interface PageSizes {
  default: number;
  max: number;
}

export const PAGE_SIZES: PageSizes = { default: 25, max: 200 };
export const CATALOG_PAGE_SIZES: PageSizes = { default: 100, max: 500 };
