import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Client, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { refusalOf, usualHeaders } from '../helpers/usual.ts';

let shop: Shop;
let invoice: Invoice;
let clerk: Client;
beforeAll(async () => {
  shop = await openShop({ now: stoppedClock().now });
  invoice = await shop.createInvoice();
  clerk = await shop.employee('clerk');
});
afterAll(() => shop.close());

const refusal = (request: () => Promise<Answer<Refusal>>, status: number, body: object) =>
  refusalOf(shop, request, status, body);

describe('The trailing slash is the canonical form; a path without it is served the same, for every method, with no redirect.', () => {
  test.each([
    ['GET', 'invoices', 200],
    ['GET', 'terminals', 200],
    ['GET', 'terminals/1', 200],
    ['HEAD', 'invoices/1', 200],
    ['OPTIONS', 'invoices/1', 204],
    ['PATCH', 'terminals/1', 200],
    ['POST', 'invoices/1/refresh', 200],
    ['POST', 'terminals/1/sync_registers', 200],
    ['GET', 'invoices?page_size=1', 200],
    ['PUT', 'invoices', 405],
    ['GET', 'invoices/77', 404],
  ])('%s %s', async (method, path, status) => {
    const [bare = '', query] = path.split('?');
    const slashed = `${bare}/${query ? `?${query}` : ''}`;
    const answers = await Promise.all([path, slashed].map((each) => shop.owner.send(method, each)));
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    for (const answer of answers) usualHeaders(answer);
  });
  test('POST invoices, POST auth/token', async () => {
    const body = { terminal: shop.terminal.id, amount: 100 };
    expect((await shop.owner.post('invoices', body)).status).toBe(201);
    const credentials = { username: 'owner', password: 'wrong' };
    expect((await shop.stranger.post('auth/token', credentials)).status).toBe(401);
  });
});

describe('Query and path are otherwise case-sensitive. Unknown path: 404 `Not found.`', () => {
  test.each([
    'nothing/',
    'Invoices/',
    'invoices//',
    'invoices/1/items/',
    'terminals/1/Sync_registers/',
    'auth/',
    'AUTH/token/',
    'catalog/',
    'invoices%2F',
    '../v1/nothing/',
    'invoices/1/cancel/x',
    '%',
    '%E0%A4%A',
  ])('"%s"', async (path) => {
    for (const client of [shop.owner, shop.stranger])
      await refusal(() => client.get(path), 404, { detail: 'Not found.' });
  });
  test('a parameter in another case is an unknown one', async () => {
    const { body } = await shop.owner.get<{ results: unknown[] }>('invoices/?PAGE_SIZE=0&Status=nothing');
    expect(body.results.length).toBeGreaterThan(0);
  });
});

describe('Known path, other method (PUT included): 405 `Method "PUT" not allowed.` with `Allow`.', () => {
  test.each([
    ['PUT', 'invoices/', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', 'invoices/1/', 'GET, HEAD, OPTIONS'],
    ['PATCH', 'invoices/1/', 'GET, HEAD, OPTIONS'],
    ['GET', 'invoices/1/cancel/', 'OPTIONS, POST'],
    ['HEAD', 'invoices/1/cancel/', 'OPTIONS, POST'],
    ['PUT', 'terminals/1/', undefined],
    ['POST', 'cash-registers/', 'GET, HEAD, OPTIONS'],
    ['GET', 'auth/token/', 'OPTIONS, POST'],
    // Of an object that is not there: the path is known all the same.
    ['DELETE', 'invoices/777/', 'GET, HEAD, OPTIONS'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>(method, path));
    expect(answer.status).toBe(405);
    if (method !== 'HEAD') expect(answer.body).toEqual({ detail: `Method "${method}" not allowed.` });
    const allowed = answer.headers.get('allow')?.split(', ').sort().join(', ');
    expect(allowed).toBe(allow ?? allowed);
    expect(allowed).not.toContain(method);
    usualHeaders(answer);
  });
});

describe('HEAD works wherever GET does.', () => {
  test.each(['invoices/', 'invoices/1/', 'terminals/', 'terminals/1/', 'cash-registers/'])(
    '%s',
    async (path) => {
      const [head, get] = await Promise.all([shop.owner.send('HEAD', path), shop.owner.get(path)]);
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
      usualHeaders(head);
    },
  );
  test('refusals have no body either', async () => {
    const answers = await Promise.all([
      shop.owner.send('HEAD', 'invoices/999/'),
      shop.stranger.send('HEAD', 'invoices/'),
      clerk.send('HEAD', 'invoices/'),
    ]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [404, ''],
      [401, ''],
      [403, ''],
    ]);
  });
});

describe('OPTIONS: 204 with `Allow`; no CORS headers by default.', () => {
  test.each([
    ['invoices/', 'GET, HEAD, OPTIONS, POST'],
    ['invoices/1/cancel/', 'OPTIONS, POST'],
    ['auth/token/', 'OPTIONS, POST'],
  ])('%s', async (path, allow) => {
    const answer = await shop.owner.send('OPTIONS', path);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow);
    usualHeaders(answer);
  });
});

test('Every answer carries `Content-Type: application/json; charset=utf-8` (but a 204), `X-Request-Id`, and the two X-RateLimit headers. Each another id', async () => {
  const answers = await Promise.all(
    ['invoices/', 'invoices/1/', 'invoices/77/', 'nothing/', 'invoices/?page=0'].map((path) =>
      shop.owner.get(path),
    ),
  );
  answers.push(await shop.owner.send('OPTIONS', 'invoices/'), await shop.stranger.get('invoices/'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 400, 204, 401]);
  for (const answer of answers) usualHeaders(answer);
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
});

describe('Order of refusals: 429, unknown path 404, 401, 405, 403, missing object 404, then what is wrong with the body (415, 413, 400).', () => {
  const text = { raw: 'x', headers: { 'Content-Type': 'text/plain' } };
  test.each([
    ['unknown path before 401', 'stranger', 'POST', 'nothing/', 404],
    ['401 before 405', 'stranger', 'PUT', 'invoices/', 401],
    ['405 before 403', 'clerk', 'PUT', 'invoices/', 405],
    ['403 before a missing object', 'clerk', 'POST', 'invoices/999/cancel/', 403],
    ['403 before the body', 'clerk', 'POST', 'invoices/', 403],
    ['a missing object before the body', 'owner', 'POST', 'invoices/999/cancel/', 404],
    ['the body last', 'owner', 'POST', 'invoices/1/cancel/', 415],
  ] as const)('%s', async (_, who, method, path, status) => {
    const client = who === 'clerk' ? clerk : shop[who];
    const answer = await withoutTrace(shop, () => client.send<Refusal>(method, path, text));
    expect(answer.status).toBe(status);
    usualHeaders(answer);
  });
  test('415 before 413', async () => {
    const raw = 'x'.repeat(2_000_000);
    const answer = await shop.owner.send('POST', 'invoices/', {
      raw,
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });
});

test('the invoice of the first test is untouched by all of it', async () => {
  expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'created', amount: 34_000 });
});
