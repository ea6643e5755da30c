import fc from 'fast-check';
import type { OpenApiDocument } from '../../../main/http/openapi/document.ts';
import type { Schema } from '../../../main/http/openapi/schemas.ts';
import { anyCharacter } from '../../helpers/any-text.ts';
import type { Endpoint } from './document.ts';
import { BODIES, HEADERS, IDS, NAMES, PARAMETER_NAMES, PARAMETER_VALUES, VALUES } from './junk-texts.ts';

/** A request that is bad on purpose, or by luck good. JSON is kept as text: no object can hold all of it. */
export interface Junk {
  /** Instead of the record's id in the path. */
  id: string | undefined;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const anyJson = fc.oneof(
  { arbitrary: fc.constantFrom(...VALUES), weight: 4 },
  { arbitrary: fc.json({ maxDepth: 3 }), weight: 1 },
);

/** Made once: fast-check lists all characters for each arbitrary of strings. */
const anyField = fc.tuple(
  fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: anyCharacter, maxLength: 8 })),
  anyJson,
);

/** Values at the edges of what a field's schema allows. */
const edges = ({ minimum, maximum, maxLength, maxItems, enum: choices, anyOf = [] }: Schema): string[] => [
  ...numbers(minimum)
    .flatMap((limit) => [limit, limit - 1, limit - 0.5])
    .map(String),
  ...numbers(maximum)
    .flatMap((limit) => [limit, limit + 1, limit + 0.5])
    .map(String),
  ...numbers(maxLength).flatMap((limit) =>
    ['x'.repeat(limit), 'x'.repeat(limit + 1), '😀'.repeat(limit)].map((text) => JSON.stringify(text)),
  ),
  ...numbers(maxItems).map((limit) => `[${Array(limit + 1).fill('{}')}]`),
  ...((choices as string[] | undefined) ?? []).map((choice) => JSON.stringify(choice)),
  ...anyOf.flatMap(edges),
];

const numbers = (limit: unknown): number[] => (typeof limit === 'number' ? [limit] : []);

/** Texts of a JSON value that starts from a good one and is then damaged, less or more. */
const spoilt = (
  schemas: OpenApiDocument['components']['schemas'],
  schema: Schema,
  good: unknown,
): fc.Arbitrary<string> => {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return spoilt(schemas, schemas[name] ?? {}, good);
  const { properties, items } = schema;
  if (items) {
    const item = spoilt(schemas, items, Array.isArray(good) ? good[0] : {});
    return fc.oneof(
      anyJson,
      fc.array(item, { maxLength: 3 }).map((texts) => `[${texts}]`),
    );
  }
  if (!properties) return fc.oneof(anyJson, fc.constantFrom('null', ...edges(schema)));
  const base = Object.entries((good ?? {}) as object).map(
    ([key, value]) => [key, JSON.stringify(value)] as const,
  );
  const known = fc
    .constantFrom(...Object.keys(properties))
    .chain((key) =>
      spoilt(schemas, properties[key] ?? {}, (good as Record<string, unknown> | undefined)?.[key]).map(
        (text) => [key, text] as const,
      ),
    );
  const added = fc.array(fc.oneof({ arbitrary: known, weight: 3 }, { arbitrary: anyField, weight: 1 }), {
    maxLength: 3,
  });
  return fc.tuple(fc.subarray(base, { minLength: Math.max(0, base.length - 1) }), added).map(
    ([kept, more]) =>
      // A key given twice counts as given last.
      `{${[...kept, ...more].map(([key, text]) => `${JSON.stringify(key)}:${text}`)}}`,
  );
};

const bodyOf = (
  document: OpenApiDocument,
  { method, operation }: Endpoint,
): fc.Arbitrary<string | undefined> => {
  if (method === 'GET' || method === 'DELETE') return fc.constantFrom(undefined, undefined, '{}', '{');
  const content = operation.requestBody?.content['application/json'];
  const examples = Object.values(content?.examples ?? {}).map(({ value }) => value);
  const object = fc
    .constantFrom(...(examples.length > 0 ? examples : [{}]))
    .chain((good) =>
      spoilt(document.components.schemas, content?.schema ?? { properties: { amount: {} } }, good),
    );
  return fc.oneof({ arbitrary: object, weight: 6 }, { arbitrary: fc.constantFrom(...BODIES), weight: 1 });
};

const queryOf = ({ parameters }: Endpoint): fc.Arbitrary<string> => {
  const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const name = fc.constantFrom(...known, ...known, ...PARAMETER_NAMES);
  const pair = fc.tuple(name, fc.constantFrom(...PARAMETER_VALUES)).map(([key, value]) => `${key}=${value}`);
  const some = fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
  return known.length > 0
    ? some
    : fc.oneof({ arbitrary: fc.constant(''), weight: 4 }, { arbitrary: some, weight: 1 });
};

/** In a failure's message the seed says it all; a body of a hundred thousand brackets says no more. */
const shown = (junk: Junk): Junk =>
  Object.defineProperty(junk, fc.toStringMethod, {
    value: () => JSON.stringify({ ...junk, body: junk.body?.slice(0, 400) }),
  });

/** Requests to one endpoint, generated from its description. */
export const junkFor = (document: OpenApiDocument, endpoint: Endpoint): fc.Arbitrary<Junk> =>
  fc
    .record({
      id: fc.oneof(
        { arbitrary: fc.constant(undefined), weight: 4 },
        { arbitrary: fc.constantFrom(...IDS), weight: 1 },
      ),
      query: queryOf(endpoint),
      headers: fc.oneof(
        { arbitrary: fc.constant({}), weight: 4 },
        { arbitrary: fc.constantFrom(...HEADERS), weight: 1 },
      ),
      body: bodyOf(document, endpoint),
    })
    .map(shown);
