import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import type { Schema } from '../../main/http/openapi/schemas.ts';
import type { FieldErrors } from '../../shared/errors.ts';
import type { Refusal } from '../helpers/client.ts';
import { leavingNoTrace } from '../helpers/trace.ts';
import { type Endpoint, endpointsOf, readCopy } from './contract/document.ts';
import { at, examplesOf } from './contract/good-request.ts';
import { type Stage, setStage } from './contract/stage.ts';

// What holds for every field of every body, by its schema: each fault has its message, and each limit is inside.

const DOCUMENT = readCopy() as OpenApiDocument;
const BODIES = endpointsOf(DOCUMENT).flatMap((endpoint) => {
  const schema = endpoint.operation.requestBody?.content['application/json']?.schema;
  return schema ? [{ key: endpoint.key, endpoint, schema }] : [];
});

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.shop.close());

type Fault = [value: unknown, message: unknown];
type Fields = Record<string, unknown>;

const followed = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (DOCUMENT.components.schemas[name] ?? {});
};
const isGiven = (limit: unknown): limit is number => typeof limit === 'number';
/** An id may be any: whether there is such a record, the database knows. */
const isId = ({ maximum }: Schema): boolean => maximum === Number.MAX_SAFE_INTEGER;

const faultsOfText = ({ minLength, maxLength, pattern, format }: Schema): Fault[] => [
  ...(format ? [] : [7, true, [], {}].map((value): Fault => [value, 'Not a valid string.'])),
  ...(minLength ? ['', ...(pattern ? [' ', '\t\n', ' \u200b\u2060', '\u00ad\u200d\ufe0f'] : [])] : []).map(
    (value): Fault => [value, 'This field may not be blank.'],
  ),
  ...(isGiven(maxLength)
    ? [['ї'.repeat(maxLength + 1), `Ensure this field has no more than ${maxLength} characters.`] as Fault]
    : []),
];

const faultsOfNumber = (schema: Schema): Fault[] => [
  ...['12', 1.5, true, [], {}].map((value): Fault => [value, 'A valid integer is required.']),
  ...(isGiven(schema.minimum) && !isId(schema)
    ? [
        [schema.minimum - 1, `Ensure this value is greater than or equal to ${schema.minimum}.`] as Fault,
        [
          Number(schema.maximum) + 1,
          `Ensure this value is less than or equal to ${schema.maximum}.`,
        ] as Fault,
      ]
    : []),
];

/** A decimal is a number, or a text of one. */
const faultsOfDecimal = (): Fault[] =>
  ['one', '', '1,5', true, [], {}].map((value) => [value, 'A valid number is required.']);

const faultsOfList = (items: Schema): Fault[] => [
  ...['x', 5, {}].map((value): Fault => [value, [expect.any(String)]]),
  ...(followed(items).properties
    ? roundsOf(followed(items)).map(({ body, errors }): Fault => [[body], [errors]])
    : []),
];

/** The faults that a field may have, each with its message. */
const faultsOf = (schema: Schema): Fault[] => {
  const [kind, other] = [schema.type].flat() as (string | undefined)[];
  const own: Record<string, () => Fault[]> = {
    string: () => (schema.enum ? [['X', '"X" is not a valid choice.']] : faultsOfText(schema)),
    integer: () => faultsOfNumber(schema),
    boolean: () => ['true', 1, [], {}].map((value) => [value, 'Must be a valid boolean.']),
    array: () => faultsOfList(schema.items as Schema),
  };
  const faults = schema.anyOf ? faultsOfDecimal() : (own[kind ?? '']?.() ?? []);
  const takesNull = other === 'null' || schema.anyOf?.some(({ type }) => type === 'null');
  return takesNull ? faults : [...faults, [null, 'This field may not be null.']];
};

const inList = (message: unknown) => (Array.isArray(message) ? message : [message]);

/** Bodies in which all fields are faulty, each in every way in turn, and one of which nothing is given. */
const roundsOf = ({ properties = {}, required = [] }: Schema): { body: Fields; errors: Fields }[] => {
  const fields = Object.entries(properties)
    .filter(([, schema]) => !schema.readOnly)
    .map(([name, schema]) => [name, faultsOf(schema)] as const);
  const most = Math.max(...fields.map(([, faults]) => faults.length));
  const rounds = Array.from({ length: most }, (_, round) => {
    const turn = fields.map(([name, faults]) => [name, faults[round % faults.length] as Fault] as const);
    return {
      body: { colour: 'red', ...Object.fromEntries(turn.map(([name, [value]]) => [name, value])) },
      errors: {
        colour: ['Unknown field.'],
        ...Object.fromEntries(turn.map(([name, [, message]]) => [name, inList(message)])),
      },
    };
  });
  const missing = (required as string[]).map((name) => [name, ['This field is required.']]);
  return [
    ...rounds,
    { body: { colour: 'red' }, errors: { colour: ['Unknown field.'], ...Object.fromEntries(missing) } },
  ];
};

