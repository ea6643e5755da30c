import * as v from 'valibot';

/**
 * The interface's description (main/http/openapi/) is made of what stands beside each shape, field and parameter. It
 * costs validation nothing that can be measured. The helpers here, in answers.ts, fields.ts, pages.ts and query.ts are
 * marked as free of side effects, so that the bundle of the screens leaves out most of what no screen uses: the texts
 * then add 3.4 kB to it (gzip, of 670), without the marks 7.
 */

/** The name that generated clients use for the type: never change one. */
/* @__NO_SIDE_EFFECTS__ */
export const named = <Schema extends v.GenericSchema>(name: string, schema: Schema): Schema =>
  v.pipe(schema, v.title(name)) as unknown as Schema;

/**
 * What a field means, and a value of it. All examples together are one morning in one shop; without one, that of the
 * schema inside is taken.
 */
/* @__NO_SIDE_EFFECTS__ */
export const described = <Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  example?: v.InferInput<Schema>,
): Schema =>
  v.pipe(
    schema,
    v.description(description),
    v.examples(example === undefined ? [] : [example]),
  ) as unknown as Schema;
