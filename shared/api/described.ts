import * as v from 'valibot';

/**
 * The interface's description (main/http/openapi/) is made of what stands beside each shape and field. Validation passes
 * over it. The helpers here, in answers.ts, fields.ts and query.ts are marked as free of side effects: so the bundle of
 * the screens leaves out each shape that no screen uses, with its texts.
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