/** Values at the ends of what a field may hold; beside an unknown field, nothing is done with them. */
const limitsOf = (schema: Schema): unknown[] => {
  const { maxLength, minimum, maximum, type, readOnly, enum: choices = [] } = schema;
  if (readOnly) return [null, {}];
  return [
    ...(choices as string[]),
    ...(isGiven(maxLength) ? ['ї', '🙂'].map((letter) => ` ${letter.repeat(maxLength - 2)} `) : []),
    ...(isGiven(minimum) && !isId(schema) ? [minimum, maximum] : []),
    ...([type].flat().includes('null') ? [null] : []),
  ];
};

/** What a program reads of a message. */
const WORDS: [RegExp, string][] = [
  [/^Unknown field/, 'unknown_field'],
  [/^This field is required\.$/, 'required'],
  [/may not be blank/, 'blank'],
  [/may not be null/, 'null'],
  [/is not a valid choice/, 'invalid_choice'],
  [/no more than \d+ characters/, 'max_length'],
  [/greater than or equal to/, 'min_value'],
  [/less than or equal to/, 'max_value'],
  [/^Not a valid|^A valid|^Must be a valid|^Invalid data/, 'invalid'],
];
const wordOf = (message: string): unknown =>
  WORDS.find(([words]) => words.test(message))?.[1] ?? expect.stringMatching(/^[a-z_]+$/);
/** The messages of a refusal, each replaced. */
const replaced = (reported: FieldErrors | undefined, by: (message: string) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(reported ?? {}).map(([field, parts]) => [
      field,
      parts.map((part) => (typeof part === 'string' ? by(part) : replaced(part, by))),
    ]),
  );

const send = async ({ endpoint }: { endpoint: Endpoint }, id: number, body: object, language = 'en') => {
  const answer = await stage.shop.owner.send<Refusal>(endpoint.method, at(endpoint, id), {
    body,
    headers: { Prefer: 'codes, facts', 'Accept-Language': language },
  });
  const { detail, errors, codes, facts } = answer.body;
  expect(answer.status, answer.text).toBe(400);
  if (language === 'en') {
    expect([detail, codes]).toEqual(['Validation failed.', replaced(errors, wordOf)]);
    expect(facts).toEqual(replaced(errors, () => expect.any(Object)));
  } else expect(errors).toEqual(replaced(errors, () => expect.stringMatching(/[а-яіїєґ]/)));
  return errors ?? {};
};

describe('PATCH name: not blank. Messages follow DRF: `This field is required.` · `This field may not be null.` · `This field may not be blank.` · `Not a valid string.` · `A valid integer is required.` · `A valid number is required.` · `Must be a valid boolean.` · `Ensure this value is greater than or equal to N.` · `Ensure this value is less than or equal to N.` · `Ensure this field has no more than N characters.` · `"X" is not a valid choice.`', () => {
  test.each(BODIES)('All faulty fields are told at once, and leave no trace: $key', async (one) => {
    const id = await stage.target(one.endpoint.operation.operationId);
    await leavingNoTrace(stage.shop, async () => {
      const rounds = roundsOf(followed(one.schema));
      for (const { body, errors } of rounds)
        expect(await send(one, id, body), JSON.stringify(body)).toMatchObject(errors);
      await send(one, id, rounds[0]?.body ?? {}, 'uk');
      expect(await send(one, id, [])).toEqual({
        non_field_errors: ['Invalid data. Expected a dictionary, but got list.'],
      });
    });
  });
});

describe('JSON types are strict: `"12"` is no integer, `1.5` is no integer, `"true"` is no boolean. null is taken wherever the answer can hold null, and refused elsewhere; Strings are trimmed; Read-only fields of the resource, and of an item, sent in a body are ignored (a client may send back what it read). Any other unknown field is refused: `Unknown field.`', () => {
  test.each(BODIES)('the limits themselves are inside: $key', async (one) => {
    const id = await stage.target(one.endpoint.operation.operationId);
    await leavingNoTrace(stage.shop, async () => {
      for (const [name, field] of Object.entries(followed(one.schema).properties ?? {}))
        for (const value of limitsOf(field)) {
          const { colour, ...others } = await send(one, id, { [name]: value, colour: 'red' });
          expect(colour).toEqual(['Unknown field.']);
          expect(JSON.stringify(others[name] ?? ''), `${name} ${value}`).not.toMatch(
            /Ensure|[Aa] valid (string|integer|number)|Must be|null|blank/,
          );
        }
    });
  });
});

const WITHOUT = endpointsOf(DOCUMENT).filter(
  ({ method, operation }) => method === 'POST' && !operation.requestBody,
);
test.each(WITHOUT)('no body: a field of one is refused: $key', async (endpoint) => {
  const id = await stage.target(endpoint.operation.operationId);
  const errors = await leavingNoTrace(stage.shop, () => send({ endpoint }, id, { colour: 'red' }));
  expect(errors).toEqual({ colour: ['Unknown field.'] });
});

