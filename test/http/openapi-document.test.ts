import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../main/http/openapi/components.ts';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { product } from '../../shared/api/catalog.ts';
import { CATALOG_PAGE_SIZES, PAGE_SIZES } from '../../shared/api/pages.ts';
import { terminal } from '../../shared/api/terminals.ts';
import { endpointsOf, readCopy } from './contract/document.ts';
import { judgeOf } from './contract/judge.ts';

// Of the copy in docs/, which openapi.test.ts compares with what is served.
const document = readCopy() as OpenApiDocument;
const judge = judgeOf(document);

/** Of C#, Dart, Java, Kotlin, Python, Swift or TypeScript: a generated type would hide it, or clash with it. */
const BUILT_IN = (
  'Any Array Boolean Data Date Document Double Enum Error Event Exception File Function Integer List Long Map ' +
  'None Nothing Number Object Optional Override Promise Record Request Response Result Set String System Task ' +
  'Thread Type Unit Void'
).split(' ');

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

describe('what it describes', () => {
  test('every endpoint of version 1 with its method, and whatever is more is marked as an extension', () => {
    const unmarked = endpointsOf(document).filter(({ operation }) => !operation['x-kramar-extension']);
    expect(unmarked.map(({ key }) => key).sort()).toEqual(INTERFACE.toSorted());
  });

  test('Within v1 the resources of version 1 have exactly the fields that it lists.', () => {
    const stamps = ['id', 'created_at', 'updated_at'];
    const FIELDS: Record<string, string[]> = {
      'terminals/': [
        ...[...stamps, 'name', 'merchant_id', 'merchant_name'],
        ...['edrpou', 'is_active', 'show_payments'],
      ],
      'cash-registers/': [
        ...[...stamps, 'terminal', 'terminal_name', 'qr_id', 'short_qr_id'],
        ...['name', 'is_active'],
      ],
      'invoices/': [
        ...['id', 'number', 'number_display', 'invoice_id', 'status', 'status_display', 'terminal'],
        ...['terminal_name', 'cash_register', 'amount', 'ccy', 'final_amount', 'reference', 'destination'],
        ...['comment', 'page_url', 'failure_reason', 'masked_pan', 'approval_code', 'rrn', 'payment_system'],
        ...['fee', 'created_locally', 'webhook_received', 'created_date', 'modified_date', 'paid_date'],
        ...['is_cancellable', 'items'],
      ],
      'catalog/categories/': [...stamps, 'name'],
      'catalog/units/': [...stamps, 'name', 'short_name'],
      'catalog/products/': [
        ...[...stamps, 'name', 'price', 'name_for_docs', 'article', 'external_code', 'category', 'unit'],
        ...['is_archived', 'code', 'category_name', 'unit_name'],
      ],
      'employees/': [
        ...[...stamps, 'username', 'email', 'full_name', 'position', 'can_view_invoices'],
        ...['can_create_invoices', 'can_cancel_invoices', 'can_manage_terminals', 'can_manage_employees'],
        ...['is_active'],
      ],
      'stats/': [
        ...['total_count', 'success_count', 'created_count', 'expired_count', 'failure_count'],
        ...['total_amount', 'success_amount', 'unpaid_amount'],
      ],
    };
    for (const [path, fields] of Object.entries(FIELDS)) {
      const one = endpointsOf(document).find(
        ({ key }) => [`GET ${path}{id}/`, 'GET stats/'].includes(key) && key.includes(path),
      );
      const ref = one?.responses['200']?.content?.['application/json']?.schema.$ref ?? '';
      const schema = document.components.schemas[ref.split('/').at(-1) ?? ''];
      expect([path, Object.keys(schema?.properties ?? {}).sort()]).toEqual([path, fields.toSorted()]);
      expect([path, schema?.additionalProperties, schema?.required?.length]).toEqual([
        path,
        false,
        fields.length,
      ]);
    }
  });

  test('What Kramar offers beyond comes as further endpoints and optional parameters and headers, marked as extensions in the OpenAPI document.', () => {
    type Marked = { name: string; in: string; required?: boolean; 'x-kramar-extension'?: boolean };
    const operations = endpointsOf(document).map(({ key, operation, parameters }) => ({
      key,
      isMarked: operation['x-kramar-extension'] === true,
      parameters: parameters as Marked[],
    }));
    // Parameters beyond those of version 1.
    const beyond = operations
      .filter(({ isMarked }) => !isMarked)
      .flatMap(({ key, parameters }) => parameters.map((one) => ({ key, ...one })))
      .filter((one) => one.in === 'query' && one['x-kramar-extension']);
    expect(beyond.map(({ key, name }) => `${key} ${name}`)).toEqual([
      'GET invoices/ reference',
      'GET invoices/ refunded_from',
      'GET invoices/ refunded_to',
      ...['paid_hour', 'paid_weekday', 'refunded_hour', 'refunded_weekday'].map(
        (name) => `GET invoices/ ${name}`,
      ),
      ...['created_by', 'product', 'payment_system', 'without'].map((name) => `GET invoices/ ${name}`),
      'POST invoices/{id}/cancel/ expected_status',
      'POST invoices/{id}/cancel/ expected_left',
      'POST invoices/{id}/cancel/ reason',
    ]);
    // Version 1 has no header of a request but Authorization.
    const parameters = operations
      .flatMap(({ parameters }) => parameters)
      .filter((one) => one.in === 'header');
    expect(parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Idempotency-Key', 'Last-Event-ID', 'Refund-Approval']),
    );
    for (const one of parameters) expect(one).toMatchObject({ 'x-kramar-extension': true });
    expect(parameters.filter(({ required }) => required)).toEqual([]);
    for (const name of ['X-Request-Id', 'Idempotency-Replayed'])
      expect(document.components.headers[name]).toMatchObject({ 'x-kramar-extension': true });
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After'])
      expect(document.components.headers[name]).not.toHaveProperty('x-kramar-extension');
  });

  test('every endpoint is explained, under an id of its own, and so is every parameter and field', () => {
    const endpoints = endpointsOf(document);
    for (const { key, operation, parameters } of endpoints) {
      expect(operation.description, key).not.toBe('');
      for (const { name, description } of parameters) expect(description, `${key} ${name}`).toMatch(/\w/);
    }
    expect(new Set(endpoints.map(({ operation }) => operation.operationId)).size).toBe(endpoints.length);
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas))
      for (const [field, { description, $ref }] of Object.entries(properties))
        if (name !== 'OpenApiDocument') expect(description ?? $ref, `${name}.${field}`).toBeTruthy();
  });

  test("Lengths: names 255; reference 255; destination and comment 280 (the bank's own limit); article, external_code 100; unit short_name and item unit 32; username 150. validity 60…2592000. amount 1…99 999 999 999, price 0…99 999 999 999. Required: name; for a product also price.", () => {
    const fieldOf = (path: string) => {
      const [schema = '', name = ''] = path.split('.');
      return document.components.schemas[schema]?.properties?.[name];
    };
    for (const [path, limits] of Object.entries({
      'TerminalPatch.name': [1, 255],
      'CategoryCreate.name': [1, 255],
      'UnitOfMeasureCreate.name': [1, 255],
      'UnitOfMeasureCreate.short_name': [undefined, 32],
      'ProductCreate.name': [1, 255],
      'ProductCreate.name_for_docs': [undefined, 255],
      'ProductCreate.article': [undefined, 100],
      'ProductCreate.external_code': [undefined, 100],
      'InvoiceItemCreate.name': [1, 255],
      'InvoiceItemCreate.unit': [undefined, 32],
      'InvoiceCreate.reference': [undefined, 255],
      'InvoiceCreate.destination': [undefined, 280],
      'InvoiceCreate.comment': [undefined, 280],
      'TokenRequest.username': [1, 150],
    })) {
      const { minLength, maxLength } = fieldOf(path) ?? {};
      expect([path, minLength, maxLength]).toEqual([path, ...limits]);
    }
    const most = 99_999_999_999;
    for (const [path, limits] of Object.entries({
      'InvoiceCreate.amount': [1, most],
      'InvoiceCreate.validity': [60, 2_592_000],
      'InvoiceItemCreate.price': [0, most],
      'ProductCreate.price': [0, most],
      'InvoiceItemCreate.quantity': [0.001, 1_000_000],
      'InvoiceItemCreate.discount_pct': [0, 100],
    })) {
      const field = fieldOf(path);
      const { minimum, maximum } = field?.anyOf?.[0] ?? field ?? {};
      expect([path, minimum, maximum]).toEqual([path, ...limits]);
    }
    expect(fieldOf('InvoiceCreate.items')).toMatchObject({ maxItems: 200 });
    const { CategoryCreate, UnitOfMeasureCreate, ProductCreate } = document.components.schemas;
    const required = [CategoryCreate, UnitOfMeasureCreate, ProductCreate].map((schema) => schema?.required);
    expect(required).toEqual([['name'], ['name'], ['name', 'price']]);
  });

  test('the page sizes of each list', () => {
    const lists = endpointsOf(document).flatMap(({ path, parameters }) => {
      const size = parameters.find(({ name }) => name === 'page_size');
      return size ? [{ path, sizes: { default: size.schema.default, max: size.schema.maximum } }] : [];
    });
    expect(lists.length).toBeGreaterThan(20);
    for (const { path, sizes } of lists)
      expect([path, sizes]).toEqual([path, path.startsWith('catalog/') ? CATALOG_PAGE_SIZES : PAGE_SIZES]);
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
});
