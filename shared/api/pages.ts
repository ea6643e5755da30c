import * as v from 'valibot';
import { count } from './answers.ts';

/** The envelope of every list; `count` is of all that match, before pagination. */
export const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.strictObject({
    count: count(),
    next: v.nullable(v.string()),
    previous: v.nullable(v.string()),
    results: v.array(item),
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
