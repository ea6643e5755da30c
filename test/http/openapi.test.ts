import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOf } from '../../main/http/openapi/components.ts';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { ERROR_RESPONSES } from '../../main/http/openapi/errors.ts';
import { product } from '../../shared/api/catalog.ts';
import { EVENT_DATA, type Event, event, eventPage } from '../../shared/api/events.ts';
import { CATALOG_PAGE_SIZES, PAGE_SIZES } from '../../shared/api/pages.ts';
import { terminal } from '../../shared/api/terminals.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { endpointsOf, fetchDocument, HOW_TO_WRITE, lint, readCopy } from './contract/document.ts';
import { type Judge, judgeOf } from './contract/judge.ts';

let shop: Shop;
let document: OpenApiDocument;
let judge: Judge;

beforeAll(async () => {
  shop = await openShop();
  document = await fetchDocument(shop);
  judge = judgeOf(document);
});
afterAll(() => shop.close());

/** The endpoints of version 1. */
const CATALOG = ['categories', 'units', 'products'].flatMap((resource) => [
  `GET catalog/${resource}/`,
  `POST catalog/${resource}/`,
  `GET catalog/${resource}/{id}/`,
  `PATCH catalog/${resource}/{id}/`,
  `DELETE catalog/${resource}/{id}/`,
]);
const INTERFACE = [
  'POST auth/token/',
  'POST auth/token/refresh/',
  'POST auth/token/verify/',
  'GET terminals/',
  'GET terminals/{id}/',
  'PATCH terminals/{id}/',
  'DELETE terminals/{id}/',
  'POST terminals/{id}/sync_registers/',
  'POST terminals/{id}/sync_invoices/',
  'GET cash-registers/',
  'GET cash-registers/{id}/',
  'GET invoices/',
  'POST invoices/',
  'GET invoices/{id}/',
  'POST invoices/{id}/cancel/',
  'POST invoices/{id}/refresh/',
  ...CATALOG,
  'GET employees/',
  'GET employees/{id}/',
  'GET stats/',
];

/** What Kramar offers beyond. */
const EXTENSIONS = [
  'GET account/',
  'GET invoices/open/',
  'GET invoices/export/',
  'GET invoices/{id}/history/',
  'GET invoices/{id}/refunds/',
  'GET invoices/{id}/receipt/',
  'GET invoices/{id}/failure/',
  'GET invoices/fiscal-gaps/',
  'GET invoices/{id}/fiscal-checks/',
  'GET invoices/{id}/fiscal-checks/file/',
  'GET catalog/products/export/',
  'POST catalog/products/import/',
  'GET stats/series/',
  'GET stats/series/export/',
  'GET stats/day-close/',
  'GET stats/day-close/export/',
  'GET cash-registers/{id}/qr/',
  'GET cash-registers/{id}/state/',
  'POST cash-registers/{id}/release/',
  'POST reconciliation/',
  'POST reconciliation/adopt/',
  'GET events/',
  'GET jobs/',
  'POST jobs/{name}/run/',
  'GET requests/',
  'GET system/',
  'GET openapi.json',
];

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('redocly finds nothing wrong', () => {
    expect(lint(document)).toBe('');
  });

  test('is the copy in docs/', () => {
    expect(readCopy(), HOW_TO_WRITE).toEqual(document);
  });

  test('is given without a token, counts against the address, and is JSON', async () => {
    const answer = await shop.stranger.get('openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(shop.config.rateLimitAnonymous));
    const left = Number(answer.headers.get('x-ratelimit-remaining'));
    const next = await shop.owner.get('openapi.json');
    expect(Number(next.headers.get('x-ratelimit-remaining'))).toBe(left - 1);
  });
});

