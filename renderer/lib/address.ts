import * as v from 'valibot';

/** What addresses of lists are made of. What is wrong in one is dropped: half of an old address is better than none. */
export const orDropped = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined));

/** What is searched for; the router reads digits alone as a number. */
export const searchText = () =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((typed) => String(typed).trim()),
    v.minLength(1),
    v.maxLength(200),
  );
