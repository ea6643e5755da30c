import { readFileSync } from 'node:fs';
// @ts-expect-error It has no types.
import { postmanToBruno } from '@usebruno/converters';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { ask, type Reply } from '../http/contract/ask.ts';
import { type Endpoint, endpointsOf, readCopy } from '../http/contract/document.ts';
import { examplesOf } from '../http/contract/good-request.ts';
import { type Stage, setStage } from '../http/contract/stage.ts';

// docs/till/collection.json: what a till's programmer imports into Postman, Bruno, Insomnia or Hoppscotch.

interface Field {
  key: string;
  value: string;
  disabled?: boolean;
}

interface Item {
  name: string;
  event?: object[];
  request: {
    method: string;
    auth?: { type: string };
    header: Field[];
    url: { raw: string; query?: Field[]; variable?: Field[] };
    body?: { raw: string };
  };
}

interface Collection {
  item: { name: string; item: Item[] }[];
  variable: Field[];
}

const collection = readCopy('till/collection.json') as Collection;
const document = readCopy() as OpenApiDocument;
const requests = collection.item.flatMap(({ item }) => item);

/** `GET invoices/{id}/` */
const keyOf = ({ request: { method, url } }: Item): string => {
  const [path = ''] = url.raw.replace('{{baseUrl}}/', '').split('?');
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
};

describe('the collection', () => {
  test('holds against the schema of its format', () => {
    const schema = JSON.parse(
      readFileSync(new URL('postman-v2.1.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const ajv = new Ajv({ strict: false, allErrors: true });
    expect(ajv.validate(schema, collection), ajv.errorsText()).toBe(true);
  });

  test('has every operation and example, in the order of the tags', () => {
    const expected = endpointsOf(document).flatMap((endpoint) =>
      Array(Math.max(1, examplesOf(endpoint).length)).fill(endpoint.key),
    );
    expect(requests.map(keyOf).sort()).toEqual(expected.sort());
    expect(collection.item.map(({ name }) => name)).toEqual(document.tags.map(({ name }) => name));
    const names = collection.item.map(({ item }) => item.map(({ name }) => name));
    for (const ofFolder of names) expect(new Set(ofFolder).size).toBe(ofFolder.length);
  });

  test('has no token, and takes it and the address from variables', () => {
    expect(collection.variable).toMatchObject([
      { key: 'baseUrl', value: 'http://127.0.0.1:7480/api/v1' },
      { key: 'token', value: '' },
    ]);
    for (const { request } of requests) expect(request.url.raw).toMatch(/^\{\{baseUrl\}\}\//);
    const open = requests.filter(({ request }) => request.auth?.type === 'noauth').map(keyOf);
    const isPublic = ({ operation }: Endpoint) => operation.security.length === 0;
    expect(open).toEqual(
      endpointsOf(document)
        .filter(isPublic)
        .map(({ key }) => key),
    );
  });

  test('is imported by Bruno, with its bodies, variables and the script that keeps the token', async () => {
    const { collection: bruno, issues } = (await postmanToBruno(collection)) as Imported;
    expect(issues).toEqual([]);
    const folders = bruno.items;
    expect(folders.map(({ name }) => name)).toEqual(collection.item.map(({ name }) => name));
    const all = folders.flatMap(({ items }) => items);
    expect(all).toHaveLength(requests.length);
    const byName = new Map(all.map((each) => [each.name, each]));
    for (const { name, request } of requests) {
      const got = byName.get(name)?.request;
      expect([got?.method, got?.url.split('?')[0]]).toEqual([request.method, request.url.raw.split('?')[0]]);
      if (request.body) expect(JSON.stringify(got?.body)).toContain(JSON.stringify(request.body.raw));
    }
    const [signIn] = all;
    expect(JSON.stringify(signIn)).toMatch(/bru\.set\w*\('token'/);
    expect(JSON.stringify(bruno.root)).toContain('{{token}}');
  });
});

interface Imported {
  issues: unknown[];
  collection: {
    items: {
      name: string;
      items: { name: string; request: { method: string; url: string; body: object } }[];
    }[];
    root: object;
  };
}

describe('its requests', () => {
  let stage: Stage;
  const variables: Record<string, string> = {};
  beforeAll(async () => {
    stage = await setStage();
    variables.baseUrl = stage.shop.baseUrl.replace(/\/$/, '');
  });
  afterAll(() => stage.shop.close());

  /** As Postman sends it: variables are replaced, and what is disabled stays away. */
  const send = async ({ request }: Item, path: Record<string, string> = {}): Promise<Reply> => {
    const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables[name] ?? '');
    const url = new URL(filled(request.url.raw));
    for (const { key, value } of request.url.variable ?? [])
      url.pathname = url.pathname.replace(`:${key}`, path[key] ?? value);
    const enabled = request.header.filter(({ disabled }) => !disabled);
    const headers = Object.fromEntries(enabled.map(({ key, value }) => [key, filled(value)]));
    if (request.auth?.type !== 'noauth') headers.Authorization = filled('Bearer {{token}}');
    const { pathname } = new URL(stage.shop.baseUrl);
    return ask(stage.shop.baseUrl, {
      method: request.method,
      path: url.pathname.slice(pathname.length) + url.search,
      headers,
      body: request.body?.raw,
    });
  };

  test('sign in as they stand, and every one that reads is answered', async () => {
    const [signIn] = requests;
    const { status, text } = await send(signIn as Item);
    expect(status, text).toBe(200);
    // The example is an employee, who does not see all.
    expect(JSON.parse(text).access).toMatch(/^eyJ/);
    variables.token = stage.tokens.access;

    const endpoints = new Map(endpointsOf(document).map((endpoint) => [endpoint.key, endpoint]));
    const reads = requests.filter(({ request }) => request.method === 'GET');
    expect(reads.length).toBeGreaterThan(35);
    for (const item of reads) {
      const operationId = endpoints.get(keyOf(item))?.operation.operationId ?? '';
      const reply = await send(item, { id: String(await stage.target(operationId)) });
      expect([item.name, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([item.name, 200, '']);
    }
  });

  test('with every parameter switched on that has a value, it is still understood', async () => {
    const endpoints = new Map(endpointsOf(document).map((endpoint) => [endpoint.key, endpoint]));
    for (const item of requests.filter(({ request }) => request.method === 'GET')) {
      const { url } = item.request;
      const query = (url.query ?? []).filter(({ value }) => value !== '');
      const raw = `${url.raw.split('?')[0]}?${query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
      const operationId = endpoints.get(keyOf(item))?.operation.operationId ?? '';
      const all = { ...item, request: { ...item.request, url: { ...url, raw } } };
      const reply = await send(all, { id: String(await stage.target(operationId)) });
      expect([item.name, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([item.name, 200, '']);
    }
  });
});
