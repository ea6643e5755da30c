import * as v from 'valibot';
import type { Fields } from '../../../shared/api/fields.ts';
import type { Route } from '../route.ts';
import { ERROR_SCHEMAS } from './error-schemas.ts';
import { convertAll, inWords, mapValues, refTo, type Schema, type Schemas } from './schemas.ts';

/** The fields of an answer, or the writable ones of a body. */
const fieldsOf = (schema: v.GenericSchema | undefined): Record<string, v.GenericSchema | undefined> => {
  if (!schema) return {};
  if ('fields' in schema) return (schema.fields as Fields).writable as Record<string, v.GenericSchema>;
  return 'entries' in schema ? (schema.entries as Record<string, v.GenericSchema>) : {};
};

/** The name beside the shape; a page has the name of its elements. */
export const nameOf = (schema: v.GenericSchema): string | undefined => {
  const { results } = fieldsOf(schema);
  const title = v.getTitle(schema);
  if (title !== undefined || !results || !('item' in results)) return title;
  return `${nameOf(results.item as v.GenericSchema)}Page`;
};

/** Strips the description that a shape has as a field: references lead to the shape itself. */
const withoutDescription = (schema: v.GenericSchema): v.GenericSchema => {
  const [inner] = 'pipe' in schema ? (schema.pipe as v.GenericSchema[]) : [];
  return inner && v.getTitle(inner) !== undefined ? withoutDescription(inner) : schema;
};

const partsOf = (schema: v.GenericSchema): (v.GenericSchema | undefined)[] => {
  const { listItem, wrapped, item } = schema as Record<string, v.GenericSchema | undefined> & v.GenericSchema;
  return [listItem, wrapped, item, ...Object.values(fieldsOf(schema))];
};

/** Adds the named shapes in `schema`, itself included. A name used twice would hide a shape: a test meets the error. */
const collect = (schema: v.GenericSchema | undefined, shapes: Map<string, v.GenericSchema>): void => {
  if (!schema) return;
  const name = nameOf(schema);
  const shape = withoutDescription(schema);
  if (name !== undefined && (shapes.get(name) ?? shape) !== shape)
    throw new Error(`Two shapes have the name ${name}.`);
  if (name !== undefined) shapes.set(name, shape);
  for (const part of partsOf(schema)) collect(part, shapes);
};

/** Builds components/schemas: each shape that a route takes or answers with, and the errors. */
export const schemasOf = (routes: readonly Route[]): Schemas => {
  const shapes = new Map<string, v.GenericSchema>();
  for (const { body, answer } of routes) for (const schema of [body, answer]) collect(schema, shapes);
  const converted = convertAll(shapes);
  const described = mapValues(converted, (schema, name) => {
    // `TerminalPatch` writes a `Terminal`: undescribed fields take its text.
    const resource = name.replace(/(Create|Patch)$/, '');
    return describeFields(schema, [fieldsOf(shapes.get(name)), fieldsOf(shapes.get(resource))]);
  });
  return { ...described, ...ERROR_SCHEMAS };
};

const describeFields = (schema: Schema, fields: ReturnType<typeof fieldsOf>[]): Schema => {
  if (!schema.properties) return schema;
  const describe = (property: Schema, name: string): Schema => {
    const { readOnly, ...read } = property;
    if (readOnly)
      return { ...read, readOnly, description: 'Read only: it may be sent back, and is ignored.' };
    const [field, ofResource] = fields.map((each) => each[name]);
    const text = [field, ofResource].map((each) => each && v.getDescription(each)).find(Boolean);
    const description = [text, inWords(property)].filter(Boolean).join(' ');
    const shape = field && v.getTitle(field);
    // The words state the default: openapi-typescript makes a field with the keyword a required one, in requests too.
    const { default: _, ...written } = property;
    return { ...(shape ? refTo(shape) : written), ...(description === '' ? {} : { description }) };
  };
  return { ...schema, properties: mapValues(schema.properties, describe) };
};

/** Composes an example of an answer from those of its fields. */
export const exampleOf = (schema: v.GenericSchema): unknown => {
  const own = v.getExamples(schema).at(-1);
  if (own !== undefined) return own;
  if ('wrapped' in schema) return exampleOf(schema.wrapped as v.GenericSchema);
  if ('item' in schema) return [exampleOf(schema.item as v.GenericSchema)];
  return 'entries' in schema
    ? mapValues(schema.entries as Record<string, v.GenericSchema>, exampleOf)
    : undefined;
};
