import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forbidResending } from '../../main/desktop/bank-fetch.ts';
import { KEY, SELF_SIGNED } from '../helpers/certificate.ts';
import { CHROMIUM } from '../helpers/chromium.ts';

/**
 * What Chromium's network does with a request whose connection breaks: the reason why each write to the bank has a
 * connection of its own (main/desktop/bank-fetch.ts). Electron's network is this one.
 */

const SWITCHES: string[] = [];
forbidResending({
  commandLine: { appendSwitch: (name: string) => void SWITCHES.push(`--${name}`) },
} as unknown as Parameters<typeof forbidResending>[0]);

const PAGE = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n';

/** Answers each GET and breaks the connection of each POST. @param keeps connections open after an answer */
const startServer = async (keeps: boolean) => {
  const posts: Socket[] = [];
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const request = bytes.toString('latin1');
      if (request.startsWith('POST')) {
        posts.push(socket);
        socket.destroy();
      } else answer(socket, keeps);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { posts, origin: `http://127.0.0.1:${portOf(server)}`, stop: () => server.close() };
};

const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port;

const answer = (socket: Socket, keeps: boolean): void => {
  if (keeps) socket.write(`${PAGE}Connection: keep-alive\r\n\r\nok`);
  else socket.end(`${PAGE}Connection: close\r\n\r\nok`);
};

const postOnce = async (browser: Browser, origin: string): Promise<string> => {
  const page = await browser.newPage();
  await page.goto(origin);
  const outcome = await page.evaluate(() =>
    fetch('/', { method: 'POST', body: 'x' }).then(
      () => 'answered',
      () => 'failed',
    ),
  );
  await page.close();
  return outcome;
};

describe.skipIf(CHROMIUM === undefined && process.env.CI !== 'true')("Chromium's network", () => {
  let browser: Browser;
  beforeAll(async () => {
    const args = [...SWITCHES, '--ignore-certificate-errors'];
    browser = await chromium.launch({ args, ...(CHROMIUM && { executablePath: CHROMIUM }) });
  });
  afterAll(() => browser?.close());

  test('sends a POST again whose reused connection breaks', async () => {
    const server = await startServer(true);
    expect(await postOnce(browser, server.origin)).toBe('failed');
    expect(server.posts).toHaveLength(2);
    expect(server.posts[0]).not.toBe(server.posts[1]);
    server.stop();
  });

  test('sends a POST once on a connection of its own', async () => {
    const server = await startServer(false);
    expect(await postOnce(browser, server.origin)).toBe('failed');
    expect(server.posts).toHaveLength(1);
    server.stop();
  });

  test('offers no HTTP/2, over which writes would share a connection', async () => {
    const protocols: unknown[] = [];
    const server = createTlsServer(
      { key: KEY, cert: SELF_SIGNED, ALPNProtocols: ['h2', 'http/1.1'] },
      (socket) => {
        protocols.push(socket.alpnProtocol);
        socket.on('error', () => undefined);
        socket.on('data', () => answer(socket, false));
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = await browser.newPage();
    await page.goto(`https://127.0.0.1:${portOf(server)}/`);
    await page.close();
    expect(new Set(protocols)).toEqual(new Set(['http/1.1']));
    server.close();
  });
});
