import { beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../helpers/raw.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

let origin: string;

const shop = await shopOfFile();
beforeAll(async () => {
  ({ origin } = new URL(shop.baseUrl));
});

const request = (path: string, method = 'GET') => rawRequest(origin + path, { method });

describe('/docs/', () => {
  test.each([
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/start.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/index.css', 'text/css; charset=utf-8'],
    ['/docs/favicon-32x32.png', 'image/png'],
  ])('%s is %s, and lets nothing but our own files run', async (path, type) => {
    const { status, headers } = await request(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-security-policy']).toBe(
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-cache');
  });

  test('the page has no script or style of its own, and every file that it names is served', async () => {
    const { text } = await request('/docs/');
    expect(text).not.toMatch(/<style|style=|<script>|\son\w+=|https?:/);
    const names = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(5);
    for (const name of names) expect((await request(`/docs/${name}`)).status, name).toBe(200);
  });

  test('it shows our own description, and loads nothing from elsewhere', async () => {
    const { text } = await request('/docs/start.js');
    const [, path = ''] = /url: '([^']+)'/.exec(text) ?? [];
    expect((await request(path)).status).toBe(200);
    expect(text).toContain('validatorUrl: null');
    expect(text).not.toMatch(/https?:/);
  });

  test('/docs leads there', async () => {
    const { status, headers } = await request('/docs');
    expect(status).toBe(302);
    expect(headers.location).toBe('/docs/');
  });

  test('a file that the browser has already is not sent again', async () => {
    const { headers } = await request('/docs/swagger-ui-bundle.js');
    const again = await rawRequest(`${origin}/docs/swagger-ui-bundle.js`, {
      headers: { 'If-None-Match': String(headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    '/docs/index.html',
    '/docs/swagger-initializer.js',
    '/docs/package.json',
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/docs/__proto__',
    '/docsx',
    '/DOCS/',
  ])('%s is not there', async (path) => {
    const { status, text } = await request(path);
    expect([status, text]).toEqual([404, '{"detail":"Not found."}']);
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is not there', async (method) => {
    expect((await request('/docs/', method)).status).toBe(404);
  });

  test('it does not count as a request of the interface', async () => {
    expect((await request('/docs/')).headers['x-ratelimit-limit']).toBeUndefined();
  });
});
