import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { refusalOf, usualHeaders } from '../helpers/usual.ts';

const shop = await shopOfFile({ now: stoppedClock().now });
await shop.createInvoice();
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
    ['401 before 405', 'stranger', 'PUT', 'invoices/', 401],
    ['405 before 403', 'clerk', 'PUT', 'invoices/', 405],
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

describe('A body must be `application/json` (UTF-8), else 415 `Unsupported media type "<type>" in request.`', () => {
  const sendAs = (type: string) =>
    shop.owner.send<Refusal>('POST', 'invoices/', { raw: '{}', headers: { 'Content-Type': type } });
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    'application/json; charset=utf-16',
    'application/json; charset=windows-1251',
    'application/merge-patch+json',
    'application/json; v=1; charset=utf-16',
    'application/json; v',
    'application/json, text/plain',
  ])('%s', async (type) => {
    await refusal(() => sendAs(type), 415, { detail: `Unsupported media type "${type}" in request.` });
  });
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"',
    'application/json;odata.metadata=minimal',
    'application/json; charset=utf-8; profile="a;b=c"; v=1',
  ])('%s is taken', async (type) => {
    expect((await sendAs(type)).status).toBe(400);
  });
  test('bytes that are no UTF-8', async () => {
    const raw = new Uint8Array([
      ...Buffer.from('{"terminal":1,"amount":100,"comment":"'),
      0xff,
      0xfe,
      0x22,
      0x7d,
    ]);
    await refusal(() => shop.owner.send('POST', 'invoices/', { raw }), 400, {
      detail: expect.stringMatching(/^JSON parse error - ./),
    });
  });
  test('a body that is UTF-8 is accepted, whatever its characters', async () => {
    const comment = '\uFFFD 🙂 ї \u2028 \u0007';
    const answer = await shop.owner.post<Invoice>('invoices/', { terminal: 1, amount: 100, comment });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.comment).toBe(comment);
  });
});

describe('Malformed JSON: 400, `detail` `JSON parse error - <why>`, no `errors`.', () => {
  test.each([
    '{',
    '{"a":1,}',
    "{'a':1}",
    'null x',
    '{"a":NaN}',
    '[1',
    '\u00e9',
    '{"a":1}{',
    'undefined',
    '{"a":"\u0001"}',
  ])('%j', async (raw) => {
    for (const [method, path] of [
      ['POST', 'invoices/'],
      ['PATCH', 'terminals/1/'],
      ['POST', 'auth/token/'],
    ] as const)
      await refusal(() => shop.owner.send(method, path, { raw }), 400, {
        detail: expect.stringMatching(/^JSON parse error - ./),
      });
  });
});

describe('A body that is no object: 400 with `errors.non_field_errors` `["Invalid data. Expected a dictionary, but got list."]` (str, int, …).', () => {
  test.each([
    ['[]', 'list'],
    ['[{}]', 'list'],
    ['"x"', 'str'],
    ['5', 'int'],
    ['true', 'bool'],
    ['1.5', 'float'],
  ])('%s', async (raw, type) => {
    for (const path of ['invoices/', 'invoices/1/cancel/', 'invoices/1/refresh/', 'auth/token/verify/'])
      await refusal(() => shop.owner.send('POST', path, { raw }), 400, {
        detail: 'Validation failed.',
        errors: { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] },
      });
  });
  test('null', async () => {
    const answer = await withoutTrace(shop, () => shop.owner.send('POST', 'invoices/', { raw: 'null' }));
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['non_field_errors']]);
  });
});

describe('Larger than 1 MiB: 413.', () => {
  const bodyOf = (bytes: number) => {
    const empty = JSON.stringify({ terminal: shop.terminal.id, amount: 0, comment: '' });
    return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
  };
  test('one byte more', async () => {
    const answer = await withoutTrace(shop, () =>
      shop.owner.send<Refusal>('POST', 'invoices/', { raw: bodyOf(1_048_577) }),
    );
    expect([answer.status, Object.keys(answer.body)]).toEqual([413, ['detail']]);
    usualHeaders(answer);
  });
  test('exactly 1 MiB is read', async () => {
    const answer = await shop.owner.send<Refusal>('POST', 'invoices/', { raw: bodyOf(1_048_576) });
    expect([answer.status, Object.keys(answer.body.errors ?? {}).sort()]).toEqual([
      400,
      ['amount', 'comment'],
    ]);
  });
  test('packed into little', async () => {
    const raw = new Uint8Array(gzipSync(bodyOf(5_000_000)));
    const answer = await withoutTrace(shop, () =>
      shop.owner.send<Refusal>('POST', 'invoices/', { raw, headers: { 'Content-Encoding': 'gzip' } }),
    );
    expect([413, 415]).toContain(answer.status);
  });
});

test('A missing body on POST/PATCH reads as `{}`.', async () => {
  const posted = await shop.owner.send<Refusal>('POST', 'invoices/');
  expect([posted.status, posted.body.errors]).toEqual([
    400,
    { terminal: ['This field is required.'], amount: ['This field is required when items is not passed.'] },
  ]);
  expect((await shop.owner.send('PATCH', 'terminals/1/')).status).toBe(200);
  expect((await shop.owner.send('POST', 'invoices/1/refresh/')).status).toBe(200);
  const empty = await shop.owner.send<Refusal>('POST', 'auth/token/', { raw: '' });
  expect(Object.keys(empty.body.errors ?? {}).sort()).toEqual(['password', 'username']);
});
