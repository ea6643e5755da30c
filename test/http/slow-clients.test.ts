import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerBrokenRequest, BROKEN_REQUEST } from '../../main/http/broken-requests.ts';
import { SIGNED_IN } from '../../main/http/connections.ts';
import { listen, type RunningServer } from '../../main/http/server.ts';

/** So short that the test need not wait; the service's real limits do not affect correctness. */
const LIMITS = {
  headersMs: 100,
  requestMs: 200,
  checkEveryMs: 50,
  keepAliveMs: 5000,
  connections: 3,
  anonymous: 3,
  anonymousMs: 0,
  answeringMs: 60_000,
};
const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n';

let server: RunningServer;
let sockets: Socket[];
const serve = async (limits = LIMITS) => {
  const koa = new Koa();
  koa.use(async (ctx) => {
    if (ctx.get('Authorization') !== '') koa.emit(SIGNED_IN, ctx.req.socket);
    for await (const _ of ctx.req);
    ctx.body = 'read';
  });
  koa.on('error', () => undefined);
  koa.on(BROKEN_REQUEST, (error, socket) => answerBrokenRequest(error, socket, { limit: 60, remaining: 60 }));
  server = await listen(koa, [0], limits);
};
beforeEach(async () => {
  sockets = [];
  await serve();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop(0);
});

const open = (): Socket => {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
};

/** The bytes received until the other side hung up. */
const untilClosed = async (socket: Socket): Promise<string> => {
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'close');
  return received;
};

test.each([
  ['says nothing', ''],
  ['does not end its headers', HEAD],
  ['does not end its body', `${HEAD}\r\nhalf`],
])('a client that %s is cut off with an answer in JSON', async (_, sent) => {
  const socket = open();
  socket.write(sent);
  const received = await untilClosed(socket);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('{"detail":"The request did not arrive in time."}');
});

test('a stop waits for none that has sent no request, as a browser opens some ahead', async () => {
  await server.stop(0);
  const hour = 3_600_000;
  await serve({ ...LIMITS, headersMs: hour, requestMs: hour });
  const ahead = open();
  await once(ahead, 'connect');
  const used = open();
  used.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(used, 'data');
  const closed = untilClosed(ahead);
  await server.stop(hour);
  expect(await closed).toBe('');
});

test('an invalid HTTP message gets an answer in JSON', async () => {
  const socket = open();
  socket.write('hello\r\n\r\n');
  expect(await untilClosed(socket)).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*\{"detail":"The request is no valid HTTP\."\}$/,
  );
});

test('a request that comes a moment after the time that the client was told is answered', async () => {
  await server.stop(0);
  await serve({ ...LIMITS, keepAliveMs: 100 });
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  await delay(1500);
  expect(socket.destroyed).toBe(false);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(((await once(socket, 'data')) as [string])[0]).toContain('read');
});

test('at most a bounded number of connections', async () => {
  await server.stop(0);
  await serve({ ...LIMITS, anonymousMs: 60_000 });
  for (let count = 0; count < LIMITS.connections; count += 1) await once(open(), 'connect');
  expect(await untilClosed(open())).toBe('');
});

describe('500 half-open sockets', () => {
  const HALF = ['', 'GET / HTTP/1.1\r\n', HEAD];
  const openAll = async (): Promise<Socket[]> => {
    const all = Array.from({ length: 500 }, () => open());
    await Promise.all(
      all.map(async (socket, at) => {
        await once(socket, 'connect');
        socket.write(HALF[at % HALF.length] ?? '');
        socket.resume();
      }),
    );
    return all;
  };
  const closed = (all: readonly Socket[]) =>
    Promise.all(all.map((socket) => (socket.destroyed ? undefined : once(socket, 'close'))));
  const requested = async () => (await fetch(`${server.origin}/`)).text();

  test('do not stop a normal request, though there are fewer places; the oldest are closed', async () => {
    await server.stop(0);
    await serve({ ...LIMITS, headersMs: 60_000, requestMs: 60_000, connections: 480, anonymous: 20 });
    const all = await openAll();
    for (let time = 0; time < 5; time += 1) expect(await requested()).toBe('read');
    await closed(all.slice(0, 480));
    expect(all.slice(480).filter((socket) => socket.destroyed).length).toBeLessThanOrEqual(5);
  });

  test('are closed when the headers have not come in time', async () => {
    await server.stop(0);
    await serve({ ...LIMITS, connections: 600, anonymous: 600 });
    const all = await openAll();
    expect(await requested()).toBe('read');
    await closed(all);
  });

  test('a connection on which somebody has signed in, with a request under way or kept for the next one, is not among them', async () => {
    await server.stop(0);
    await serve({ ...LIMITS, headersMs: 60_000, requestMs: 60_000, connections: 600, anonymous: 20 });
    const [slow, kept] = [open(), open()];
    slow.write(`${HEAD}Authorization: Bearer x\r\n\r\nhalf`);
    kept.write('GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n');
    const [first] = (await once(kept, 'data')) as [string];
    expect(first).toContain('read');
    await openAll();
    expect(await requested()).toBe('read');
    kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(((await once(kept, 'data')) as [string])[0]).toContain('read');
    slow.write('x'.repeat(96));
    expect(((await once(slow, 'data')) as [string])[0]).toContain('read');
  });
});
