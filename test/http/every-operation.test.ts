import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenApiDocument } from '../../main/http/openapi/document.ts';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { build } from '../../main/store/db/connection.ts';
import { PERMISSIONS, type Permission } from '../../shared/permissions.ts';
import type { Client, Refusal } from '../helpers/client.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { tracesNow, withoutTrace } from '../helpers/trace.ts';
import { usualHeaders } from '../helpers/usual.ts';
import { faultsOf } from './contract/answers.ts';
import { type Endpoint, endpointsOf, readCopy } from './contract/document.ts';
import { at, goodPath } from './contract/good-request.ts';
import { judgeOf } from './contract/judge.ts';
import { BANK_CALLS, enoughFor as enoughToSend } from './contract/refusals.ts';
import { type Stage, setStage } from './contract/stage.ts';

// What holds for every operation: who may call it, its methods, its path without the slash.

const DOCUMENT = readCopy() as OpenApiDocument;
const ENDPOINTS = endpointsOf(DOCUMENT);
const judge = judgeOf(DOCUMENT);
const PATHS = [...new Set(ENDPOINTS.map(({ path }) => path))];
const FORBIDDEN = 'You do not have permission to perform this action.';
const NOT_SIGNED_IN = 'Authentication credentials were not provided.';

let stage: Stage;
/** Employees with every permission, with none, and with all but one. */
let all: Client;
let none: Client;
/** The key of a till, with every permission. */
let key: Client;
const without = {} as Record<Permission, Client>;
const holders = new Map<string, Promise<Client>>();
/** An employee with just these. */
const holderOf = (permissions: readonly Permission[]): Promise<Client> => {
  const name = `just-${permissions.join('-')}`;
  const known = holders.get(name) ?? stage.shop.employee(name, permissions);
  holders.set(name, known);
  return known;
};

beforeAll(async () => {
  stage = await setStage();
  all = await holderOf(PERMISSIONS);
  none = await holderOf([]);
  const rights = { permissions: [...PERMISSIONS], terminal: null, own_sales_only: false };
  key = stage.shop.stranger.as(createKey(stage.shop.console, { name: 'Bar', ...rights }).key);
  // Its first use is kept.
  await key.get('account/');
  for (const name of PERMISSIONS) without[name] = await holderOf(PERMISSIONS.filter((one) => one !== name));
  // What a refused request leaves is what it did itself.
  await stage.shop.hold();
});
afterAll(() => stage.shop.close());

/** What the description says: `can_a`, `can_a and can_b`, `can_a or can_b`. */
const permissionsOf = ({ operation }: Endpoint) => {
  const [, said = ''] = /Permissions?: ([^.]*)\./.exec(operation.description) ?? [];
  return {
    names: [...said.matchAll(/can_\w+/g)].map(([name]) => name as Permission),
    isAny: / or /.test(said),
  };
};
const isForOwner = ({ operation }: Endpoint) =>
  /For the owner of the account alone/.test(operation.description);
const isOpen = ({ operation }: Endpoint) => operation.security.length === 0;

/** A body and a query that nobody may send, so that what is refused for them comes later. */
const MALFORMED = '?page=x&from=x&created_from=x';
const malformed = (endpoint: Endpoint) => (endpoint.method === 'GET' ? {} : { raw: '{' });

const refused = async (client: Client, endpoint: Endpoint, path: string, status: number, detail: string) => {
  const before = tracesNow(stage.shop);
  const answer = await client.send<Refusal>(endpoint.method, path, malformed(endpoint));
  expect([answer.status, answer.body], answer.text).toEqual([status, { detail }]);
  usualHeaders(answer);
  if (endpoint.method === 'GET') {
    const head = await client.send('HEAD', path);
    expect([head.status, head.text]).toEqual([status, '']);
  }
  expect(tracesNow(stage.shop)).toEqual(before);
};

