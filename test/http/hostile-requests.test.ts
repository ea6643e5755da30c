import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { traces, withoutTrace } from '../helpers/trace.ts';

const shop = await shopOfFile({ now: stoppedClock().now });
const port = Number(new URL(shop.baseUrl).port);
const token = await shop.signIn('owner');

/** Writes these bytes to a connection of its own, and returns the answer received before it is closed. */
const onTheWire = (text: string): Promise<string> => inPieces([text]);

/** The same, each piece in a packet of its own. */
const inPieces = (pieces: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', async () => {
      socket.setNoDelay(true);
      for (const piece of pieces) {
        if (!socket.writable) return;
        socket.write(piece);
        await nextTurn();
      }
    });
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // A refusal closes the connection while the test may still be sending: the answer before it counts.
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
    socket.on('close', () => resolve(received));
  });
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const statusOf = (answer: string) => Number(answer.split(' ')[1]);
const withToken = () => `Authorization: Bearer ${token}`;

describe('A missing body on POST/PATCH reads as `{}`.', () => {
  test('an empty one in chunks too, without a content type', async () => {
    const answer = await onTheWire(
      `${lines(
        'PATCH /api/v1/terminals/1/ HTTP/1.1',
        'Host: 127.0.0.1',
        withToken(),
        'Transfer-Encoding: chunked',
        'Connection: close',
      )}0\r\n\r\n`,
    );
    expect(statusOf(answer), answer).toBe(200);
  });
});

describe('a body in chunks', () => {
  const chunked = (path: string, type: string, chunks: readonly string[]): Promise<string> => {
    const head = lines(
      `PATCH /api/v1/${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      withToken(),
      `Content-Type: ${type}`,
      'Transfer-Encoding: chunked',
      'Connection: close',
    );
    return inPieces([
      head,
      ...chunks.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`),
      '0\r\n\r\n',
    ]);
  };

  test.each([
    ['in one', ['{"name":"In chunks 1"}'], 'In chunks 1'],
    ['in several that arrive apart', ['{"na', 'me":"In ', 'chunks 2"', '}'], 'In chunks 2'],
  ])('is read: %s', async (_, chunks, name) => {
    const answer = await chunked('terminals/1/', 'application/json', chunks);
    expect(statusOf(answer), answer).toBe(200);
    expect(answer).toContain(`"name":"${name}"`);
  });
  test('larger than 1 MiB is a 413', async () => {
    const before = await traces(shop);
    const large = Array.from({ length: 20 }, () => 'x'.repeat(65_536));
    expect(statusOf(await chunked('terminals/1/', 'application/json', large))).toBe(413);
    expect(await traces(shop)).toEqual(before);
  });
});

describe('A Host other than 127.0.0.1, [::1] or localhost is refused with 403', () => {
  test('no Host at all, by HTTP/1.0', async () => {
    const answer = await onTheWire(lines('GET /api/v1/terminals/ HTTP/1.0', withToken()));
    expect(statusOf(answer), answer).toBe(403);
  });
  test.each([
    ['a valid Host behind a foreign one', '/', ['evil.example', '127.0.0.1']],
    ['a foreign Host behind a valid one', '/', ['127.0.0.1', 'evil.example']],
    ['a foreign one in the address itself', 'http://evil.example/', ['127.0.0.1']],
  ])('%s', async (_, base, hosts) => {
    const answer = await onTheWire(
      lines(
        `GET ${base}api/v1/terminals/ HTTP/1.1`,
        ...hosts.map((host) => `Host: ${host}`),
        'Connection: close',
        withToken(),
      ),
    );
    expect(statusOf(answer), answer).toBe(403);
  });
  test('our own in the address itself is served', async () => {
    const first = `GET ${shop.baseUrl}terminals/ HTTP/1.1`;
    const answer = await onTheWire(lines(first, 'Host: 127.0.0.1', 'Connection: close', withToken()));
    expect(statusOf(answer), answer).toBe(200);
  });
  test('the forwarded host of a proxy is ignored', async () => {
    const answer = await onTheWire(
      lines(
        'GET /api/v1/terminals/ HTTP/1.1',
        'Host: evil.example',
        'X-Forwarded-Host: 127.0.0.1',
        'X-Forwarded-For: 127.0.0.1',
        'Connection: close',
        withToken(),
      ),
    );
    expect(statusOf(answer)).toBe(403);
  });
});

describe('Every answer carries `Content-Type: application/json; charset=utf-8` (but a 204), `X-Request-Id`, and the two X-RateLimit headers', () => {
  test.each([
    ['to an expectation that nobody has heard of', 200, 'GET /api/v1/terminals/', 'Expect: a-miracle'],
    [
      'to an address that is too long',
      431,
      `GET /api/v1/terminals/?search=${'x'.repeat(20_000)}`,
      'Accept: */*',
    ],
    ['to a method that is none', 400, 'FOO /api/v1/terminals/', 'Accept: */*'],
    ['to a header that is none', 400, 'GET /api/v1/terminals/', 'A header'],
  ])('%s', async (_, status, first, header) => {
    const answer = await onTheWire(
      lines(`${first} HTTP/1.1`, 'Host: 127.0.0.1', header, 'Connection: close', withToken()),
    );
    expect(statusOf(answer), answer).toBe(status);
    for (const each of [
      /^content-type: application\/json; charset=utf-8\r$/im,
      /^x-request-id: \S+\r$/im,
      /^x-ratelimit-limit: \d+\r$/im,
      /^x-ratelimit-remaining: \d+\r$/im,
    ])
      expect(answer).toMatch(each);
  });
});

