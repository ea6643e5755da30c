import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Fields } from '../../../shared/api/fields.ts';

/** The part of JSON Schema (draft 2020-12) that our schemas use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
  readOnly?: boolean;
  [keyword: string]: unknown;
}

export type Schemas = Record<string, Schema>;

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** valibot's checks are functions; `v.metadata` beside them states their limits. */
const configFor = (nameOf: (schema: v.GenericSchema) => string | undefined): ConversionConfig => {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: 'input',
    // The last three come from the schemas (components.ts).
    ignoreActions: ['check', 'title', 'description', 'examples'],
    overrideRef: ({ referenceId }) => refTo(referenceId).$ref ?? '',
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (valibotSchema.type === 'loose_object') return { ...jsonSchema, additionalProperties: true };
      if ('fields' in valibotSchema) return dictionarySchema(valibotSchema.fields as Fields, config, nameOf);
      if (!('listItem' in valibotSchema)) return undefined;
      const item = valibotSchema.listItem as v.GenericSchema;
      const name = nameOf(item);
      const items = name === undefined ? toJsonSchema(item, config) : refTo(name);
      return { type: 'array', items: items as JsonSchema };
    },
  };
  return config;
};

/** shared/api/fields.ts `dictionary`: read-only fields may be sent, any other unknown field may not. */
const dictionarySchema = (
  { writable, readOnly }: Fields,
  config: ConversionConfig,
  nameOf: (schema: v.GenericSchema) => string | undefined,
): JsonSchema => {
  const entries = Object.entries(writable);
  const read: ConversionConfig = {
    ...config,
    overrideSchema: (context) => {
      const name = nameOf(context.valibotSchema as v.GenericSchema);
      return name === undefined ? config.overrideSchema?.(context) : (refTo(name) as JsonSchema);
    },
  };
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(entries.map(([name, field]) => [name, toJsonSchema(field as never, config)])),
      ...mapValues(readOnly, (field) => ({ ...toJsonSchema(field as never, read), readOnly: true })),
    },
    required: entries.filter(([, field]) => field.type !== 'optional').map(([name]) => name),
    additionalProperties: false,
  };
};

/** Converts named valibot schemas to JSON Schemas that refer to each other by name. */
export const convertAll = (shapes: ReadonlyMap<string, v.GenericSchema>): Schemas => {
  const definitions = toJsonSchemaDefs(Object.fromEntries(shapes), configFor(v.getTitle));
  return mapValues(definitions as Schemas, tidy);
};

export const convert = (schema: v.GenericSchema): Schema =>
  tidy(
    toJsonSchema(
      schema,
      configFor(() => undefined),
    ) as Schema,
  );

/** Rewrites the schema as a person would. */
const tidy = ({ $schema: _, required, anyOf, ...rest }: Schema): Schema => {
  const schema: Schema = { ...rest, ...(anyOf ? alternatives(anyOf.map(tidy).flatMap(flat)) : {}) };
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    // Amounts exceed 32 bits; a generated client would otherwise cut them.
    ...(schema.type === 'integer' ? { format: 'int64' } : {}),
    ...(properties ? { properties: mapValues(properties, tidy) } : {}),
    ...(required?.length ? { required } : {}),
    ...(items ? { items: tidy(items) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: tidy(additionalProperties) } : {}),
  };
};

/** An alternative of alternatives is one of them. */
const flat = (schema: Schema): Schema[] =>
  schema.anyOf && Object.keys(schema).length === 1 ? schema.anyOf : [schema];

/** Turns "either X or null" into one schema with two types; a choice of words stays: few generators read null among them. */
const alternatives = (anyOf: Schema[]): Schema => {
  const [one, other] = anyOf;
  if (anyOf.length !== 2 || other?.type !== 'null' || typeof one?.type !== 'string' || one.enum)
    return { anyOf };
  return { ...one, type: [one.type, 'null'] };
};

export const mapValues = <From, To>(
  record: Record<string, From>,
  map: (value: From, key: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

const number = (value: unknown) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

/** States a schema's limits for people: "1 to 255 characters." Answers state none. */
export const inWords = (schema: Schema): string =>
  [length(schema), range(schema), count(schema), fallback(schema)].filter((text) => text !== '').join(' ');

const length = ({ maxLength, minLength, pattern }: Schema): string => {
  if (maxLength === undefined) return '';
  const trimmed = pattern === undefined && minLength ? '' : ' Spaces around it are cut off first.';
  return `${minLength ? 'Not blank, at' : 'At'} most ${number(maxLength)} characters.${trimmed}`;
};

const range = ({ minimum, maximum, anyOf }: Schema): string => {
  const ranged = anyOf?.find((part) => part.maximum !== undefined);
  if (ranged) return range(ranged);
  // The limits of an id are not worth stating.
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return '';
  return `${number(minimum)} to ${number(maximum)}.`;
};

const count = ({ maxItems }: Schema): string =>
  maxItems === undefined ? '' : `At most ${number(maxItems)} of them.`;

const fallback = ({ default: value }: Schema): string =>
  typeof value === 'number' && value !== 0 ? `Default: ${value}.` : '';