describe('what it describes', () => {
  test('every endpoint of version 1 with its method, and whatever is more is marked as an extension', () => {
    const marked = endpointsOf(document).map(({ key, operation }) => [
      key,
      operation['x-kramar-extension'] === true,
    ]);
    expect(Object.fromEntries(marked)).toEqual({
      ...Object.fromEntries(INTERFACE.map((key) => [key, false])),
      ...Object.fromEntries(EXTENSIONS.map((key) => [key, true])),
    });
  });

  test('every endpoint is explained, under an id of its own', () => {
    const endpoints = endpointsOf(document);
    for (const { key, operation } of endpoints) expect(operation.description, key).not.toBe('');
    const ids = endpoints.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every parameter is explained', () => {
    for (const { key, parameters } of endpointsOf(document))
      for (const { name, description } of parameters) expect(description, `${key} ${name}`).toMatch(/\w/);
  });

  test('every field is explained', () => {
    const { schemas } = document.components;
    for (const [name, { properties = {} }] of Object.entries(schemas))
      for (const [field, { description, $ref }] of Object.entries(properties))
        if (name !== 'Document') expect(description ?? $ref, `${name}.${field}`).toBeTruthy();
  });

  test('the limits of texts, amounts and lists', () => {
    const field = (schema: string, name: string) => document.components.schemas[schema]?.properties?.[name];
    expect(field('InvoiceCreate', 'destination')).toMatchObject({ maxLength: 280 });
    expect(field('InvoiceCreate', 'reference')).toMatchObject({ maxLength: 255 });
    expect(field('InvoiceCreate', 'amount')).toMatchObject({ minimum: 1, maximum: 99_999_999_999 });
    expect(field('InvoiceCreate', 'validity')).toMatchObject({
      minimum: 60,
      maximum: 2_592_000,
      default: 86_400,
    });
    expect(field('InvoiceCreate', 'items')).toMatchObject({
      maxItems: 200,
      items: { $ref: '#/components/schemas/InvoiceItemCreate' },
    });
    expect(field('InvoiceItemCreate', 'unit')).toMatchObject({ maxLength: 32 });
    expect(field('InvoiceItemCreate', 'quantity')?.anyOf?.[0]).toMatchObject({
      minimum: 0.001,
      maximum: 1_000_000,
    });
    expect(field('InvoiceItemCreate', 'discount_pct')?.anyOf?.[0]).toMatchObject({
      minimum: 0,
      maximum: 100,
    });
    expect(field('ProductCreate', 'article')).toMatchObject({ maxLength: 100 });
    expect(field('ProductCreate', 'name')).toMatchObject({ minLength: 1, maxLength: 255 });
    expect(field('TokenRequest', 'username')).toMatchObject({ minLength: 1, maxLength: 150 });
  });

  test('the page sizes of each list', () => {
    const sizes = endpointsOf(document).flatMap(({ path, parameters }) => {
      const size = parameters.find(({ name }) => name === 'page_size');
      return size ? [[path, { default: size.schema.default, max: size.schema.maximum }] as const] : [];
    });
    expect(Object.fromEntries(sizes)).toEqual({
      'terminals/': PAGE_SIZES,
      'cash-registers/': PAGE_SIZES,
      'invoices/': PAGE_SIZES,
      'invoices/open/': PAGE_SIZES,
      'invoices/fiscal-gaps/': PAGE_SIZES,
      'employees/': PAGE_SIZES,
      'events/': PAGE_SIZES,
      'catalog/categories/': CATALOG_PAGE_SIZES,
      'catalog/units/': CATALOG_PAGE_SIZES,
      'catalog/products/': CATALOG_PAGE_SIZES,
    });
  });

  test('read-only fields may be sent, other unknown ones may not', () => {
    const bodies = endpointsOf(document).flatMap(
      ({ operation }) => operation.requestBody?.content['application/json']?.schema.$ref ?? [],
    );
    expect(bodies.length).toBeGreaterThan(10);
    for (const ref of bodies)
      expect(document.components.schemas[ref.split('/').at(-1) ?? '']?.additionalProperties, ref).toBe(false);
    const readOnly = Object.entries(document.components.schemas.ProductPatch?.properties ?? {})
      .filter(([, field]) => field.readOnly)
      .map(([name]) => name);
    expect(readOnly.sort()).toEqual(['category_name', 'code', 'created_at', 'id', 'unit_name', 'updated_at']);
    expect(judge({ $ref: '#/components/schemas/ProductPatch' }, exampleOf(product))).toBe('');
    expect(judge({ $ref: '#/components/schemas/TerminalPatch' }, exampleOf(terminal))).toBe('');
    expect(judge({ $ref: '#/components/schemas/TerminalPatch' }, { token: 'x' })).toContain(
      'additional properties',
    );
  });

  test('only the auth endpoints and the document itself go without a token', () => {
    const open = endpointsOf(document).filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ path }) => path).sort()).toEqual([
      'auth/token/',
      'auth/token/refresh/',
      'auth/token/verify/',
      'openapi.json',
    ]);
    for (const { key, operation } of open)
      expect('401' in operation.responses, key).toBe(key !== 'GET openapi.json');
  });
});

