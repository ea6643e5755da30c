import type * as v from 'valibot';
import { isoTime } from '../../shared/time.ts';

type Camel<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name extends string
    ? Name
    : never;

/** The type of a record's value for a field, which has the field's name there, or the same in camel case. */
type Source<Row, Name> = Name extends keyof Row
  ? Row[Name]
  : Camel<Name> extends keyof Row
    ? Row[Camel<Name>]
    : never;

type IsTime<Schema> = Schema extends { pipe: readonly unknown[] }
  ? Extract<Schema['pipe'][number], { type: 'iso_timestamp' }> extends never
    ? false
    : true
  : false;

/** Whether what a record has can become what the schema describes, as `converterOf` converts it. */
type Fits<In, Schema> = [In] extends [never]
  ? false
  : Schema extends { type: 'nullable'; wrapped: infer Wrapped }
    ? [In] extends [null | undefined]
      ? true
      : Fits<Exclude<In, null | undefined>, Wrapped>
    : Schema extends v.GenericSchema
      ? [In] extends [v.InferOutput<Schema>]
        ? true
        : FitsConverted<In, Schema>
      : false;

type FitsConverted<In, Schema> = Schema extends { type: 'strict_object'; entries: infer Entries }
  ? [In] extends [object]
    ? [Missing<In, Entries>] extends [never]
      ? true
      : false
    : false
  : Schema extends { item: infer Item }
    ? [In] extends [readonly (infer Element)[]]
      ? Fits<Element, Item>
      : false
    : Schema extends { type: 'boolean' }
      ? [In] extends [0 | 1 | boolean | undefined]
        ? true
        : false
      : [In, IsTime<Schema>] extends [number, true]
        ? true
        : false;

/** The fields that nothing of the record can become. */
type Missing<Row, Entries> = {
  [Name in keyof Entries]: Fits<Source<Row, Name>, Entries[Name]> extends true ? never : Name;
}[keyof Entries];

type Fields<Entries extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<Entries, undefined>>;

type Convert = (value: unknown) => unknown;

const asFlag: Convert = (value) => value === 1 || value === true;
const asTime: Convert = (value) => (typeof value === 'number' ? isoTime(value) : (value ?? null));
const asItIs: Convert = (value) => value ?? null;

/** How a value becomes a field, by the field's schema without its description. */
const converterOf = (schema: object): Convert => {
  if ('wrapped' in schema) {
    const convert = converterOf(schema.wrapped as object);
    return (value) => (value === null || value === undefined ? null : convert(value));
  }
  const [first, ...rules] = 'pipe' in schema ? (schema.pipe as readonly [object, ...{ type: string }[]]) : [];
  if (rules.some(({ type }) => type === 'iso_timestamp')) return asTime;
  if (first && first !== schema) return converterOf(first);
  const { type } = schema as v.GenericSchema;
  if (type === 'strict_object') {
    const fields = schema as { entries: v.ObjectEntries };
    return (value) => (typeof value === 'object' && value !== null ? present(fields, value as never) : null);
  }
  if ('item' in schema) {
    const convert = converterOf(schema.item as object);
    return (value) => (Array.isArray(value) ? value.map(convert) : null);
  }
  return type === 'boolean' ? asFlag : asItIs;
};

interface Field {
  name: string;
  camel: string;
  convert: Convert;
}

/** The fields of each schema, found once: schemas are constants of their modules. */
const known = new Map<v.ObjectEntries, readonly Field[]>();

const fieldsOf = (entries: v.ObjectEntries): readonly Field[] => {
  const found =
    known.get(entries) ??
    Object.entries(entries).map(([name, schema]) => ({
      name,
      camel: name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      convert: converterOf(schema),
    }));
  known.set(entries, found);
  return found;
};

/**
 * The answer about a record: of the schema's fields what the record has by the same name, or by the same in camel case,
 * and what it holds likewise. What the schema does not name, such as a sealed token, cannot slip out. SQLite has neither
 * flags nor times: 1 is true, and a number is milliseconds UTC; what is undefined is null.
 */
export const present = <Entries extends v.ObjectEntries, const Row extends object>(
  { entries }: { entries: Entries },
  row: Row & Pick<Fields<Entries>, Missing<Row, Entries>>,
): Fields<Entries> => {
  const record = row as Record<string, unknown>;
  const answer: Record<string, unknown> = {};
  for (const { name, camel, convert } of fieldsOf(entries))
    answer[name] = convert(name in record ? record[name] : record[camel]);
  return answer as Fields<Entries>;
};
