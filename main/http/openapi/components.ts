import * as v from 'valibot';
import type { Fields } from '../../../shared/api/fields.ts';
import { COUNTER_CODES, PEOPLE_CODES, PROBLEM_CODES } from '../../../shared/errors.ts';
import type { Route } from '../route.ts';
import { convertAll, inWords, mapValues, refTo, type Schema, type Schemas } from './schemas.ts';

const text = (description: string, rest: Schema = {}): Schema => ({ type: 'string', description, ...rest });
const detail = text('What went wrong, for people.');
const messages: Schema = { type: 'array', items: { type: 'string' }, minItems: 1 };
const codes: Schema = { type: 'array', items: text('A word that stays.'), minItems: 1 };

const facts: Schema = {
  type: 'array',
  items: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  minItems: 1,
};

/**
 * An object by field; `one` is what a flat field holds. A field that holds a list may have an object for each of its
 * items instead. The fields are not named: a generated type cannot have optional properties beside an index signature.
 */
const byField = (description: string, ofLists: string, one: Schema): Schema => {
  const ofItems: Schema = {
    type: 'array',
    items: { type: 'object', additionalProperties: one },
    minItems: 1,
  };
  return {
    type: 'object',
    description,
    minProperties: 1,
    additionalProperties: { description: ofLists, anyOf: [one, ofItems] },
  };
};

const object = (
  description: string,
  properties: Record<string, Schema>,
  optional: string[] = [],
): Schema => ({
  type: 'object',
  description,
  properties: { ...properties, codes: refTo('RefusalCodes') },
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** The bodies of all refusals (http/errors.ts). */
const ERROR_SCHEMAS: Record<string, Schema> = {
  ApiError: object('A refusal.', { detail }),
  ValidationError: object(
    'The input is not valid. All invalid fields are reported at once.',
    {
      detail,
      facts: refTo('RefusalFacts'),
      errors: byField(
        'Messages by field. Problems of no single field are under `non_field_errors`.',
        'Messages on the field; where it holds a list, either on the list as a whole, or one object for each item ' +
          'sent: messages by field of the item, `{}` where it is sound.',
        messages,
      ),
    },
    ['facts'],
  ),
  Unauthorized: object(
    'No token, or none that is valid.',
    {
      detail,
      code: text(
        'token_not_valid: bad, expired or of the wrong type; sign in again. no_active_account: wrong username or ' +
          'password. user_inactive: the account was switched off. Absent when no token was sent.',
        { enum: ['token_not_valid', 'no_active_account', 'user_inactive'] },
      ),
    },
    ['code'],
  ),
  BankError: object(
    'The bank refused the request, got none, or gave no clear answer: then it may have acted.',
    {
      detail,
      facts: refTo('RefusalFacts'),
      err_code: text(
        'The errCode of the bank (BAD_REQUEST, ORDER_IN_PROGRESS, WRONG_CANCEL_AMOUNT, INTERNAL_ERROR, … the list is ' +
          "the bank's and open), or one of: TIMEOUT (no answer in time), UNREACHABLE (no connection, or it broke; detail says which), " +
          'BAD_GATEWAY (an answer that cannot be read: detail names its HTTP status, and the field where it is one; ' +
          'with HTTP 403 the firewall of the bank keeps this address out, for a day as a rule), IN_DOUBT (the bank does not show yet what became of the ' +
          'refund under this Idempotency-Key), CANCEL_FAILED (the refund failed), TOKEN_MISSING (the terminal has no ' +
          'usable bank token; nothing was sent). After TIMEOUT, BAD_GATEWAY, INTERNAL_ERROR, IN_DOUBT and a ' +
          'connection that broke the outcome is unknown: the bank may have acted. A sale that was not sent because of the ' +
          'firewall says so in detail.',
        {
          examples: [
            'TIMEOUT',
            'UNREACHABLE',
            'BAD_GATEWAY',
            'IN_DOUBT',
            'CANCEL_FAILED',
            'TOKEN_MISSING',
            'BAD_REQUEST',
            'INTERNAL_ERROR',
          ],
        },
      ),
    },
    ['facts'],
  ),
  DiskError: object('The disk refused a write: it is full or write-protected. Nothing was written.', {
    detail,
    err_code: text(
      'DISK_FULL. If a bank request was sent before, the bank may have acted: Kramar records that once ' +
        'the disk takes it, and a repetition with the same Idempotency-Key brings it.',
      { enum: ['DISK_FULL'] },
    ),
  }),
  InternalError: object('A fault of ours.', {
    detail,
    request_id: text('What to look for in the log.', { format: 'uuid' }),
  }),
  RefusalCodes: byField(
    'An extension, with `Prefer: codes` alone. For each message in `errors` a word in the same place; of a refusal ' +
      'without `errors` one under `non_field_errors`: its `code` or `err_code` where it has one, else ' +
      'not_authenticated, permission_denied, host_not_allowed, origin_not_allowed, other_site, not_found, invalid_page, ' +
      'method_not_allowed, parse_error, cut_off, too_large, unsupported_media_type, throttled, busy, stopping, ' +
      `internal_error. Of fields: ${[...PROBLEM_CODES, ...PEOPLE_CODES, ...COUNTER_CODES].join(', ')}. More may be added.`,
    'Words on the field, or one object for each item sent, as in `errors`.',
    codes,
  ),
  RefusalFacts: byField(
    'An extension, with `Prefer: facts` alone. For each message in `errors` an object in the same place: the numbers ' +
      'and names that the sentence holds, such as `limit` (max_length, min_value, …) and `row` (of a table). It may be ' +
      'empty, and more may be added. Of a 502, under `non_field_errors`: `outcome`, which is `not_sent` (the ' +
      'bank got nothing), `refused` (the bank did nothing) or `unknown` (the bank may have acted).',
    'Facts of the field, or one object for each item sent, as in `errors`.',
    facts,
  ),
};

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