describe('events', () => {
  const listEvents = () => {
    const found = endpointsOf(document).find(({ key }) => key === 'GET events/');
    if (!found) throw new Error('GET events/ is not described.');
    return found;
  };

  test('every type has its row, which names each field of its data', () => {
    const { description } = listEvents().operation;
    for (const [type, { entries }] of Object.entries(EVENT_DATA)) {
      const row = description.split('\n').find((line) => line.startsWith(`| \`${type}\` |`)) ?? '';
      const named = [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
      expect(named, type).toEqual(Object.keys(entries));
      for (const field of named) expect(description).toContain(`| \`${field}\` |`);
    }
  });

  test('the data of each example are those of its type', () => {
    const { results } = exampleOf(eventPage) as { results: Event[] };
    for (const { type, data } of results) expect(v.parse(EVENT_DATA[type], data)).toEqual(data);
  });

  test('the answer comes as JSON, or as a stream of events, of which the example is one', () => {
    const content = listEvents().responses['200']?.content;
    expect(Object.keys(content ?? {})).toEqual(['application/json', 'text/event-stream']);
    const streamed = content?.['text/event-stream']?.example ?? '';
    const data = [...streamed.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
    expect(data).toEqual([{ last_event_id: 41 }, exampleOf(event)]);
    expect(judge({ $ref: '#/components/schemas/Event' }, data[1])).toBe('');
  });
});

describe('files', () => {
  test('are answered as they are, under their media types, by name; their refusals are JSON', () => {
    const files = endpointsOf(document).flatMap(({ path, responses }) => {
      const { content = {}, headers = {} } = responses['200'] ?? {};
      const types = Object.keys(content).filter((type) => !/json|event-stream/.test(type));
      if (types.length === 0) return [];
      expect(headers['Content-Disposition']?.required).toBe(true);
      for (const type of types) expect(content[type]?.schema).toEqual({ type: 'string', format: 'binary' });
      for (const [status, response] of Object.entries(responses))
        if (status !== '200') expect(Object.keys(response.content ?? {})).toEqual(['application/json']);
      return [[path, types] as const];
    });
    expect(Object.fromEntries(files)).toEqual({
      'invoices/export/': ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      'catalog/products/export/': [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      'invoices/{id}/receipt/': ['application/pdf'],
      'invoices/{id}/fiscal-checks/file/': ['application/pdf'],
      'stats/series/export/': [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      'stats/day-close/export/': [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
    });
  });
});

describe('its examples', () => {
  test('every request and every answer has some, and they hold against their schemas', () => {
    for (const { key, operation, responses } of endpointsOf(document)) {
      const contents = [operation.requestBody, ...Object.values(responses)].flatMap((part) =>
        part?.content?.['application/json'] ? [part.content['application/json']] : [],
      );
      for (const { schema, example, examples } of contents) {
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
        expect(values.length, key).toBeGreaterThan(0);
        for (const value of values) expect(judge(schema, value), `${key} ${JSON.stringify(value)}`).toBe('');
      }
    }
  });

  test('those of parameters too', () => {
    for (const { key, parameters } of endpointsOf(document))
      for (const { name, schema, example } of parameters) {
        const values = [
          ...(example === undefined ? [] : [example]),
          ...((schema.examples as unknown[]) ?? []),
        ];
        for (const value of values) expect(judge(schema, value), `${key} ${name}`).toBe('');
      }
  });

  test('each refusal is a response that there is', () => {
    expect(Object.keys(document.components.responses)).toEqual(Object.keys(ERROR_RESPONSES));
  });
});