describe('A call made without the permission it needs is answered with 403 `You do not have permission to perform this action.` The check comes before the body is validated and before the object is looked up. (stats/ needs can_view_invoices; refresh needs can_view_invoices; sync_registers and sync_invoices need can_manage_terminals) The income book is written by the owner alone.', () => {
  test.each(ENDPOINTS.filter((endpoint) => !isOpen(endpoint)))('$key', async (endpoint) => {
    const { release } = await stage.shop.hold();
    onTestFinished(release);
    await refused(stage.shop.stranger, endpoint, at(endpoint), 401, NOT_SIGNED_IN);
    const { names, isAny } = permissionsOf(endpoint);
    const lacking = isForOwner(endpoint) ? [all, key] : isAny ? [none] : names.map((name) => without[name]);
    for (const client of lacking)
      for (const path of [at(endpoint), at(endpoint, 999_999, MALFORMED)])
        await refused(client, endpoint, path, 403, FORBIDDEN);
  });
});

/** Each set of permissions that the description says is enough. */
const enoughFor = (endpoint: Endpoint): Permission[][] => {
  const { names, isAny } = permissionsOf(endpoint);
  return isAny ? names.map((name) => [name]) : [names];
};
const forEmployees = ENDPOINTS.filter((endpoint) => !isOpen(endpoint) && !isForOwner(endpoint));

test.each(
  forEmployees.flatMap((endpoint) =>
    enoughFor(endpoint).map((permissions) => ({ endpoint, permissions, said: permissions.join(' and ') })),
  ),
)(
  'Catalog, terminal and cash-register reading: any team member; catalog writing likewise. $endpoint.key is open to an employee with $said alone',
  async ({ endpoint, permissions }) => {
    const path = at(endpoint, 999_999, endpoint.method === 'GET' ? MALFORMED : '');
    const { status } = await (await holderOf(permissions)).send(endpoint.method, path, malformed(endpoint));
    expect([401, 403, 405]).not.toContain(status);
  },
);

const BAD_IDS = [
  ...['0', '-1', '+1', '1.0', '1e0', '1e3', '0x1', 'me', '1%20', '%31%00', '%D9%A1', '%zz'],
  ...['9007199254740992', '9007199254740993', '99999999999999999999'],
];

/** Read in one place: all of them at one endpoint, and some at each. */
const SOME_BAD_IDS = ['0', '1.0', 'me', '9007199254740992'];

test.each(ENDPOINTS.filter(({ path }) => path.includes('{id}')))(
  'An id outside 1…2^53−1 or not decimal digits is a 404 (a missing object): $key',
  async (endpoint) => {
    const before = tracesNow(stage.shop);
    const ids = endpoint.key === 'GET invoices/{id}/' ? BAD_IDS : SOME_BAD_IDS;
    for (const id of [...ids, 999_999]) {
      const answer = await stage.shop.owner.send<Refusal>(endpoint.method, at(endpoint, id), {
        ...malformed(endpoint),
      });
      expect([id, answer.status, answer.body]).toEqual([id, 404, { detail: 'Not found.' }]);
    }
    expect(tracesNow(stage.shop)).toEqual(before);
  },
);

