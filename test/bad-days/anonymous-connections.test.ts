import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { TokenPair } from '../../shared/api/auth.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

// A local program without a token opens connections by the thousand. The till that is signed in works on.

/** As the service has it (main/http/server.ts). */
const SHARE = 256;

let sockets: Socket[] = [];
const shop = await shopOfFile({ config: { rateLimitAnonymous: 60 } });
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** Opens so many and sends what the number of each says; resolves when each is accepted or refused. */
const attack = async (count: number, sent: (at: number) => string): Promise<void> => {
  const { port } = new URL(shop.baseUrl);
  for (let from = 0; from < count; from += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, count - from) }, async (_, at) => {
        const socket = connect(Number(port), '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => undefined).resume();
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        socket.write(sent(from + at));
      }),
    );
};

const stillOpen = () => sockets.filter(({ destroyed }) => !destroyed).length;

/** Each on a connection of its own, so that it has to be let in. */
const signedIn = async (): Promise<void> => {
  const { refresh } = tokens;
  const { body } = await shop.stranger.post<{ access: string }>('auth/token/refresh/', { refresh });
  const till = shop.stranger.as(body.access);
  for (let time = 0; time < 5; time += 1)
    expect((await till.get('account/', { headers: { Connection: 'close' } })).status).toBe(200);
  const sale = { terminal: shop.terminal.id, amount: 100 };
  expect((await till.post('invoices/', sale)).status).toBe(201);
};

const credentials = { username: 'owner', password: PASSWORD };
const tokens = (await shop.stranger.post<TokenPair>('auth/token/', credentials)).body;

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"half`;
const HALVES = ['auth/token/', 'auth/token/refresh/', 'invoices/', 'nowhere/'].map((path) =>
  post(`/api/v1/${path}`, 400),
);
HALVES.push(post('/today', 400));

test('1,100 half-sent bodies of a program without a token keep no till out, and are not waited for', async () => {
  await attack(1100, (at) => HALVES[at % HALVES.length] ?? '');
  await signedIn();
  await expect.poll(stillOpen).toBeLessThanOrEqual(SHARE + 10);
});

test('1,100 connections that are kept after a refusal or a page keep no till out, and are closed', async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const kept = [get('/api/v1/invoices/'), get('/api/v1/openapi.json'), get('/today')];
  await attack(1100, (at) => kept[at % kept.length] ?? '');
  await signedIn();
  await expect.poll(stillOpen).toBeLessThanOrEqual(SHARE + 10);
});

test('what a signed-in program keeps open is not closed for others', async () => {
  const { port } = new URL(shop.baseUrl);
  const till = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  const ask = `GET /api/v1/account/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens.access}\r\n\r\n`;
  till.write(ask);
  expect(String((await once(till, 'data'))[0])).toContain('HTTP/1.1 200');
  await attack(1100, () => '');
  await signedIn();
  till.write(ask);
  expect(String((await once(till, 'data'))[0])).toContain('HTTP/1.1 200');
  till.destroy();
});
