import * as v from 'valibot';
import { textLength } from './text-length.ts';

/** An invalid search parameter is ignored, so that an old address still opens the list. */
export const optionalOrIgnored = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined));

/** The interface's limit. */
export const MAX_SEARCH_LENGTH = 200;

/** The search text; the router parses bare digits as a number. */
export const searchText = () =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((typed) => String(typed).trim()),
    v.minLength(1),
    v.check((text) => textLength(text) <= MAX_SEARCH_LENGTH),
  );

/** An id or a page number. */
export const positiveInt = (max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
