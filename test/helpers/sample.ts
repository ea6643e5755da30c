import * as v from 'valibot';

const EMPTY: Record<string, unknown> = { string: '', number: 0, boolean: false, array: [], nullable: null };

type Node = v.GenericSchema & { entries?: v.ObjectEntries; options?: readonly unknown[] };

const exampleOf = (schema: Node): unknown => {
  const example = v.getExamples(schema).at(-1);
  if (example !== undefined) return example;
  const { type, entries, options } = schema;
  if (entries)
    return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, exampleOf(entry)]));
  if (type === 'picklist') return options?.[0];
  if (type in EMPTY) return EMPTY[type];
  throw new Error(`There is no sample of ${type}.`);
};

/** An answer of the examples that its schema names, with other values where `changes` has them. @throws ValiError */
export const sample = <Schema extends v.GenericSchema>(
  schema: Schema,
  changes: Partial<v.InferInput<Schema>> = {},
): v.InferOutput<Schema> => v.parse(schema, Object.assign({}, exampleOf(schema), changes));

/** A list of one page. */
export const listOf = <Row>(results: Row[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});
