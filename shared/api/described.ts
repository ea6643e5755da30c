import * as v from 'valibot';

/**
 * The interface's description (main/http/openapi/) is built from the texts beside each shape, field and parameter. They
 * cost validation nothing measurable. The helpers here, in answers.ts, fields.ts, pages.ts and query.ts are marked as
 * free of side effects, so that the bundle of the screens drops most of the unused ones: the texts then add 3.4 kB to
 * it (gzip, of 670), without the marks 7.
 */

/** The name that generated clients use for the type: it never changes. */
/* @__NO_SIDE_EFFECTS__ */
export const named = <Schema extends v.GenericSchema>(name: string, schema: Schema): Schema =>
  v.pipe(schema, v.title(name)) as unknown as Schema;

/**
 * A field's meaning, and an example. All examples together are one morning in one shop; the default is that of the
 * inner schema.
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
