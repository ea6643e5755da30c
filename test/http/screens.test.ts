import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SCREEN_PATHS, screens } from '../../main/http/screens.ts';
import { ask as askRaw, type Reply } from './contract/ask.ts';

let folder: string;
let directory: string;
let server: Server;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kramar-screens-'));
  directory = join(folder, 'dist', 'renderer');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const app = new Koa();
  app.use(screens(directory));
  app.use((ctx) => {
    ctx.status = 404;
    ctx.body = { detail: 'Not found.' };
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const ask = (path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Reply> => {
  const { port } = server.address() as AddressInfo;
  return askRaw(`http://127.0.0.1:${port}/`, { method, path: path.slice(1), headers });
};

const nonceOf = ({ headers }: Reply): string =>
  /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';

async function build(page = '<!doctype html><title>Kramar</title>'): Promise<void> {
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'assets', 'index-Ab3_-xY9.js'), 'export {};');
  await writeFile(join(directory, 'assets', 'index-C0ffee12.css'), 'body {}');
  await writeFile(join(directory, 'assets', 'icon-D00dad12.svg'), '<svg/>');
  await writeFile(join(directory, 'robots.txt'), 'none');
  await writeFile(join(directory, 'odd.unheardof'), '<script>');
}

describe('the built screens', () => {
  beforeEach(() => build());

  test.each([
    ['/', 'text/html; charset=utf-8', 'no-store'],
    ['/index.html', 'text/html; charset=utf-8', 'no-store'],
    ['/?lang=uk', 'text/html; charset=utf-8', 'no-store'],
    ['/assets/index-Ab3_-xY9.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/index-C0ffee12.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/icon-D00dad12.svg', 'image/svg+xml', 'public, max-age=31536000, immutable'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/odd.unheardof', 'application/octet-stream', 'no-cache'],
  ])('%s is %s, %s', async (path, type, cacheControl) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['cache-control']).toBe(cacheControl);
  });

  test('every file carries the security headers, the page a policy of its own', async () => {
    const [page, script] = [await ask('/'), await ask('/assets/index-Ab3_-xY9.js')];
    const rest = "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    expect(script.headers['content-security-policy']).toBe(`default-src 'self'; ${rest}`);
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonceOf(page)}'; ` +
        `img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; ${rest}`,
    );
    for (const { headers } of [page, script]) {
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  test.each([
    ...SCREEN_PATHS,
    '/today/',
    '/invoices/15',
    '/invoices/?status=success',
    '/catalog/products/7/edit',
    '/settings/backup',
  ])('%s is the page: the screens use paths', async (path) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>Kramar</title>');
    expect((await ask(path, 'POST')).status).toBe(404);
  });

  test('the nonce differs in each answer, and is the same in its page and its header', async () => {
    await build('<meta nonce="{{nonce}}"><style nonce="{{nonce}}"></style><p>{{other}}</p>');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/today')));
    const nonces = answers.map(nonceOf);
    expect(new Set(nonces).size).toBe(20);
    for (const [index, { text }] of answers.entries()) {
      const nonce = nonces[index] ?? '';
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(text).toBe(`<meta nonce="${nonce}"><style nonce="${nonce}"></style><p>{{other}}</p>`);
    }
  });

  test('HEAD has the same headers without the content', async () => {
    await build('<title>Картка</title><meta nonce="{{nonce}}">');
    const got = await ask('/today');
    const head = await ask('/today', 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(got.text)));
    const shown = (answer: Reply) => {
      const { date: _, ...headers } = answer.headers;
      return JSON.stringify(headers).replace(nonceOf(answer), '');
    };
    expect(shown(head)).toBe(shown(got));
  });

  test('the page is always sent anew: an old one would be paired with a new nonce', async () => {
    const { headers } = await ask('/');
    expect(headers.etag).toBeUndefined();
    const again = await ask('/', 'GET', {
      'If-None-Match': '*',
      'If-Modified-Since': new Date().toUTCString(),
    });
    expect(again.status).toBe(200);
    expect(again.text).toContain('<title>Kramar</title>');
  });

  test('a file that the client has already is not sent again', async () => {
    const { headers } = await ask('/robots.txt');
    const again = await ask('/robots.txt', 'GET', { 'If-None-Match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.headers.etag).toBe(headers.etag);
    expect(again.headers['content-security-policy']).toBeDefined();
    expect((await ask('/robots.txt', 'GET', { 'If-None-Match': '"another"' })).status).toBe(200);
  });

  test('texts are sent in gzip to clients that accept it, under a tag of their own', async () => {
    const plain = await ask('/assets/index-C0ffee12.css');
    const packed = await ask('/assets/index-C0ffee12.css', 'GET', { 'Accept-Encoding': 'gzip, br' });
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const response = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/assets/index-C0ffee12.css`,
    );
    expect(await response.text()).toBe('body {}');
    const known = { 'Accept-Encoding': 'gzip', 'If-None-Match': String(packed.headers.etag) };
    expect((await ask('/assets/index-C0ffee12.css', 'GET', known)).status).toBe(304);
  });

  test('files are read once: a page and its assets stay of one build', async () => {
    const { text } = await ask('/');
    await build('<!doctype html><title>Another</title>');
    expect((await ask('/')).text).toBe(text);
  });

  test('a link out of the folder is not followed', async () => {
    await symlink(join(folder, 'secret.txt'), join(directory, 'link.txt'));
    expect((await ask('/link.txt')).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/../../secret.txt',
    '/assets/../../../secret.txt',
    '/..%2f..%2fsecret.txt',
    '/%2e%2e/%2e%2e/secret.txt',
    '/..\\..\\secret.txt',
    '//../../secret.txt',
    '/assets/..%5c..%5c..%5csecret.txt',
    '/index.html%00',
    '/assets',
    '/assets/',
    '/INDEX.HTML',
    '/constructor',
    '/__proto__',
    '/%',
    '/api/v1/terminals/',
    '/Today',
    '/todays',
    '/%74oday',
    '//today',
    '/x/today',
    '/assets/today',
  ])('%s is no screen of ours', async (path) => {
    const { status, text, headers } = await ask(path);
    expect(status).toBe(404);
    expect(text).toBe('{"detail":"Not found."}');
    expect(headers.etag).toBeUndefined();
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s / is no screen of ours', async (method) => {
    expect((await ask('/', method)).status).toBe(404);
  });
});

describe('screens that have not been built', () => {
  test('/ says so in both languages', async () => {
    const { status, headers, text } = await ask('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBeDefined();
    expect(text).toContain('Сервіс запущено');
    expect(text).toContain('lang="en"');
    expect(text.match(/npm run build/gu)).toHaveLength(2);
  });

  test('and so does every screen', async () => {
    expect((await ask('/invoices/15')).text).toContain('Сервіс запущено');
  });

  test('everything else is no screen of ours', async () => {
    expect((await ask('/index.html')).status).toBe(404);
    expect((await ask('/assets/index-Ab3_-xY9.js')).status).toBe(404);
  });

  test('once built, they are served without a restart', async () => {
    await ask('/');
    await build();
    expect((await ask('/')).text).toContain('<title>Kramar</title>');
    expect((await ask('/assets/index-C0ffee12.css')).status).toBe(200);
  });
});

test('without an owner `/` leads to the first run, and nothing else does', async () => {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'index.html'), '<head><title>Kramar</title></head>');
  let isOwned = false;
  await new Promise((resolve) => server.close(resolve));
  server = new Koa()
    .use(
      screens(directory, () =>
        isOwned ? undefined : { console: 'admin --data-dir "a<b"', hasWindow: false },
      ),
    )
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { status, headers } = await ask('/');
  expect([status, headers.location, headers['cache-control']]).toEqual([302, '/first-run', 'no-store']);
  const { status: found, text } = await ask('/first-run');
  expect([found, text]).toEqual([
    200,
    expect.stringContaining('content="admin --data-dir &quot;a&lt;b&quot;"'),
  ]);
  expect((await ask('/today')).status).toBe(200);
  isOwned = true;
  expect((await ask('/')).status).toBe(200);
  expect((await ask('/first-run')).text).not.toContain('kramar-console');
});