describe('Known path, other method (PUT included): 405 `Method "PUT" not allowed.` with `Allow`. OPTIONS: 204 with `Allow`; no CORS headers by default. The trailing slash is the canonical form; a path without it is served the same, for every method, with no redirect.', () => {
  const methodsOf = (path: string) => {
    const own = ENDPOINTS.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
    return ['OPTIONS', ...own, ...(own.includes('GET') ? ['HEAD'] : [])].sort();
  };
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

  test.each(PATHS)('%s', async (path) => {
    const endpoint = ENDPOINTS.find((one) => one.path === path) as Endpoint;
    const allowed = methodsOf(path);
    const { owner } = stage.shop;
    // Of an object that is not there: the path is known all the same.
    const slashed = at(endpoint, 999_999);
    const bare = slashed.replace(/\/$/, '');
    for (const method of METHODS.filter((one) => !allowed.includes(one)))
      for (const to of [slashed, bare]) {
        const answer = await owner.send<Refusal>(method, to);
        expect([method, answer.status]).toEqual([method, 405]);
        if (method !== 'HEAD') expect(answer.body).toEqual({ detail: `Method "${method}" not allowed.` });
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
        usualHeaders(answer);
      }
    for (const to of [slashed, bare]) {
      const options = await owner.send('OPTIONS', to);
      expect([options.status, options.text]).toEqual([204, '']);
      expect(options.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
      usualHeaders(options);
    }
    for (const method of allowed.filter((one) => ['POST', 'PATCH', 'DELETE'].includes(one))) {
      const [one, other] = [
        await owner.send(method, slashed, { raw: '{' }),
        await owner.send(method, bare, { raw: '{' }),
      ];
      expect([method, other.status]).toEqual([method, one.status]);
    }
  });
});

describe('HEAD works wherever GET does.', () => {
  const isStream = ({ operation }: Endpoint) => /[sS]tream/.test(operation.operationId);
  const read = ENDPOINTS.filter((endpoint) => endpoint.method === 'GET' && !isStream(endpoint));
  test.each(read)('$path: the status and the headers of GET, and no body', async (endpoint) => {
    const { owner } = stage.shop;
    const path = goodPath(endpoint, await stage.target(endpoint.operation.operationId));
    const [get, head] = [await owner.get(path), await owner.send('HEAD', path)];
    expect([head.status, head.text]).toEqual([get.status, '']);
    // What Kramar has beyond version 1 grows by the requests themselves.
    const isOfVersion1 = !endpoint.operation['x-kramar-extension'];
    for (const name of ['content-type', 'content-disposition', ...(isOfVersion1 ? ['content-length'] : [])])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    expect((await owner.get(path.replace(/\/(?=\?|$)/, ''))).status).toBe(get.status);
  });
});

test('a key belongs to one endpoint, at another it is a 400, though the body is the same', async () => {
  const keyed = ENDPOINTS.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(keyed.length).toBeGreaterThan(10);
  const { owner, terminal } = stage.shop;
  const request = { body: { terminal: terminal.id, amount: 100 }, headers: { 'Idempotency-Key': 'one key' } };
  expect((await owner.send('POST', 'invoices/', request)).status).toBe(201);
  for (const endpoint of keyed.filter(({ path }) => path !== 'invoices/')) {
    const path = at(endpoint, await stage.target(endpoint.operation.operationId));
    const refusal = await withoutTrace(stage.shop, () => owner.send(endpoint.method, path, request));
    expect([endpoint.key, refusal.status, refusal.body.errors]).toEqual([
      endpoint.key,
      400,
      { 'Idempotency-Key': ['This key was used for another request.'] },
    ]);
  }
  const again = await owner.send('POST', 'invoices/', request);
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
});

test('A terminal without a usable token (keychain lost): reading works; whatever needs the bank answers 502 with err_code `TOKEN_MISSING`.', async () => {
  const { shop } = stage;
  const { db } = shop.console;
  for (const endpoint of ENDPOINTS) {
    const { operationId } = endpoint.operation;
    const needsBank = operationId in BANK_CALLS;
    if (!needsBank && endpoint.method !== 'GET') continue;
    const path = goodPath(endpoint, await stage.target(operationId));
    const body = endpoint.method === 'GET' ? {} : { raw: enoughToSend(stage, endpoint) };
    const request = () => shop.owner.send<Refusal>(endpoint.method, path, body);
    const terminals = db.all(build.selectFrom('terminals').select(['id', 'sealed_token']));
    db.run(build.updateTable('terminals').set({ sealed_token: null }));
    if (needsBank) {
      const { status, body: refusal } = await withoutTrace(shop, request);
      expect([endpoint.key, status, refusal.err_code]).toEqual([endpoint.key, 502, 'TOKEN_MISSING']);
    } else expect([endpoint.key, (await request()).status]).toEqual([endpoint.key, 200]);
    for (const { id, sealed_token } of terminals)
      db.run(build.updateTable('terminals').set({ sealed_token }).where('id', '=', id));
  }
});

describe('429', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ config: { rateLimitUser: 1, rateLimitAnonymous: 3 } });
    const { owner, stranger } = shop;
    for (let times = 0; times < 3; times += 1)
      await Promise.all([owner.get('terminals/'), stranger.get('openapi.json')]);
  });
  afterAll(() => shop.close());

  test.each(ENDPOINTS)('$key', async (endpoint) => {
    const { headers, ...answer } = await shop.owner.send(endpoint.method, at(endpoint));
    const reply = { ...answer, headers: Object.fromEntries(headers) };
    expect(reply.status).toBe(429);
    expect(faultsOf(judge, endpoint, reply)).toEqual([]);
  });
});
