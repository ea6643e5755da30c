import type * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { entrance } from '../../main/http/openapi.ts';
import type { Refusal } from '../helpers/client.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { endpointsOf, fetchDocument, HOW_TO_WRITE, lint, readCopy } from './contract/document.ts';

type Entrance = v.InferOutput<typeof entrance>;

const shop = await shopOfFile();
const document = await fetchDocument(shop);

describe('the document', () => {
  test('is OpenAPI 3.1, in which redocly finds nothing wrong', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
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
    const names = 'invoices terminals cash-registers catalog/products employees stats events'.split(' ');
    expect(resources.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    for (const { url } of resources) {
      expect((await shop.owner.get(url.slice(shop.baseUrl.length))).status, url).not.toBe(404);
      expect(url.startsWith(shop.baseUrl), url).toBe(true);
    }
  });

  test('is the same without the slash, under another name of this computer', async () => {
    const { origin, port } = new URL(shop.baseUrl);
    expect((await fetch(`${origin}/api/v1`)).status).toBe(200);
    const named = (await (await fetch(`http://localhost:${port}/api/v1/`)).json()) as Entrance;
    expect(named.docs).toBe(`http://localhost:${port}/docs/`);
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
