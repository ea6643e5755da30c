import { Validator } from '@seriousme/openapi-schema-validator';
import type * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOf } from '../../main/http/openapi/components.ts';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { product } from '../../shared/api/catalog.ts';
import type { entrance } from '../../shared/api/entrance.ts';
import { CATALOG_PAGE_SIZES, PAGE_SIZES } from '../../shared/api/pages.ts';
import { terminal } from '../../shared/api/terminals.ts';
import type { Refusal } from '../helpers/client.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { endpointsOf, fetchDocument, HOW_TO_WRITE, lint, readCopy } from './contract/document.ts';
import { type Judge, judgeOf } from './contract/judge.ts';

type Entrance = v.InferOutput<typeof entrance>;

let shop: Shop;
let document: OpenApiDocument;
let judge: Judge;

beforeAll(async () => {
  shop = await openShop();
  document = await fetchDocument(shop);
  judge = judgeOf(document);
});
afterAll(() => shop.close());

/** Of C#, Dart, Java, Kotlin, Python, Swift or TypeScript: a generated type would hide it, or clash with it. */
const BUILT_IN = [
  ...['Any', 'Array', 'Boolean', 'Data', 'Date', 'Document', 'Double', 'Enum', 'Error', 'Event', 'Exception'],
  ...[
    'File',
    'Function',
    'Integer',
    'List',
    'Long',
    'Map',
    'None',
    'Nothing',
    'Number',
    'Object',
    'Optional',
  ],
  ...['Override', 'Promise', 'Record', 'Request', 'Response', 'Result', 'Set', 'String', 'System', 'Task'],
  ...['Thread', 'Type', 'Unit', 'Void'],
];

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
  'GET settings/',
  'GET activity/',
  'GET employees/limits/',
  'GET refunds/rules/',
  'POST invoices/{id}/refund-approvals/',
  'POST auth/sign-out/',
  'GET actions/',
  'GET actions/export/',
  'GET actions/state/',
  'GET invoices/open/',
  'GET invoices/held/',
  'GET invoices/{id}/hold/',
  'POST invoices/{id}/capture/',
  'POST invoices/{id}/release/',
  'POST invoices/{id}/withdraw/',
  'GET invoices/outcomes/',
  'GET invoices/status-sums/',
  'GET invoices/export/',
  'GET invoices/{id}/history/',
  'GET invoices/{id}/outcome/',
  'GET invoices/{id}/refunds/',
  'GET invoices/{id}/receipt/',
  'GET invoices/{id}/paper/',
  'GET cash-sales/{id}/paper/',
  'GET invoices/{id}/print/',
  'POST invoices/{id}/print/',
  'GET printer/',
  'POST customer-screen/',
  'POST customer-screen/token/',
  'POST customer-screen/read/',
  'GET invoices/{id}/failure/',
  'GET invoices/fiscal-gaps/',
  'GET invoices/{id}/fiscal-checks/',
  'GET invoices/{id}/fiscal-checks/file/',
  'GET catalog/scan/',
  'GET catalog/tiles/',
  'GET catalog/products/{id}/shop/',
  'PATCH catalog/products/{id}/shop/',
  'GET catalog/products/{id}/fiscal/',
  'PATCH catalog/products/{id}/fiscal/',
  'GET terminals/{id}/fiscal/',
  'PATCH terminals/{id}/fiscal/',
  'GET terminals/{id}/statement_history/',
  'POST terminals/{id}/statement_history/',
  'GET stats/day-fiscal/',
  'POST invoices/{id}/receipt/email/',
  'GET carts/',
  'POST carts/',
  'POST carts/{id}/take/',
  'POST carts/{id}/return/',
  'DELETE carts/{id}/',
  'GET catalog/products/export/',
  'POST catalog/products/import/',
  'GET stats/series/',
  'GET stats/series/export/',
  'GET stats/day-close/',
  'GET stats/day-close/export/',
  'GET stats/day-cash/',
  'GET stats/month/export/',
  'GET stats/month/',
  'GET stats/days/',
  'GET day-closures/',
  'POST day-closures/',
  'GET month-closures/',
  'POST month-closures/',
  'GET counter/',
  'GET shifts/',
  'POST shifts/',
  'GET shifts/current/',
  'GET shifts/{id}/',
  'POST shifts/{id}/close/',
  'GET shifts/{id}/cash-sales/',
  'POST shifts/{id}/cash-sales/',
  'GET shifts/{id}/cash-moves/',
  'POST shifts/{id}/cash-moves/',
  'POST shifts/{id}/counts/',
  'GET shifts/{id}/till/',
  'GET cash-sales/',
  'POST cash-sales/',
  'POST cash-sales/{id}/print/',
  'GET cash-sales/{id}/',
  'POST cash-sales/{id}/returns/',
  'POST cash-sales/{id}/rest/',
  'POST cash-sales/{id}/refund-approvals/',
  'POST cash-sales/{id}/void/',
  'GET income-book/',
  'GET income-book/export/',
  'GET income-book/taxpayers/',
  'PATCH income-book/taxpayers/',
  'GET income-book/limits/',
  'PATCH income-book/limits/',
  'GET income-book/entries/',
  'POST discount-approvals/',
  'POST income-book/entries/',
  'POST income-book/entries/{id}/void/',
  'GET cash-registers/{id}/qr/',
  'GET cash-registers/{id}/state/',
  'POST cash-registers/{id}/release/',
  'POST reconciliation/',
  'POST reconciliation/adopt/',
  'GET events/',
  'GET jobs/',
  'GET logo/',
  'POST jobs/{name}/run/',
  'GET requests/',
  'GET system/',
  'GET ',
  'GET openapi.json',
];

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('redocly finds nothing wrong', async () => {
    expect(await lint(document)).toBe('');
  });

  test('is what docs/openapi.json says', () => {
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

describe('the base address', () => {
  test('names the resources and the pages about them without a token, and counts against the address', async () => {
    const answer = await shop.stranger.get<Entrance>('');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(shop.config.rateLimitAnonymous));
    const { docs, openapi, sign_in, resources } = answer.body;
    expect((await fetch(docs)).status).toBe(200);
    expect((await fetch(openapi)).status).toBe(200);
    expect((await fetch(sign_in)).status).toBe(405);
    const names = [
      'invoices',
      'terminals',
      'cash-registers',
      'catalog/products',
      'employees',
      'stats',
      'events',
    ];
    expect(resources.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    for (const { url } of resources) {
      expect((await shop.owner.get(url.slice(shop.baseUrl.length))).status, url).not.toBe(404);
      expect(url.startsWith(shop.baseUrl), url).toBe(true);
    }
  });

  test('is the same without the slash, under another name of this computer, and takes no other method', async () => {
    const { origin, port } = new URL(shop.baseUrl);
    expect((await fetch(`${origin}/api/v1`)).status).toBe(200);
    const named = (await (await fetch(`http://localhost:${port}/api/v1/`)).json()) as Entrance;
    expect(named.docs).toBe(`http://localhost:${port}/docs/`);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await fetch(shop.baseUrl, { method });
      expect([status, headers.get('allow')], method).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
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
        if (name !== 'OpenApiDocument') expect(description ?? $ref, `${name}.${field}`).toBeTruthy();
  });

  test('the limits of texts, amounts and lists', () => {
    const field = (schema: string, name: string) => document.components.schemas[schema]?.properties?.[name];
    expect(field('InvoiceCreate', 'destination')).toMatchObject({ maxLength: 280 });
    expect(field('InvoiceCreate', 'reference')).toMatchObject({ maxLength: 255 });
    expect(field('InvoiceCreate', 'amount')).toMatchObject({ minimum: 1, maximum: 99_999_999_999 });
    expect(field('InvoiceCreate', 'validity')).toMatchObject({ minimum: 60, maximum: 2_592_000 });
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
      'carts/': PAGE_SIZES,
      'catalog/tiles/': CATALOG_PAGE_SIZES,
      'cash-registers/': PAGE_SIZES,
      'invoices/': PAGE_SIZES,
      'invoices/open/': PAGE_SIZES,
      'invoices/held/': PAGE_SIZES,
      'actions/': PAGE_SIZES,
      'invoices/fiscal-gaps/': PAGE_SIZES,
      'employees/': PAGE_SIZES,
      'events/': PAGE_SIZES,
      'shifts/': PAGE_SIZES,
      'income-book/entries/': PAGE_SIZES,
      'cash-sales/': PAGE_SIZES,
      'shifts/{id}/cash-sales/': PAGE_SIZES,
      'shifts/{id}/cash-moves/': PAGE_SIZES,
      'day-closures/': PAGE_SIZES,
      'month-closures/': PAGE_SIZES,
      'catalog/categories/': CATALOG_PAGE_SIZES,
      'catalog/units/': CATALOG_PAGE_SIZES,
      'catalog/products/': CATALOG_PAGE_SIZES,
    });
  });

  test('every list is ordered by `ordering`, id among its fields, or states its order and refuses one under handling=strict', async () => {
    const lists = endpointsOf(document).filter(({ key, operation }) => {
      const answer = operation.responses[200];
      const content = answer && 'content' in answer ? answer.content : undefined;
      const ref = key.startsWith('GET ') ? (content?.['application/json']?.schema.$ref ?? '') : '';
      return document.components.schemas[ref.split('/').at(-1) ?? '']?.properties?.results !== undefined;
    });
    expect(lists.length).toBeGreaterThan(20);
    for (const { key, path, operation, parameters } of lists) {
      const ordering = parameters.find(({ name }) => name === 'ordering');
      if (ordering) expect(ordering.schema.items?.enum, key).toEqual(expect.arrayContaining(['id', '-id']));
      else expect(operation.description, key).toContain('Order: ');
      if (ordering || path.includes('{id}')) continue;
      const headers = { Prefer: 'handling=strict' };
      const { status, body } = await shop.owner.get<Refusal>(`${path}?ordering=id`, { headers });
      expect([key, status, Object.keys(body.errors ?? {})]).toEqual([key, 400, ['ordering']]);
    }
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

  test('every operation says whether it needs a token; only sign-in, the customer screen with its own, the base address and the document itself need none', () => {
    const all = endpointsOf(document);
    for (const { key, operation } of all)
      expect([[], [{ bearer: [] }]], key).toContainEqual(operation.security);
    const open = all.filter(({ operation }) => operation.security.length === 0);
    expect(open.map(({ path }) => path).sort()).toEqual([
      '',
      'auth/token/',
      'auth/token/refresh/',
      'auth/token/verify/',
      'customer-screen/read/',
      'openapi.json',
    ]);
    for (const { key, operation } of open)
      expect('401' in operation.responses, key).toBe(!['GET ', 'GET openapi.json'].includes(key));
  });
});

describe('what generated clients are made of', () => {
  const schemasOf = () => Object.entries(document.components.schemas);

  test('a field with a default is optional, and its words state the default', () => {
    // openapi-typescript makes a field with the keyword a required one, of requests too.
    for (const [name, { properties = {} }] of schemasOf())
      for (const [field, schema] of Object.entries(properties))
        expect('default' in schema, `${name}.${field}`).toBe(false);
    const { InvoiceCreate, InvoiceItemCreate, InvoiceCancel } = document.components.schemas;
    expect(InvoiceCreate?.required).toEqual(['terminal']);
    expect(InvoiceItemCreate?.required).toEqual(['name', 'price']);
    expect(InvoiceCancel?.required).toBeUndefined();
    expect(InvoiceCreate?.properties?.validity?.description).toContain('Default: 86400.');
    expect(InvoiceItemCreate?.properties?.quantity?.description).toContain('Default: 1.');
  });

  test('no schema and no response have one name: kubb would write one over the other', () => {
    const { schemas, responses } = document.components;
    expect(Object.keys(responses).filter((name) => name in schemas)).toEqual([]);
  });

  test('no object has named fields beside a narrower index, and null is no word of a choice', () => {
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, additionalProperties: index, enum: words } = value as Record<string, unknown>;
      const isBoth = typeof properties === 'object' && typeof index === 'object';
      expect(isBoth && Object.keys(properties ?? {})).toBe(false);
      expect(Array.isArray(words) ? words : []).not.toContain(null);
      for (const part of Object.values(value)) check(part);
    };
    check(document.components.schemas);
  });

  test('operations and types have names that are identifiers, and no type that of one that a language has', () => {
    for (const { operation } of endpointsOf(document))
      expect(operation.operationId).toMatch(/^[a-z][a-zA-Z]+$/);
    for (const [name] of schemasOf()) {
      expect(name).toMatch(/^[A-Z][a-zA-Z]+$/);
      expect(BUILT_IN).not.toContain(name);
    }
  });

  test('without a parameter that is required an endpoint refuses, and with those alone it does not', async () => {
    const required = endpointsOf(document).flatMap(({ key, parameters }) =>
      parameters.flatMap((one) => (one.in === 'query' && one.required ? [`${key} ${one.name}`] : [])),
    );
    expect(required).toEqual(['POST reconciliation/ from', 'POST reconciliation/ to']);
    const { status, body } = await shop.owner.post<{ errors: object }>('reconciliation/');
    expect([status, Object.keys(body.errors)]).toEqual([400, ['from', 'to']]);
    const range = '?from=2026-03-01T00:00:00Z&to=2026-03-20T23:59:59Z';
    expect((await shop.owner.post(`reconciliation/${range}`)).status).toBe(200);
  });
});
