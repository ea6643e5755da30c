import type { OpenApiDocument } from '../../main/http/openapi/document.ts';

/** Rewrites the OpenAPI 3.1 document as 3.0.3, for generators that do not read 3.1: docs/openapi-3.0.json. */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What 3.0 has no words for, by keyword of the schema; the others are the same in both. */
const UNKNOWN_KEYWORDS = ['patternProperties', 'prefixItems', 'if', 'contains', 'propertyNames', '$defs'];

/** `{type: 'null'}`, alone */
const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === 'null';

/** @throws Error for a keyword that it cannot express */
const schema30 = (schema: Json): Json => {
  const unknown = UNKNOWN_KEYWORDS.find((keyword) => keyword in schema);
  if (unknown !== undefined) throw new Error(`OpenAPI 3.0 has no ${unknown}.`);
  if ('$ref' in schema) return reference30(schema);
  const { type, const: constant, examples, anyOf, properties, items, additionalProperties, ...rest } = schema;
  return {
    ...types30(type),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] } : {}),
    ...(Array.isArray(anyOf) ? choice30(anyOf as Json[]) : {}),
    ...(isObject(properties) ? { properties: mapped(properties, schema30) } : {}),
    ...(isObject(items) ? { items: schema30(items) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties: isObject(additionalProperties)
            ? schema30(additionalProperties)
            : additionalProperties,
        }),
    ...rest,
  };
};

/** A reference has no neighbours in 3.0: they would be ignored. */
const reference30 = ({ $ref, ...neighbours }: Json): Json =>
  Object.keys(neighbours).length === 0 ? { $ref } : { ...neighbours, allOf: [{ $ref }] };

const types30 = (type: unknown): Json => {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const others = type.filter((each) => each !== 'null');
  return {
    ...(others.length === 1 ? { type: others[0] } : { anyOf: others.map((each) => ({ type: each })) }),
    ...(others.length < type.length ? { nullable: true } : {}),
  };
};

const choice30 = (anyOf: Json[]): Json => {
  const others = anyOf.filter((each) => !isNull(each)).map(schema30);
  if (others.length === anyOf.length) return { anyOf: others };
  // The usual way to say "this object or null": `nullable` counts beside a type only.
  if (others.length === 1) return { type: 'object', nullable: true, allOf: others };
  throw new Error('OpenAPI 3.0 has no choice between several shapes and null.');
};

const mapped = (record: Json, map: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value as Json)]));

/** Everything but schemas, which stand under `schema` and in components/schemas. Examples are values. */
const outsideSchemas = (value: unknown, key = ''): unknown => {
  if (key === 'example' || key === 'examples') return value;
  if (Array.isArray(value)) return value.map((each) => outsideSchemas(each));
  if (!isObject(value)) return value;
  if (key === 'schema') return schema30(value);
  if (key === 'schemas') return mapped(value, schema30);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, outsideSchemas(part, name)]));
};

/** @throws Error for a schema that 3.0 cannot express */
export const asVersion30 = (document: OpenApiDocument): object => {
  const { identifier, ...license } = (document.info as { license: Json }).license;
  const url = `https://spdx.org/licenses/${identifier}.html`;
  return {
    ...(outsideSchemas(document) as Json),
    openapi: '3.0.3',
    info: { ...document.info, license: { ...license, url } },
  };
};
