import * as v from 'valibot';
import { mapValues } from './schemas.ts';

/** An example of an answer, put together from those beside its fields. */
export const exampleOf = (schema: v.GenericSchema): unknown => {
  const own = v.getExamples(schema).at(-1);
  if (own !== undefined) return own;
  if ('wrapped' in schema) return exampleOf(schema.wrapped as v.GenericSchema);
  if ('item' in schema) return [exampleOf(schema.item as v.GenericSchema)];
  return 'entries' in schema
    ? mapValues(schema.entries as Record<string, v.GenericSchema>, exampleOf)
    : undefined;
};
