import * as v from 'valibot';

/**
 * Only what decides about money makes an answer of the bank unreadable. A field that only informs (a fee, a card's mask,
 * a reference) counts as absent when it cannot be read, so that it never hides a payment.
 */

/** The type of an issue that makes nothing unreadable. */
const IGNORED = 'informative';
const isIgnored = ({ type }: v.BaseIssue<unknown>): boolean => type === IGNORED;

type Ignoring<Schema extends v.GenericSchema> = v.OptionalSchema<v.NullableSchema<Schema, undefined>, null>;

/** Fields that only inform: null where absent, null or unreadable. */
export const informative = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [name, ignoring(schema as v.GenericSchema)]),
  ) as { [Name in keyof Entries]: Ignoring<Entries[Name] & v.GenericSchema> };

const ignoring = (schema: v.GenericSchema): Ignoring<v.GenericSchema> => {
  const strict: Ignoring<v.GenericSchema> = v.optional(v.nullable(schema), null);
  return {
    ...strict,
    '~run': (dataset, config) => {
      const read = strict['~run'](dataset, config);
      // Fields inside this one that only inform have been left out of it already.
      const issue = read.issues?.find((each) => !isIgnored(each));
      if (!issue) return read;
      const ignored = { ...issue, type: IGNORED } as v.InferIssue<typeof strict>;
      return { typed: true, value: null, issues: [ignored] };
    },
  };
};

/** Text; a number is taken as its digits. */
export const informativeText = () => v.union([v.string(), v.pipe(v.number(), v.transform(String))]);

export type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

/** What a schema makes of an answer, with the issues of the fields that were left out; or why it cannot be read. */
export type Read<Schema extends v.GenericSchema> =
  | { output: v.InferOutput<Schema>; ignored: readonly v.BaseIssue<unknown>[] }
  | { issues: Issues };

export const readBySchema = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Read<Schema> => {
  const { output, issues } = v.safeParse(schema, value);
  if (!issues) return { output: output as v.InferOutput<Schema>, ignored: [] };
  const [first, ...others] = issues.filter((issue) => !isIgnored(issue));
  if (first) return { issues: [first, ...others] };
  return { output: output as v.InferOutput<Schema>, ignored: issues };
};

const json = v.pipe(v.string(), v.parseJson());

/** The same of a text; what is no JSON cannot be read. */
export const readJson = <Schema extends v.GenericSchema>(schema: Schema, text: unknown): Read<Schema> => {
  const parsed = readBySchema(json, text);
  return 'issues' in parsed ? parsed : readBySchema(schema, parsed.output);
};