describe('An unexpected shape is a 400, never a 500, and leaves no trace', () => {
  test.each([
    ['a key named __proto__', '{"terminal":1,"amount":100,"__proto__":{"is_active":0}}'],
    [
      'a key named __proto__ in an item',
      '{"terminal":1,"items":[{"name":"a","price":1,"__proto__":{"price":0}}]}',
    ],
    ['nested a hundred thousand deep', `{"terminal":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['nested in an unknown field', `{"x":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['a number beyond all numbers', '{"terminal":1,"amount":1e999}'],
    ['a number with an exponent', '{"terminal":1e308,"amount":100}'],
    ['an id beyond the safe integers', '{"terminal":9007199254740993,"amount":100}'],
    ['a negative id', '{"terminal":-1,"amount":100,"cash_register":-1}'],
    ['half a character', '{"terminal":1,"amount":100,"comment":"\\ud800"}'],
    ['a NUL character', '{"terminal":1,"amount":100,"reference":"a\\u0000b"}'],
    ['ten thousand unknown fields', `{${Array.from({ length: 10_000 }, (_, at) => `"f${at}":1`).join(',')}}`],
  ])('%s', async (_, raw) => {
    const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>('POST', 'invoices/', { raw }));
    expect(answer.status, answer.text.slice(0, 500)).toBe(400);
  });

  test('all faulty fields are told at once, five thousand too', async () => {
    const raw = `{${Array.from({ length: 5000 }, (_, at) => `"f${at}":1`).join(',')},"items":[{"a":1},{"name":"b","price":1,"quantity":1,"c":1}]}`;
    const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>('POST', 'invoices/', { raw }));
    const { items, terminal, ...unknown } = answer.body.errors ?? {};
    expect([items, terminal]).toEqual([
      [
        { name: ['This field is required.'], price: ['This field is required.'], a: ['Unknown field.'] },
        { c: ['Unknown field.'] },
      ],
      ['This field is required.'],
    ]);
    expect(Object.keys(unknown)).toHaveLength(5000);
    expect(new Set(Object.values(unknown).flat())).toEqual(new Set(['Unknown field.']));
  });

  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join(',');
  test.each([
    ['fields', 'more than 10000 fields', `{${many(100_000, (at) => `"${at.toString(36)}":1`)}}`],
    [
      'fields of items',
      'more than 10000 fields',
      `{"items":[${many(200, () => `{${many(51, (at) => `"${at}":1`)}}`)}]}`,
    ],
    ['objects', 'more than 50000 lists and objects', `{"items":[${many(50_001, () => '{}')}]}`],
    ['levels', 'more than 50000 lists and objects', `{"x":${'['.repeat(50_001)}`],
  ])('more %s than any client needs are a 400 before they are read', async (_, why, raw) => {
    for (const path of ['invoices/', 'auth/token/', 'auth/token/refresh/']) {
      const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>('POST', path, { raw }));
      expect([answer.status, answer.body]).toEqual([400, { detail: `JSON parse error - ${why}` }]);
    }
  });
  test('text that only looks like fields and lists does not count as such', async () => {
    const raw = JSON.stringify({ terminal: 1, amount: 1, comment: '":[{\\'.repeat(60_000) });
    const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>('POST', 'invoices/', { raw }));
    expect(answer.body.errors).toEqual({ comment: ['Ensure this field has no more than 280 characters.'] });
  });

  test.each([
    'search=%00',
    'search=%ED%A0%80',
    `search=${'%20a'.repeat(200)}`,
    `search=${'x'.repeat(8000)}`,
    'search=%25%27%22%5C%28%29*',
    'ordering=__proto__',
    'created_from=-271821-04-20',
    'terminal=-99999999999999999999',
    'page=1&page=2&page=1',
    '__proto__=1&constructor=2',
    '=&&==&%',
  ])('a query of odd characters is no 500: %s', async (query) => {
    const { status } = await shop.owner.get(`invoices/?${query}`);
    expect([200, 400]).toContain(status);
  });
});

test('a client that goes away in the middle of its body leaves no trace', async () => {
  const before = await traces(shop);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = lines(
        'POST /api/v1/invoices/ HTTP/1.1',
        'Host: 127.0.0.1',
        withToken(),
        'Content-Type: application/json',
        'Content-Length: 200',
      );
      socket.write(`${head}{"terminal": 1, "amount": 100`, () => socket.destroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
  // The answer to the requests before it.
  expect((await shop.owner.get('terminals/')).status).toBe(200);
  expect(await traces(shop)).toEqual(before);
});