describe('Read-only fields of the resource, and of an item, sent in a body are ignored (a client may send back what it read); A missing body on POST/PATCH reads as `{}`', () => {
  const namesOf = ({ properties = {} }: Schema) =>
    Object.keys(properties).filter((name) => properties[name]?.readOnly);
  const readOnly = BODIES.map(({ schema, ...one }) => ({ ...one, names: namesOf(followed(schema)) })).filter(
    ({ names }) => names.length > 0,
  );

  const isOfOne = ({ endpoint: { method, path } }: { endpoint: Endpoint }) =>
    method === 'PATCH' && path.includes('{');
  test.each(readOnly.filter(isOfOne))('$key', async (one) => {
    const { owner } = stage.shop;
    const path = at(one.endpoint, await stage.target(one.endpoint.operation.operationId));
    const { body: read } = await owner.get<Fields>(path);
    const others = Object.fromEntries(one.names.map((name) => [name, name === 'id' ? 1 : null]));
    for (const body of [read, { ...read, ...others }]) {
      const { status, text, body: answer } = await owner.send<Fields>('PATCH', path, { body });
      expect(status, text).toBe(200);
      expect({ ...answer, updated_at: '' }).toEqual({ ...read, updated_at: '' });
    }
    const present = (await owner.get<Fields>(path)).body;
    for (const body of [undefined, others]) {
      const { status, body: answer } = await leavingNoTrace(stage.shop, () =>
        owner.send<Fields>('PATCH', path, { body }),
      );
      expect([status, answer], 'a change of nothing').toEqual([200, present]);
    }
  });

  const isNullable = (field: Schema): boolean =>
    [field.type].flat().includes('null') || (field.anyOf ?? []).some(isNullable);
  /** What a client reads, as the example has it and with null wherever the answer can hold it. */
  const readsOf = (schema: Schema, example: unknown): unknown[] => {
    const { properties = {}, items } = followed(schema);
    if (Array.isArray(example))
      return example.flatMap((one) => readsOf(items ?? {}, one)).map((one) => [one]);
    if (typeof example !== 'object' || example === null) return [example];
    const fields = Object.entries(example).map(([name, value]) => {
      const field = properties[name] ?? {};
      const others = readsOf(field, value);
      return [name, value, isNullable(field) ? null : (others.at(-1) ?? value)] as const;
    });
    return [1, 2].map((at) => Object.fromEntries(fields.map((field) => [field[0], field[at]])));
  };
  /** Where what is answered is what is made, or changed: the same path lists it, or reads it. */
  const isRead = (path: string) =>
    endpointsOf(DOCUMENT).some((other) => other.method === 'GET' && other.path === path);
  const made = BODIES.flatMap((one) => {
    const { method, path, operation } = one.endpoint;
    const isOfResource = method === 'PATCH' || isRead(path);
    const answer = operation.responses['201'] ?? operation.responses['200'];
    const { schema, example } = (answer && 'content' in answer && answer.content?.['application/json']) || {};
    return isOfResource && schema ? [{ ...one, answer: schema, example }] : [];
  }).filter(({ answer }) => !followed(answer).properties?.results);

  test.each(made)('what was read may be sent back: $key', async (one) => {
    const id = await stage.target(one.endpoint.operation.operationId);
    const reads = readsOf(one.answer, one.example);
    expect(reads.length).toBe(2);
    await leavingNoTrace(stage.shop, async () => {
      for (const read of reads) {
        const { colour, ...others } = await send(one, id, { ...(read as Fields), colour: 'red' });
        expect(colour).toEqual(['Unknown field.']);
        expect(JSON.stringify(others)).not.toMatch(/Unknown|null/);
      }
    });
  });

  const isOfVersion1 = ({ operation }: Endpoint) => !operation['x-kramar-extension'];
  const created = readOnly.filter(({ endpoint }) => endpoint.method === 'POST' && isOfVersion1(endpoint));
  const examples = created.flatMap((one) =>
    examplesOf(one.endpoint).map(([example, body]) => ({ ...one, example, body })),
  );
  test.each(examples)('$key, $example', async ({ endpoint, names, body }) => {
    const { owner } = stage.shop;
    const { body: read } = await owner.post<Fields & { items?: Fields[] }>(endpoint.path, body);
    const wrong = names.map((name) => [name, name === 'status' ? 'success' : 7]);
    const others = { ...read, ...Object.fromEntries(wrong) };
    const ofItems = {
      ...others,
      amount: undefined,
      items: read.items?.map((item) => ({ ...item, id: 7, amount: 1 })),
    };
    const again = await owner.post<typeof read>(endpoint.path, read.items?.length ? ofItems : others);
    expect(again.status, again.text).toBe(201);
    for (const [name, value] of Object.entries(read)) {
      if (!names.includes(name) && name !== 'items') expect([name, again.body[name]]).toEqual([name, value]);
      else if (value !== 7) expect([name, again.body[name]]).not.toEqual([name, 7]);
    }
    expect(again.body.status).toBe(read.status);
    const withoutIds = (items?: Fields[]) =>
      items?.map(({ id, ...item }) => ({ ...item, isOther: id !== 7 }));
    expect(withoutIds(again.body.items)).toEqual(withoutIds(read.items));
  });
});
