import { describe, expect, test } from 'vitest';
import { rawRequest } from '../helpers/raw.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { traces } from '../helpers/trace.ts';

const shop = await shopOfFile();
const port = new URL(shop.baseUrl).port;
const token = await shop.signIn('owner');

const FOREIGN: Record<string, string>[] = [
  { Host: 'evil.example' },
  { Host: '127.0.0.1:99999' },
  { Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'cross-site' },
];
const request = (headers: Record<string, string>, path = 'terminals/', options: object = {}) =>
  rawRequest(shop.baseUrl + path, {
    ...options,
    headers: { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${token}`, ...headers },
  });

describe('A Host other than 127.0.0.1, [::1] or localhost (any port), an Origin that is not our own, or, under `{base_url}`, a `Sec-Fetch-Site` of `cross-site` or `same-site`, is refused with 403 before everything else, and counts against no limit.', () => {
  test.each([
    'shop.example',
    'shop.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example#127.0.0.1',
    '127.0.0.2',
    '0.0.0.0',
    '192.168.1.5',
    '[::2]',
    '127.0.0.1:80:80',
    'user@127.0.0.1',
    'localhost:123456',
    '127.0.0.1:99999',
    '[::1]:65536',
  ])('Host %s', async (Host) => {
    const { status, text, headers } = await request({ Host });
    expect([status, Object.keys(JSON.parse(text))]).toEqual([403, ['detail']]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
      expect(headers[name]).toMatch(/./);
  });

  test.each(['127.0.0.1', '127.0.0.1:1', 'localhost', 'LocalHost:8080', '[::1]', '[::1]:7480'])(
    'Host %s is served',
    async (Host) => {
      expect((await request({ Host })).status).toBe(200);
    },
  );

  test.each([
    'https://evil.example',
    'null',
    '',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost:3000',
    'https://localhost:3000',
    'http://evil.example:PORT',
    'http://127.0.0.1.evil.example:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'file://',
    'chrome-extension://abc',
  ])('Origin %s', async (origin) => {
    const { status, text } = await request({ Origin: origin.replace('PORT', port) });
    expect([status, Object.keys(JSON.parse(text))]).toEqual([403, ['detail']]);
  });

  test.each(['http://127.0.0.1:PORT', 'http://localhost:PORT', 'http://[::1]:PORT'])(
    'our own Origin is served: %s',
    async (origin) => {
      const own = origin.replace('PORT', port);
      const { status } = await request({ Origin: own, Host: new URL(own).host });
      expect(status).toBe(200);
    },
  );

  test.each(['cross-site', 'same-site', 'Cross-Site', 'same-origin, cross-site'])(
    'Sec-Fetch-Site %s, and no Origin, as an image of another web page sends it',
    async (site) => {
      for (const path of ['terminals/', 'nothing/', '', '../v1']) {
        const { status, text } = await request({ 'Sec-Fetch-Site': site }, path);
        expect([path, status, Object.keys(JSON.parse(text))]).toEqual([path, 403, ['detail']]);
      }
    },
  );

  test.each(['same-origin', 'none'])('Sec-Fetch-Site %s is served', async (site) => {
    expect((await request({ 'Sec-Fetch-Site': site })).status).toBe(200);
  });

  test('A link from elsewhere may open a screen.', async () => {
    for (const path of ['/', '/invoices', '/api/docs/']) {
      const { status } = await rawRequest(new URL(path, shop.baseUrl).href, {
        headers: { 'Sec-Fetch-Site': 'cross-site', Accept: 'text/html' },
      });
      expect([path, status]).not.toEqual([path, 403]);
    }
  });

  test('before everything else: a request that would change something leaves no trace', async () => {
    const before = await traces(shop);
    const body = JSON.stringify({ terminal: shop.terminal.id, amount: 100 });
    for (const headers of FOREIGN)
      for (const method of ['POST', 'OPTIONS', 'PUT', 'GET', 'HEAD']) {
        const answer = await request({ ...headers, 'Content-Type': 'application/json' }, 'invoices/', {
          method,
          ...(method === 'POST' ? { body } : {}),
        });
        expect([method, answer.status]).toEqual([method, 403]);
      }
    expect(await traces(shop)).toEqual(before);
  });

  test('before everything else: an unknown path, a request without a token, a sign-in, the screens', async () => {
    for (const foreign of FOREIGN) {
      expect((await request(foreign, 'nothing/')).status).toBe(403);
      expect((await request({ ...foreign, Authorization: '' })).status).toBe(403);
      const answer = await request({ ...foreign, 'Content-Type': 'application/json' }, 'auth/token/', {
        method: 'POST',
        body: JSON.stringify({ username: 'owner', password: PASSWORD }),
      });
      expect([answer.status, answer.text.includes('access')]).toEqual([403, false]);
    }
    const screens = await rawRequest(new URL('/', shop.baseUrl).href, { headers: { Host: 'evil.example' } });
    expect(screens.status).toBe(403);
  });
});

test('no CORS headers by default, whoever asks', async () => {
  for (const Origin of ['https://evil.example', `http://127.0.0.1:${port}`]) {
    const { headers } = await request({ Origin, 'Access-Control-Request-Method': 'POST' }, 'invoices/', {
      method: 'OPTIONS',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});
