import type * as v from 'valibot';
import { isoTime } from '../../shared/time.ts';

/** Whether a column can stand for a field: as it is, a flag as 0 or 1, a time as milliseconds. */
type Fits<In, Out> = [In] extends [Out]
  ? true
  : [In, Out] extends [0 | 1, boolean] | [number, string]
    ? true
    : [In, Out] extends [number | null, string | null]
      ? null extends Out
        ? true
        : false
      : false;

type Fields<Entries extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<Entries, undefined>>;
/** The fields that no column stands for, and any other that is to be something else. */
type Others<Answer, Row> = {
  [Name in keyof Answer as Name extends keyof Row
    ? Fits<Row[Name], Answer[Name]> extends true
      ? never
      : Name
    : Name]: Answer[Name];
} & Partial<Answer>;

type Kind = 'flag' | 'time' | 'other';

/** The kind of a field's schema, without its description and `nullable`. */
const kindOf = (schema: object): Kind => {
  if ('wrapped' in schema) return kindOf(schema.wrapped as object);
  const [first, ...rules] = 'pipe' in schema ? (schema.pipe as readonly [object, ...{ type: string }[]]) : [];
  if (rules.some(({ type }) => type === 'iso_timestamp')) return 'time';
  if (first) return kindOf(first);
  return (schema as v.GenericSchema).type === 'boolean' ? 'flag' : 'other';
};

/**
 * The answer about a record: of the schema's fields those that it has by the same name, and the others as given. What the
 * schema does not name, such as a sealed token, cannot slip out. SQLite has neither flags nor times: 1 is true, and a
 * number is milliseconds UTC.
 */
export const present = <Entries extends v.ObjectEntries, Row extends object>(
  { entries }: { entries: Entries },
  row: Row,
  ...[others = {}]: object extends Others<Fields<Entries>, Row>
    ? [others?: Partial<Fields<Entries>>]
    : [others: Others<Fields<Entries>, Row>]
): Fields<Entries> => {
  const given = others as Record<string, unknown>;
  const fields = Object.entries(entries).map(([name, schema]) => {
    if (name in given) return [name, given[name]];
    const value: unknown = row[name as keyof Row];
    const kind = kindOf(schema);
    if (kind === 'flag') return [name, value === 1 || value === true];
    return [name, kind === 'time' && typeof value === 'number' ? isoTime(value) : value];
  });
  return Object.fromEntries(fields);
};
