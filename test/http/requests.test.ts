import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { refusalOf, usualHeaders } from '../helpers/usual.ts';

const shop = await shopOfFile({ now: stoppedClock().now });
const invoice = await shop.createInvoice();
const clerk = await shop.employee('clerk');

const refusal = (request: () => Promise<Answer<Refusal>>, status: number, body: object) =>
  refusalOf(shop, request, status, body);

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

test('Unexpected failure: 500 `{"detail": "Internal server error.", "request_id": "…"}`; the cause goes to the log, never to the client.', async () => {
  const { db } = shop.console;
  // Beyond every date: its presenter throws.
  const category = { name: 'x', search_text: '', created_at: 9e15, updated_at: 1 };
  db.run(build.insertInto('categories').values(category));
  const answer = await shop.owner.get<Refusal>('catalog/categories/');
  expect([answer.status, answer.body]).toEqual([
    500,
    { detail: 'Internal server error.', request_id: answer.headers.get('x-request-id') },
  ]);
  const logs = join(shop.folder, 'logs');
  await vi.waitFor(() => {
    const log = readdirSync(logs).map((file) => readFileSync(join(logs, file), 'utf8'));
    const line = log.flatMap((each) => each.split('\n')).find((each) => each.includes('A request failed.'));
    expect(line).toContain(answer.body.request_id);
    expect(line).toContain('Invalid time value');
  });
  expect((await shop.owner.get('catalog/units/')).status).toBe(200);
});
