import type { OpenApiDocument } from '../../../main/http/openapi/document.ts';
import type { Schema } from '../../../main/http/openapi/schemas.ts';
import type { Endpoint } from './document.ts';
import type { Judge } from './judge.ts';

/**
 * Whether an accepted body is one that the description allows, including its words: spaces around a string are cut
 * off before anything is checked, and read-only fields are ignored.
 */
export const isAllowed = (
  judge: Judge,
  document: OpenApiDocument,
  { operation }: Endpoint,
  body: string,
): boolean => {
  const schema = operation.requestBody?.content['application/json']?.schema ?? {};
  if (body === '') return true;
  return judge(schema, asJudged(document, schema, JSON.parse(body.replace(/^\uFEFF/, '')))) === '';
};

const asJudged = (document: OpenApiDocument, schema: Schema, value: unknown): unknown => {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return asJudged(document, document.components.schemas[name] ?? {}, value);
  if (typeof value === 'string') return schema.pattern || !schema.minLength ? value.trim() : value;
  if (Array.isArray(value)) return value.map((item) => asJudged(document, schema.items ?? {}, item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([field]) => !schema.properties?.[field]?.readOnly);
  return Object.fromEntries(
    fields.map(([field, part]) => [field, asJudged(document, schema.properties?.[field] ?? {}, part)]),
  );
};
