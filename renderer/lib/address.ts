import * as v from 'valibot';
import { textLength } from './text-length.ts';

/** What addresses of lists are made of. What is wrong in one is dropped: half of an old address is better than none. */
export const optionalOrIgnored = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined));

/** As long as the interface takes it. */
export const MAX_SEARCH_LENGTH = 200;

/** What is searched for; the router reads digits alone as a number. */
export const searchText = () =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((typed) => String(typed).trim()),
    v.minLength(1),
    v.check((text) => textLength(text) <= MAX_SEARCH_LENGTH),
  );

/** An id, or the number of a page. */
export const positiveInt = (max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
